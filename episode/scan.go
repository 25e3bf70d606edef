package episode

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
)

// place is where one example of a data set lies.
type place struct {
	offset int64
	length int32
	file   int32
	step   int32  // which step of a whole-episode record, -1 in a file of examples
	id     string // suite/task/seed/step
}

// Broken names one record that could not be read.
type Broken struct {
	File   string
	Offset int64
	Reason string
}

func (b Broken) String() string { return fmt.Sprintf("%s at byte %d: %s", b.File, b.Offset, b.Reason) }

// readIndexOf reads the index beside a record file and checks it against the
// sizes of the file and of the manifest (negative: not known).
func readIndexOf(path string, size int64) ([]indexEntry, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if size >= 0 && info.Size() != size {
		return nil, fmt.Errorf("%s has %d bytes where its manifest says %d", path, info.Size(), size)
	}
	data, err := os.ReadFile(indexPath(path))
	if err != nil {
		return nil, err
	}
	indexed, entries, err := parseIndex(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", indexPath(path), err)
	}
	if indexed != info.Size() {
		return nil, fmt.Errorf("%s has %d bytes where its index says %d", path, info.Size(), indexed)
	}
	return entries, nil
}

// scanned is what one record file holds.
type scanned struct {
	places  []place
	broken  []Broken
	skipped int // steps of whole episodes below the wanted reward, and those that went astray
}

// scan reads a record file from end to end and finds its examples: of a file of
// examples each record, of a file of whole episodes each step.
func scan(path string, o OpenOptions) (scanned, error) {
	file, err := os.Open(path)
	if err != nil {
		return scanned{}, err
	}
	defer file.Close()
	var out scanned
	frames := NewFrameReader(file)
	for {
		data, offset, err := frames.Next()
		var frame *FrameError
		switch {
		case errors.Is(err, io.EOF):
			return out, nil
		case errors.As(err, &frame):
			reason := frame.Reason
			if frame.Rest {
				reason += "; the rest of the file is lost"
			}
			out.broken = append(out.broken, Broken{path, offset, reason})
			continue
		case err != nil:
			return scanned{}, fmt.Errorf("%s: %w", path, err)
		}
		found, err := examplesIn(data, o)
		if err != nil {
			out.broken = append(out.broken, Broken{path, offset, err.Error()})
			continue
		}
		out.skipped += found.skipped
		for _, p := range found.places {
			p.offset, p.length = offset, int32(len(data))
			out.places = append(out.places, p)
		}
	}
}

// examplesIn tells the two kinds of record apart by their first byte: a
// tf.train.Example begins with its message of features (field 1, a message), an
// Episode with its seed (field 1, a number) or its task (field 2).
func examplesIn(data []byte, o OpenOptions) (scanned, error) {
	const firstFieldMessage = 0x0a
	if len(data) > 0 && data[0] != firstFieldMessage {
		r, err := UnmarshalRecord(data)
		if err != nil {
			return scanned{}, err
		}
		var out scanned
		for i, s := range r.Steps {
			if r.Raw < o.MinRaw || s.Astray {
				out.skipped++
				continue
			}
			out.places = append(out.places, place{step: int32(i), id: r.ID(i).String()})
		}
		return out, nil
	}
	e, err := UnmarshalExample(data)
	if err != nil {
		return scanned{}, err
	}
	if o.Target != nil {
		return scanned{}, fmt.Errorf("%w: an example, where whole episodes are wanted", ErrBrokenRecord)
	}
	return scanned{places: []place{{step: -1, id: e.ID}}}, nil
}

// Records reads the whole-episode records of a file in their order. A record that
// cannot be read gives an error that matches [ErrBrokenRecord], and reading goes
// on after it; any other error is the last.
func Records(path string) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		file, err := os.Open(path)
		if err != nil {
			yield(Record{}, err)
			return
		}
		defer file.Close()
		frames := NewFrameReader(file)
		for {
			data, offset, err := frames.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			var r Record
			if err == nil {
				r, err = UnmarshalRecord(data)
			}
			if err != nil {
				err = fmt.Errorf("%s at byte %d: %w", path, offset, err)
			}
			if !yield(r, err) || err != nil && !errors.Is(err, ErrBrokenRecord) {
				return
			}
		}
	}
}

// recordFiles lists what a path without manifest holds: the path itself or the
// record files in the folder, sorted by name.
func recordFiles(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	var files []string
	for _, e := range entries {
		if !e.IsDir() && isRecordFile(e.Name()) {
			files = append(files, filepath.Join(path, e.Name()))
		}
	}
	return files, nil
}
