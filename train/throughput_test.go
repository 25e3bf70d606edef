package train

import (
	"context"
	"errors"
	"testing"
	"time"

	"pix2act/agent"
	"pix2act/pix2struct"
	"pix2act/tensor"
)

func TestThroughput(t *testing.T) {
	config, err := pix2struct.Size("tiny", agent.VocabularySize)
	if err != nil {
		t.Fatal(err)
	}
	speed, err := Throughput(context.Background(), SpeedOptions{Config: config, Batch: 4, Steps: 2, Duration: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if speed.ExamplesPerSecond <= 0 || speed.GFLOPS <= 0 || speed.Patches != 130 || speed.Parameters != config.Parameters() {
		t.Errorf("%+v", speed)
	}
	parts, err := Throughput(context.Background(), SpeedOptions{Config: config, Batch: 4, MicroBatch: 1, Recompute: true, Steps: 1, Duration: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if parts.GradientBytes != 2*speed.GradientBytes || parts.ArenaBytes >= speed.ArenaBytes/2 {
		t.Errorf("in parts %+v, at once %+v", parts, speed)
	}
}

// stuck is an executor that is busy for as long as a test wants.
type stuck struct {
	begun func()
	until chan struct{}
}

func (s stuck) Compile(*tensor.Graph, []*tensor.Node) (tensor.Program, error) {
	s.begun()
	<-s.until
	return nil, errors.New("released")
}

// An interrupt does not wait for the step in progress.
func TestThroughputInterrupted(t *testing.T) {
	config, err := pix2struct.Size("tiny", agent.VocabularySize)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	busy := stuck{cancel, make(chan struct{})}
	defer close(busy.until)
	speed, err := Throughput(ctx, SpeedOptions{Config: config, Batch: 1, Executor: busy})
	if !errors.Is(err, context.Canceled) || speed.Steps != 0 {
		t.Errorf("%+v, %v", speed, err)
	}
}

func BenchmarkSmall(b *testing.B) {
	config, err := pix2struct.Size("small", agent.VocabularySize)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		speed, err := Throughput(context.Background(), SpeedOptions{Config: config, Steps: 4, Duration: 8 * time.Second})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(speed.ExamplesPerSecond, "examples/s")
		b.ReportMetric(speed.GFLOPS, "gflops")
		b.ReportMetric(float64(speed.Patches), "patches")
	}
}

// The making of batches: reading, PNG, patches, packing.
func BenchmarkLoader(b *testing.B) {
	config, err := pix2struct.Size("small", agent.VocabularySize)
	if err != nil {
		b.Fatal(err)
	}
	spm, err := agent.ActionVocabulary()
	if err != nil {
		b.Fatal(err)
	}
	vocabulary, err := pix2struct.LoadVocabulary(spm)
	if err != nil {
		b.Fatal(err)
	}
	c, err := newCorpus([]Source{{Name: "toy", Examples: newToy(b, 64, 1)}}, false, nil)
	if err != nil {
		b.Fatal(err)
	}
	e := &encoder{config: config, vocabulary: vocabulary, spell: agent.FormatTarget}
	s := newSampler(c.streams, 1)
	b.ReportAllocs()
	for b.Loop() {
		j := job{}
		for range 32 {
			j.refs = append(j.refs, s.draw())
		}
		if made := makeBatch(c, e, j, 0); made.err != nil {
			b.Fatal(made.err)
		}
	}
	b.ReportMetric(32*float64(b.N)/b.Elapsed().Seconds(), "examples/s")
}

// What a batch shape that was not met before costs.
func BenchmarkCompile(b *testing.B) {
	config, err := pix2struct.Size("small", agent.VocabularySize)
	if err != nil {
		b.Fatal(err)
	}
	model, err := pix2struct.New(config, 1)
	if err != nil {
		b.Fatal(err)
	}
	e := newEngine(model, tensor.CPU(1), 1)
	rows := 1024
	b.ReportAllocs()
	for b.Loop() {
		rows += 64
		if _, err := e.program(shape{rows, 32, 160}); err != nil {
			b.Fatal(err)
		}
	}
}
