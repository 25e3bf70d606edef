package pix2struct

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"pix2act/internal/t5x"
)

// Format is how a checkpoint folder is laid out.
type Format string

// The formats that are read. Ours and Hugging Face's are written too.
const (
	FormatPix2Act     Format = "pix2act"
	FormatHuggingFace Format = "huggingface"
	FormatT5X         Format = "t5x"
)

// Files of a checkpoint folder.
const (
	weightsFile    = "model.safetensors"
	cardFile       = "card.json"
	vocabularyFile = "spiece.model"
	cardFormat     = "pix2act checkpoint 1"

	storageFloat32  = "float32"
	storageBFloat16 = "bfloat16"
)

// Folder is an open checkpoint folder: everything but the values of the
// weights is read and checked.
type Folder struct {
	Format     Format
	Card       Card // with the configuration; of other formats than ours as far as they tell
	Vocabulary Vocabulary
	Pieces     *SentencePiece // what the vocabulary was made from
	SPM        []byte         // the vocabulary in SentencePiece format
	Step       int            // steps trained, of T5X folders
	Storage    string         // type of the stored values

	files   fs.FS
	dir     string // on disk, "" for another file tree
	weights weights
}

// OpenOptions say how a folder is opened.
type OpenOptions struct {
	// Vocabulary is the path of a vocabulary to use in place of the folder's.
	Vocabulary string
}

// weights gives the parameters of a folder, under names of the folder's own.
type weights interface {
	// stored is how a parameter is called and shaped in the folder.
	stored(Shape) (name string, dimensions []int)
	// place is the file that names the arrays.
	place() string
	// names lists the arrays of the folder that should be parameters.
	names() []string
	// shape is the shape of an array.
	shape(name string) ([]int, bool)
	// read gives the values of a parameter in our own order. Safe for
	// concurrent use.
	read(Shape) ([]float32, error)
	// hashed lists the files that hold the weights, in order.
	hashed() ([]string, error)
	// settle is called after the last read; it lets go of what is not needed.
	settle() error
	close() error
}

// Open opens a checkpoint folder: one of ours (card.json), a Hugging Face
// Pix2Struct folder (config.json), or a T5X one (the file "checkpoint"; of a
// folder that holds several checkpoint_N, the newest). Names, shapes and count
// of the parameters are checked against the configuration. Errors about what
// the folder holds match [ErrCheckpoint] and name the file and, for weights,
// the parameter; where there is no checkpoint at all, [ErrNoCheckpoint] too.
func Open(dir string, o OpenOptions) (*Folder, error) {
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%w: it is a file, a checkpoint is a folder", ErrNoCheckpoint)
	} else if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w: %w", ErrNoCheckpoint, fs.ErrNotExist)
	}
	if err != nil {
		return nil, fmt.Errorf("checkpoint %s: %w", dir, err)
	}
	full, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("checkpoint %s: %w", dir, err)
	}
	if strings.Contains(filepath.Base(full), ".tmp-") {
		return nil, fmt.Errorf("checkpoint %s: %w: it is unfinished; T5X renames a folder when all of it is written", dir, ErrCheckpoint)
	}
	f, err := open(os.DirFS(full), os.DirFS(filepath.Dir(full)), full, o)
	if err != nil {
		return nil, fmt.Errorf("checkpoint %s: %w", dir, err)
	}
	return f, nil
}

// OpenFS is [Open] for a file tree, for instance an embedded one.
func OpenFS(files fs.FS, o OpenOptions) (*Folder, error) { return open(files, nil, "", o) }

// open opens a file tree; above is the one that it lies in, where a T5X
// vocabulary may stand.
func open(files, above fs.FS, dir string, o OpenOptions) (*Folder, error) {
	f := &Folder{files: files, dir: dir}
	err := f.open(above, o)
	if err == nil {
		return f, nil
	}
	_ = f.Close() // the first error is the one to tell
	if !errors.Is(err, ErrCheckpoint) {
		err = fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	return nil, err
}

func (f *Folder) open(above fs.FS, o OpenOptions) error {
	has := func(name string) bool { return isFile(f.files, name) }
	vocabularies := []string{vocabularyFile, tokenizerFileName}
	var err error
	switch {
	case has(cardFile):
		vocabularies = vocabularies[:1]
		err = f.openOwn()
	case has("config.json"):
		above = nil
		err = f.openHuggingFace()
	case has(t5x.IndexFile):
		vocabularies = []string{"sentencepiece.model", vocabularyFile, tokenizerFileName}
		err = f.openT5X()
	default:
		newest, err := newestStep(f.files)
		if err != nil {
			return err
		}
		inner, err := fs.Sub(f.files, newest)
		if err != nil {
			return err
		}
		above, f.files = f.files, inner
		if f.dir != "" {
			f.dir = filepath.Join(f.dir, newest)
		}
		return f.open(above, o)
	}
	if err != nil {
		return err
	}
	if f.Format != FormatT5X {
		above = nil
	}
	if err := f.openVocabulary(above, vocabularies, o.Vocabulary); err != nil {
		return err
	}
	if err := checkVocabulary(f.Vocabulary, f.Card.Config); err != nil {
		return err
	}
	if err := checkWeights(f.weights, f.Card.Config.Shapes()); err != nil {
		return err
	}
	if f.Format == FormatPix2Act {
		return f.identify()
	}
	return nil
}

// newestStep is the subfolder checkpoint_N with the largest N. Unfinished ones
// do not count.
func newestStep(files fs.FS) (string, error) {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return "", err
	}
	newest, step, inner := "", -1, ""
	for _, e := range entries {
		digits, ok := strings.CutPrefix(e.Name(), "checkpoint_")
		n, err := strconv.Atoi(digits)
		if ok && err == nil && n > step && isFile(files, path.Join(e.Name(), t5x.IndexFile)) {
			newest, step = e.Name(), n
		}
		for _, told := range []string{cardFile, configFile, t5x.IndexFile} {
			if isFile(files, path.Join(e.Name(), told)) {
				inner = e.Name()
			}
		}
	}
	if newest != "" {
		return newest, nil
	}
	hint := ""
	if inner != "" {
		hint = fmt.Sprintf("; the folder %s in it looks like a checkpoint: give that", inner)
	}
	return "", fmt.Errorf("%w: neither %s (ours) nor %s (Hugging Face) nor %s (T5X) is there%s", ErrNoCheckpoint, cardFile, configFile, t5x.IndexFile, hint)
}

// isFile tells whether a file is there that is no folder.
func isFile(files fs.FS, name string) bool {
	info, err := fs.Stat(files, name)
	return err == nil && !info.IsDir()
}

// openVocabulary reads the first of the named files that is there, or the one
// the caller chose.
func (f *Folder) openVocabulary(above fs.FS, names []string, chosen string) error {
	var data []byte
	var err error
	name := chosen
	if chosen != "" {
		data, err = readLimited(os.DirFS(filepath.Dir(chosen)), filepath.Base(chosen), maxVocabularyFile)
	} else {
	search:
		for _, files := range []fs.FS{f.files, above} {
			for _, name = range names {
				if files == nil {
					continue
				}
				if data, err = readLimited(files, name, maxVocabularyFile); !errors.Is(err, fs.ErrNotExist) {
					break search
				}
			}
		}
	}
	switch {
	case errors.Is(err, fs.ErrNotExist) && chosen == "" && f.Format == FormatT5X:
		return fmt.Errorf("%w; put sentencepiece.model into the folder or beside it, or name one", ErrNoVocabulary)
	case errors.Is(err, fs.ErrNotExist) && chosen == "":
		return fmt.Errorf("%w, no %s", ErrNoVocabulary, strings.Join(names, " and no "))
	case err != nil:
		return err
	}
	if f.Pieces, err = ParseVocabulary(data); err == nil {
		f.Vocabulary, err = f.Pieces.Vocabulary()
	}
	if err != nil {
		return fmt.Errorf("%w: %s: %w", ErrCheckpoint, name, err)
	}
	if f.SPM = data; isJSON(data) {
		f.SPM = f.Pieces.Marshal()
	}
	return nil
}

// checkWeights reports the first parameter that is missing, has another shape,
// or does not belong to the configuration.
func checkWeights(w weights, shapes []Shape) error {
	known := make(map[string]bool, len(shapes))
	for _, s := range shapes {
		name, want := w.stored(s)
		known[name] = true
		have, ok := w.shape(name)
		if !ok {
			return fmt.Errorf("%w: %s: parameter %q is missing", ErrCheckpoint, w.place(), name)
		}
		if !equalShape(have, want) {
			return fmt.Errorf("%w: %s: parameter %q has shape %v, the configuration asks for %v", ErrCheckpoint, w.place(), name, have, want)
		}
	}
	for _, name := range w.names() {
		if !known[name] {
			return fmt.Errorf("%w: %s: array %q is no parameter of this configuration", ErrCheckpoint, w.place(), name)
		}
	}
	return nil
}

// Hash is the SHA-256 of the weights as they are stored, in hexadecimal. Where
// several files hold them, it is the hash of one line for each file, in the
// form "HASH  NAME": what sha256sum prints for all of them, hashed again.
func (f *Folder) Hash() (string, error) {
	names, err := f.weights.hashed()
	if err != nil {
		return "", err
	}
	sums := make([]string, len(names))
	err = inParallel(len(names), func(i int) error {
		var err error
		sums[i], err = hashFile(f.files, names[i])
		return err
	})
	if err != nil {
		return "", fmt.Errorf("hash of the weights: %w", err)
	}
	if len(sums) == 1 {
		return sums[0], nil
	}
	list := sha256.New()
	for i, name := range names {
		fmt.Fprintf(list, "%s  %s\n", sums[i], name)
	}
	return hex.EncodeToString(list.Sum(nil)), nil
}

func hashFile(files fs.FS, name string) (string, error) {
	f, err := files.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// Close releases what the folder holds open. A checkpoint loaded from it must
// not be used from then on.
func (f *Folder) Close() error {
	if f.weights == nil {
		return nil
	}
	return f.weights.close()
}

// readLimited reads a file that is not larger than limit bytes.
func readLimited(files fs.FS, name string, limit int64) ([]byte, error) {
	info, err := fs.Stat(files, name)
	if err != nil {
		return nil, err
	}
	if info.Size() > limit {
		return nil, fmt.Errorf("%s: %d bytes, at most %d are read", name, info.Size(), limit)
	}
	return fs.ReadFile(files, name)
}
