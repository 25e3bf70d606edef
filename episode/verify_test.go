package episode

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestVerify(t *testing.T) {
	dir := made(t, "click-test", 1000000, 1000019, Options{ShardExamples: 10, Episodes: true})
	m, err := ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Verify(dir); err != nil {
		t.Fatal(err)
	}
	const name = "episodes-00001.tfrecord"
	damage(t, filepath.Join(dir, name), func(data []byte) []byte { data[40] ^= 1; return data })
	if err := m.Verify(dir); !errors.Is(err, ErrBrokenRecord) || !strings.Contains(err.Error(), name) {
		t.Errorf("a changed file: %v", err)
	}
	damage(t, filepath.Join(dir, name), func(data []byte) []byte { return data[1:] })
	if err := m.Verify(dir); !errors.Is(err, ErrBrokenRecord) || !strings.Contains(err.Error(), "bytes") {
		t.Errorf("a shorter file: %v", err)
	}
	os.Remove(filepath.Join(dir, name))
	if err := m.Verify(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a lost file: %v", err)
	}
}
