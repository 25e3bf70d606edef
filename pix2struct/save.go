package pix2struct

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"pix2act/internal/safetensors"
)

// SaveOptions say how a checkpoint is stored.
type SaveOptions struct {
	BFloat16 bool // half the size; values are rounded to nearest even
}

// Save writes the checkpoint as a folder: model.safetensors, card.json and
// spiece.model, and sets the card's Format, Config, Storage and SHA256. The
// folder is written beside its place and renamed, so that what stood there
// before is replaced whole or not at all. A folder that holds other files than
// a checkpoint's is not replaced.
func (c *Checkpoint) Save(dir string, o SaveOptions) error {
	if err := c.check(); err != nil {
		return err
	}
	dir = filepath.Clean(dir)
	if err := replaceable(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return fmt.Errorf("checkpoint %s: %w", dir, err)
	}
	beside, err := os.MkdirTemp(filepath.Dir(dir), "."+filepath.Base(dir)+".new-")
	if err != nil {
		return fmt.Errorf("checkpoint %s: %w", dir, err)
	}
	defer func() { _ = os.RemoveAll(beside) }() // what was there before, or what was not finished
	content := filepath.Join(beside, "content")
	if err := c.write(content, o); err != nil {
		return fmt.Errorf("checkpoint %s: %w", dir, err)
	}
	old := filepath.Join(beside, "old")
	if err := os.Rename(dir, old); err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("checkpoint %s: %w", dir, err)
	}
	if err := os.Rename(content, dir); err != nil {
		_ = os.Rename(old, dir) // as it was; the first error is the one to tell
		return fmt.Errorf("checkpoint %s: %w", dir, err)
	}
	return nil
}

// replaceable refuses to replace a folder that is no checkpoint.
func replaceable(dir string) error {
	entries, err := os.ReadDir(dir)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("checkpoint %s: %w", dir, err)
	}
	for _, e := range entries {
		switch e.Name() {
		case weightsFile, cardFile, vocabularyFile:
		default:
			return fmt.Errorf("checkpoint %s: the folder holds %s, so it is not replaced; choose another folder or remove it", dir, e.Name())
		}
	}
	return nil
}

func (c *Checkpoint) write(dir string, o SaveOptions) error {
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	storage, kind := storageFloat32, safetensors.F32
	if o.BFloat16 {
		storage, kind = storageBFloat16, safetensors.BF16
	}
	var arrays []safetensors.Array
	for _, s := range c.Model.Config.Shapes() {
		arrays = append(arrays, safetensors.Array{
			Name: s.Name, Shape: s.Dimensions, Floats: c.Model.Parameters[s.Name].Data, DType: kind,
		})
	}
	hash := sha256.New()
	err := writeFile(filepath.Join(dir, weightsFile), func(w io.Writer) error {
		return safetensors.Write(io.MultiWriter(w, hash), arrays, map[string]string{"format": cardFormat})
	})
	if err != nil {
		return err
	}
	c.Card.Format, c.Card.Config, c.Card.Storage = cardFormat, c.Model.Config, storage
	c.Card.SHA256 = hex.EncodeToString(hash.Sum(nil))
	card, err := json.MarshalIndent(c.Card, "", "  ")
	if err != nil {
		return fmt.Errorf("%s: %w", cardFile, err)
	}
	bytes := func(data []byte) func(io.Writer) error {
		return func(w io.Writer) error { _, err := w.Write(data); return err }
	}
	if err := writeFile(filepath.Join(dir, vocabularyFile), bytes(c.SPM)); err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, cardFile), bytes(append(card, '\n')))
}

// writeFile writes a file and makes sure that it is on the disk.
func writeFile(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Close()
		return fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	if err := f.Sync(); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
