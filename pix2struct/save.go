package pix2struct

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"pix2act/internal/folder"
	"pix2act/internal/safetensors"
)

// ErrForeign is matched by the error about a folder that is not replaced by a
// checkpoint.
var ErrForeign = errors.New("the folder holds something that is no checkpoint")

// The files that a checkpoint of each format that is written consists of.
var (
	ownParts         = []string{weightsFile, cardFile, vocabularyFile}
	huggingFaceParts = []string{
		weightsFile, configFile, preprocessorFile, vocabularyFile, tokenizerFileName, tokenizerConfig, specialFile, generationFile,
	}
)

// CheckTarget tells before any work whether a checkpoint of a format that is
// written could be saved as dir. Errors match [ErrForeign] or are of the disk.
func CheckTarget(dir string, format Format) error {
	names := ownParts
	if format == FormatHuggingFace {
		names = huggingFaceParts
	}
	if err := folder.Writable(filepath.Dir(filepath.Clean(dir))); err != nil {
		return fmt.Errorf("checkpoint %s: %w", dir, err)
	}
	return replaceable(dir, names)
}

// SaveOptions say how a checkpoint is stored.
type SaveOptions struct {
	BFloat16 bool // half the size; values are rounded to nearest even
}

// Save writes the checkpoint as a folder: model.safetensors, card.json and
// spiece.model, and sets the card's Format, Config, Storage and hashes. The
// folder is written beside its place and renamed, so that what stood there
// before is replaced whole or not at all. A folder that holds other files than
// a checkpoint's is not replaced.
func (c *Checkpoint) Save(dir string, o SaveOptions) error {
	if err := c.check(); err != nil {
		return err
	}
	return replaceFolder(dir, ownParts, func(dir string) error { return c.write(dir, o) })
}

// replaceFolder has a folder written beside its place and moves it there. Of
// what stands there only the named files may be lost.
func replaceFolder(dir string, names []string, write func(dir string) error) error {
	dir = filepath.Clean(dir)
	if err := replaceable(dir, names); err != nil {
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
	err = os.Mkdir(content, 0o777)
	if err == nil {
		err = write(content)
	}
	if err != nil {
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
func replaceable(dir string, names []string) error {
	entries, err := os.ReadDir(dir)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("checkpoint %s: %w", dir, err)
	}
	for _, e := range entries {
		if !slices.Contains(names, e.Name()) {
			return fmt.Errorf("checkpoint %s: %w (%s), so it is not replaced; choose another folder or remove it", dir, ErrForeign, e.Name())
		}
	}
	return nil
}

func (c *Checkpoint) write(dir string, o SaveOptions) error {
	var arrays []safetensors.Array
	for _, s := range c.Model.Config.Shapes() {
		arrays = append(arrays, safetensors.Array{
			Name: s.Name, Shape: s.Dimensions, Floats: c.Model.Parameters[s.Name].Data, DType: o.dtype(),
		})
	}
	hash := sha256.New()
	path := filepath.Join(dir, weightsFile)
	err := writeFile(path, func(w io.Writer) error {
		return safetensors.Write(io.MultiWriter(w, hash), arrays, map[string]string{"format": cardFormat})
	})
	if err != nil {
		return err
	}
	header, err := headerHash(path)
	if err != nil {
		return err
	}
	c.Card.Format, c.Card.Config, c.Card.Storage = cardFormat, c.Model.Config, o.storage()
	c.Card.SHA256, c.Card.HeaderSHA256 = hex.EncodeToString(hash.Sum(nil)), header
	if err := writeBytes(filepath.Join(dir, vocabularyFile), c.SPM); err != nil {
		return err
	}
	return writeJSON(filepath.Join(dir, cardFile), c.Card)
}

// headerHash is the SHA-256 of a weights file's header.
func headerHash(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	opened, err := safetensors.Open(f, info.Size())
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(opened.Header())
	return hex.EncodeToString(sum[:]), nil
}

func (o SaveOptions) dtype() safetensors.DType {
	if o.BFloat16 {
		return safetensors.BF16
	}
	return safetensors.F32
}

func (o SaveOptions) storage() string {
	if o.BFloat16 {
		return storageBFloat16
	}
	return storageFloat32
}

// storageName is how cards call a type.
func storageName(d safetensors.DType) string {
	switch d {
	case safetensors.F32:
		return storageFloat32
	case safetensors.BF16:
		return storageBFloat16
	}
	return strings.ToLower(string(d))
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

func writeBytes(path string, data []byte) error {
	return writeFile(path, func(w io.Writer) error { _, err := w.Write(data); return err })
}

func writeJSON(path string, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return writeBytes(path, append(data, '\n'))
}
