package episode

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"os"
	"path/filepath"
)

// shard is one record file while it is written, under its name plus ".part".
type shard struct {
	path   string
	kind   string
	file   *os.File
	out    *bufio.Writer
	digest hash.Hash
	bytes  int64
	index  []indexEntry // one per record; examples only
	count  int
	frame  []byte // scratch
}

func newShard(path, kind string) (*shard, error) {
	file, err := os.Create(path + partSuffix)
	if err != nil {
		return nil, err
	}
	digest := sha256.New()
	return &shard{path: path, kind: kind, file: file, digest: digest, out: bufio.NewWriterSize(io.MultiWriter(file, digest), 1<<18)}, nil
}

// add appends one record; id is "" for records without one.
func (s *shard) add(data []byte, id string) error {
	s.frame = AppendFrame(s.frame[:0], data)
	if _, err := s.out.Write(s.frame); err != nil {
		return err
	}
	if id != "" {
		s.index = append(s.index, indexEntry{offset: s.bytes, length: len(data), id: id})
	}
	s.bytes += int64(len(s.frame))
	s.count++
	return nil
}

// finish makes the file durable and gives it its name, its index first, so that
// a named record file always has one.
func (s *shard) finish() (File, error) {
	defer s.file.Close()
	if err := s.out.Flush(); err != nil {
		return File{}, err
	}
	if err := s.file.Sync(); err != nil {
		return File{}, err
	}
	if s.kind == KindExamples {
		if err := writeFile(indexPath(s.path), formatIndex(s.bytes, s.index)); err != nil {
			return File{}, err
		}
	}
	if err := os.Rename(s.path+partSuffix, s.path); err != nil {
		return File{}, err
	}
	return File{Name: filepath.Base(s.path), Kind: s.kind, Records: s.count, Bytes: s.bytes, SHA256: hex.EncodeToString(s.digest.Sum(nil))}, nil
}

// discard removes what was written.
func (s *shard) discard() {
	s.file.Close()
	_ = os.Remove(s.path + partSuffix)
}
