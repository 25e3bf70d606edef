package train

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"pix2act/agent"
	"pix2act/episode"
	"pix2act/pix2struct"
)

// loaded reads the first batches of a loader.
func loaded(t *testing.T, c *corpus, size, micro, workers, batches int) []*batch {
	t.Helper()
	spm, err := agent.ActionVocabulary()
	if err != nil {
		t.Fatal(err)
	}
	vocabulary, err := pix2struct.LoadVocabulary(spm)
	if err != nil {
		t.Fatal(err)
	}
	config, err := pix2struct.Size("tiny", vocabulary.Len())
	if err != nil {
		t.Fatal(err)
	}
	e := &encoder{config: config, vocabulary: vocabulary, spell: agent.FormatTarget}
	l := newLoader(context.Background(), c, newSampler(c.streams, 3), e, size, micro, workers, 2)
	defer l.close()
	var list []*batch
	for range batches {
		b, err := l.next(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, b)
	}
	return list
}

// Batches come in one order and with the same bytes however many workers make them.
func TestLoaderOrder(t *testing.T) {
	c, err := newCorpus([]Source{{Name: "toy", Examples: newToy(t, 64, 2)}}, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	one, many := loaded(t, c, 7, 3, 1, 12), loaded(t, c, 7, 3, 5, 12)
	for i := range one {
		if one[i].first != int64(7*i) || one[i].examples != 7 || len(one[i].parts) != 3 || len(one[i].parts[2].targets) != 1 {
			t.Errorf("batch %d begins with draw %d: %d examples in %d parts", i, one[i].first, one[i].examples, len(one[i].parts))
		}
		if !reflect.DeepEqual(one[i], many[i]) {
			t.Errorf("batch %d differs between one worker and five", i)
		}
	}
}

// shards is a set whose second half cannot be read, as when a disk fails.
type shards struct{ toy }

func (s shards) Example(i int) (episode.Example, error) {
	if i >= len(s.toy)/2 {
		return episode.Example{}, fmt.Errorf("shard 2: example %d: %w", i, episode.ErrBrokenRecord)
	}
	return s.toy[i], nil
}

// What cannot be read is left out and told of; a batch of nothing else is an error.
func TestLoaderLeavesOut(t *testing.T) {
	c, err := newCorpus([]Source{{Name: "disk", Examples: shards{newToy(t, 64, 2)}}}, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	skipped := 0
	for _, b := range loaded(t, c, 24, 0, 2, 4) {
		if b.examples+b.skipped != 24 || len(b.parts[0].targets) != b.examples {
			t.Errorf("%d examples and %d left out of 24", b.examples, b.skipped)
		}
		if b.skipped > 0 && !errors.Is(b.problem, episode.ErrBrokenRecord) {
			t.Errorf("left out because of %v", b.problem)
		}
		skipped += b.skipped
	}
	if skipped < 24 || skipped > 72 {
		t.Errorf("%d of 96 left out, half cannot be read", skipped)
	}
	lost, err := newCorpus([]Source{{Name: "lost", Examples: shards{newToy(t, 64, 2)[:1]}}}, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	if b := makeBatch(lost, &encoder{}, job{refs: []ref{{0, 0}}}, 0); !errors.Is(b.err, episode.ErrBrokenRecord) {
		t.Errorf("a batch of nothing: %v", b.err)
	}
}
