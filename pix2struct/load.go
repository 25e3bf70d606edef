package pix2struct

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"pix2act/internal/safetensors"
	"pix2act/tensor"
)

// Load reads a checkpoint folder: one of ours, or a Hugging Face Pix2Struct
// folder (config.json, preprocessor_config.json, model.safetensors,
// spiece.model). Errors about what the folder holds match [ErrCheckpoint] and
// name the file and, for weights, the parameter.
func Load(dir string) (*Checkpoint, error) {
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%w: it is a file, a checkpoint is a folder", ErrCheckpoint)
	}
	if err != nil {
		return nil, fmt.Errorf("checkpoint %s: %w", dir, err)
	}
	c, err := LoadFS(os.DirFS(dir))
	if err != nil {
		return nil, fmt.Errorf("checkpoint %s: %w", dir, err)
	}
	return c, nil
}

// LoadFS is [Load] for a file tree, for instance an embedded one.
func LoadFS(files fs.FS) (*Checkpoint, error) {
	c, err := loadFS(files)
	if errors.Is(err, fs.ErrNotExist) && !errors.Is(err, ErrCheckpoint) {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	return c, err
}

func loadFS(files fs.FS) (*Checkpoint, error) {
	c := &Checkpoint{}
	foreign := false
	if _, err := fs.Stat(files, cardFile); err == nil {
		if err := readJSON(files, cardFile, &c.Card); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
		}
		if c.Card.Format != cardFormat {
			return nil, fmt.Errorf("%w: %s: format is %q, this program reads %q", ErrCheckpoint, cardFile, c.Card.Format, cardFormat)
		}
	} else if _, err := fs.Stat(files, foreignConfig); err == nil {
		foreign = true
		if c.Card.Config, err = readHuggingFaceConfig(files); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
		}
	} else {
		return nil, fmt.Errorf("%w: neither %s nor %s is there", ErrCheckpoint, cardFile, foreignConfig)
	}
	if err := c.Card.Config.Validate(); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrCheckpoint, cardFile, err)
	}

	var err error
	if c.SPM, err = fs.ReadFile(files, vocabularyFile); err != nil {
		return nil, err
	}
	if c.Vocabulary, err = LoadVocabulary(c.SPM); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrCheckpoint, vocabularyFile, err)
	}
	sum := ""
	if c.Model, sum, err = loadWeights(files, c.Card.Config, foreign); err != nil {
		return nil, fmt.Errorf("%s: %w", weightsFile, err)
	}
	if !foreign && sum != c.Card.SHA256 {
		return nil, fmt.Errorf("%w: %s has SHA-256 %s, %s says %s", ErrCheckpoint, weightsFile, sum, cardFile, c.Card.SHA256)
	}
	c.Card.SHA256 = sum
	return c, c.check()
}

// loadWeights reads the parameters of a configuration and the file's SHA-256.
func loadWeights(files fs.FS, c Config, foreign bool) (*Model, string, error) {
	opened, err := files.Open(weightsFile)
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = opened.Close() }() // only read
	info, err := opened.Stat()
	if err != nil {
		return nil, "", err
	}
	reader, ok := opened.(io.ReaderAt)
	size := info.Size()
	if !ok { // a file tree that only streams
		data, err := io.ReadAll(opened)
		if err != nil {
			return nil, "", err
		}
		reader, size = bytes.NewReader(data), int64(len(data))
	}
	file, err := safetensors.Open(reader, size)
	if err != nil {
		return nil, "", fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	m := &Model{Config: c, Parameters: map[string]*tensor.Array{}}
	shapes := c.Shapes()
	for _, s := range shapes {
		values, err := loadParameter(file, s, foreign)
		if err != nil {
			return nil, "", fmt.Errorf("%w: %w", ErrCheckpoint, err)
		}
		m.Parameters[s.Name] = &tensor.Array{Shape: s.Dimensions, Data: values}
	}
	if names := file.Names(); len(names) != len(shapes) {
		known := map[string]bool{}
		for _, s := range shapes {
			name := s.Name
			if foreign {
				name, _ = huggingFaceName(name)
			}
			known[name] = true
		}
		for _, name := range names {
			if !known[name] {
				return nil, "", fmt.Errorf("%w: array %q is no parameter of this configuration", ErrCheckpoint, name)
			}
		}
	}
	hash := sha256.New()
	if _, err := io.Copy(hash, io.NewSectionReader(reader, 0, size)); err != nil {
		return nil, "", err
	}
	return m, hex.EncodeToString(hash.Sum(nil)), nil
}

func loadParameter(file *safetensors.File, s Shape, foreign bool) ([]float32, error) {
	if !foreign {
		return file.Float32s(s.Name, s.Dimensions)
	}
	name, transposed := huggingFaceName(s.Name)
	if !transposed {
		return file.Float32s(name, s.Dimensions)
	}
	rows, columns := s.Dimensions[1], s.Dimensions[0]
	values, err := file.Float32s(name, []int{rows, columns})
	if err != nil {
		return nil, err
	}
	return transpose(values, rows, columns), nil
}
