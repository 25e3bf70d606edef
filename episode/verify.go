package episode

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Verify reads every file of the data set in dir and compares size and SHA-256
// with the manifest. The first file that differs is named.
func (m Manifest) Verify(dir string) error {
	for _, f := range m.Files {
		if err := f.verify(filepath.Join(dir, f.Name)); err != nil {
			return fmt.Errorf("data set %s: %w", dir, err)
		}
	}
	return nil
}

func (f File) verify(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	digest := sha256.New()
	size, err := io.Copy(digest, file)
	switch {
	case err != nil:
		return err
	case size != f.Bytes:
		return fmt.Errorf("%w: %s has %d bytes where the manifest says %d", ErrBrokenRecord, f.Name, size, f.Bytes)
	case hex.EncodeToString(digest.Sum(nil)) != f.SHA256:
		return fmt.Errorf("%w: %s differs from what the manifest says (SHA-256)", ErrBrokenRecord, f.Name)
	}
	return nil
}
