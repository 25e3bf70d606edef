package episode

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"testing"

	"pix2act/gui"
)

// Bytes written out by hand from the formats' descriptions, with a bitwise
// CRC-32C, so that nothing of this package vouches for itself.
const (
	goldenExample = "56000000000000004e2de2b2" +
		"0a540a260a02696412200a1e0a1c6d696e69776f622f636c69636b2d746573742f313030303030302f30" +
		"0a110a05696d61676512080a060a0489504e47" +
		"0a170a057061727365120e0a0c0a0a636c69636b2033203231" + "783e8546"
	goldenEpisode = "3200000000000000241956ec" +
		"08c0843d120a636c69636b2d746573741a140800120489504e47220a636c69636b2033203231250000803f2d0000803f3001" + "8022dd1c"
)

func unhex(t testing.TB, text string) []byte {
	t.Helper()
	data, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestExampleGoldenBytes(t *testing.T) {
	e := Example{ID: "miniwob/click-test/1000000/0", Image: []byte("\x89PNG"), Parse: "click 3 21"}
	data, err := e.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	if got := hex.EncodeToString(AppendFrame(nil, data)); got != goldenExample {
		t.Errorf("\n got %s\nwant %s", got, goldenExample)
	}
	data, offset, err := NewFrameReader(bytes.NewReader(unhex(t, goldenExample))).Next()
	if err != nil || offset != 0 {
		t.Fatal(err, offset)
	}
	back, err := UnmarshalExample(data)
	if err != nil || back.ID != e.ID || !bytes.Equal(back.Image, e.Image) || back.Parse != e.Parse {
		t.Errorf("read back as %+v, %v", back, err)
	}
}

func TestEpisodeGoldenBytes(t *testing.T) {
	frame := unhex(t, goldenEpisode)
	data, _, err := NewFrameReader(bytes.NewReader(frame)).Next()
	if err != nil {
		t.Fatal(err)
	}
	r, err := UnmarshalRecord(data)
	if err != nil {
		t.Fatal(err)
	}
	if r.Episode.Task != "click-test" || r.Episode.Seed != 1000000 || r.Raw != 1 || r.Score != 1 || !r.Success || !r.Complete || len(r.Steps) != 1 || r.Steps[0].Action != "click 3 21" {
		t.Errorf("read as %+v", r)
	}
	if id := r.ID(0).String(); id != "1000000-click-test-0" {
		t.Errorf("ID %s", id)
	}
	// What we write begins with the same bytes, and ours follow.
	own := record("click-test", 1000000, 1)
	own.Steps[0].Image = []byte("\x89PNG")
	own.Steps[0].Action = "click 3 21"
	written, err := own.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(written, data) {
		t.Errorf("\n got %x\nwant %x…", written, data)
	}
	back, err := UnmarshalRecord(written)
	if err != nil || back.Episode != own.Episode || back.Success != own.Success || len(back.Steps) != 1 {
		t.Errorf("read back as %+v, %v", back, err)
	}
}

func TestFrameReaderGoesOn(t *testing.T) {
	var file []byte
	var starts []int
	for _, text := range []string{"one", "two", "three"} {
		starts = append(starts, len(file))
		file = AppendFrame(file, []byte(text))
	}
	file[starts[1]+headerSize] ^= 1
	r := NewFrameReader(bytes.NewReader(file))
	if data, _, err := r.Next(); err != nil || string(data) != "one" {
		t.Fatal(string(data), err)
	}
	_, offset, err := r.Next()
	if !errors.Is(err, ErrBrokenRecord) || offset != int64(starts[1]) {
		t.Fatalf("the second record gives %v at %d", err, offset)
	}
	if data, _, err := r.Next(); err != nil || string(data) != "three" {
		t.Fatal(string(data), err)
	}
	if _, _, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
}

func TestFrameReaderLosesTheRest(t *testing.T) {
	file := AppendFrame(AppendFrame(nil, []byte("one")), []byte("two"))
	cut := file[:len(file)-2]
	bent := bytes.Clone(file)
	bent[0] ^= 1
	for name, c := range map[string]struct {
		file []byte
		good int
	}{"cut": {cut, 1}, "cut header": {file[:len(file)/2+5], 1}, "length": {bent, 0}} {
		r := NewFrameReader(bytes.NewReader(c.file))
		for range c.good {
			if _, _, err := r.Next(); err != nil {
				t.Fatal(name, err)
			}
		}
		_, _, err := r.Next()
		var frame *FrameError
		if !errors.As(err, &frame) || !frame.Rest {
			t.Errorf("%s: %v", name, err)
		}
		if _, _, err := r.Next(); !errors.Is(err, io.EOF) {
			t.Errorf("%s: then %v", name, err)
		}
	}
}

func FuzzFrameReader(f *testing.F) {
	f.Add(unhex(f, goldenExample))
	f.Add(AppendFrame(AppendFrame(nil, nil), []byte("x")))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := NewFrameReader(bytes.NewReader(data))
		var last int64 = -1
		for {
			got, offset, err := r.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			if offset <= last {
				t.Fatalf("offset %d after %d", offset, last)
			}
			last = offset
			if err != nil {
				if !errors.Is(err, ErrBrokenRecord) {
					t.Fatal(err)
				}
				continue
			}
			again, err := readFrameAt(bytes.NewReader(data), offset, len(got), nil)
			if err != nil || !bytes.Equal(again, got) {
				t.Fatalf("read at %d: %v", offset, err)
			}
		}
	})
}

func FuzzUnmarshal(f *testing.F) {
	for _, text := range []string{goldenExample, goldenEpisode} {
		frame := unhex(f, text)
		f.Add(frame[headerSize : len(frame)-footerSize])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if e, err := UnmarshalExample(data); err == nil {
			again, err := e.Marshal()
			if err != nil {
				return // text that is no UTF-8 may be refused, never crash
			}
			if back, err := UnmarshalExample(again); err != nil || back.ID != e.ID || back.Parse != e.Parse {
				t.Fatalf("%+v came back as %+v, %v", e, back, err)
			}
		} else if !errors.Is(err, ErrBrokenRecord) {
			t.Fatal(err)
		}
		if _, err := UnmarshalRecord(data); err != nil && !errors.Is(err, ErrBrokenRecord) {
			t.Fatal(err)
		}
		examplesIn(data, OpenOptions{})
	})
}

// record makes an episode of so many steps.
func record(task string, seed int64, steps int) Record {
	r := Record{
		Episode: gui.Episode{Suite: "miniwob", SuiteHash: "hash", Task: task, Seed: seed, Mode: gui.ModeTrain, Settings: gui.Settings{}.WithDefaults()},
		Raw:     1, Score: 1, Success: true, Complete: true,
	}
	for i := range steps {
		image := bytes.Repeat([]byte{byte(seed), byte(i)}, 50+int(seed%7))
		r.Steps = append(r.Steps, Step{Image: image, Action: gui.Action{Verb: gui.Click, X: i, Y: int(seed % 32)}.String()})
	}
	return r
}
