package episode

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"pix2act/gui"
)

// Names of the document that describes a data set. It has its final name once
// the data set is finished.
const (
	ManifestName = "manifest.json"
	ProgressName = "progress.json"
)

// ManifestFormat is the version of the layout that is written.
const ManifestFormat = 1

// Manifest says how a data set was made and what is in it.
type Manifest struct {
	Format    int          `json:"format"`
	Suite     string       `json:"suite"`
	SuiteHash string       `json:"suite_hash"`
	Mode      string       `json:"mode"` // data mode, "train" or "test"
	Settings  gui.Settings `json:"settings"`
	Tasks     []string     `json:"tasks"`
	Seeds     SeedRange    `json:"seeds"`               // asked for; every task has these
	Agent     string       `json:"agent,omitempty"`     // who played, for example "oracle"
	Filter    string       `json:"filter"`              // which episodes were kept, in words
	Variation string       `json:"variation,omitempty"` // how episodes differ from plain ones, in words
	Browser   string       `json:"browser,omitempty"`   // name and version
	Fonts     string       `json:"fonts,omitempty"`     // hash of the installed fonts
	Command   string       `json:"command,omitempty"`   // what the user typed
	// ConvertedFrom names the files of another making that the episodes came
	// from. Their seeds are then any but the held-out ones.
	ConvertedFrom []string `json:"converted_from,omitempty"`

	Counts  Counts            `json:"counts"`
	PerTask map[string]Counts `json:"per_task"`
	Files   []File            `json:"files"`
	Dropped []Dropped         `json:"dropped,omitempty"`
}

// Counts of a data set or of one task in it.
type Counts struct {
	Episodes int `json:"episodes"` // kept
	Examples int `json:"examples"` // steps of the kept episodes
	Dropped  int `json:"dropped"`  // episodes that were played and not kept
	// Failures are episodes that are kept as whole records only, without examples.
	Failures int `json:"failures,omitempty"`
}

// Kinds of record files.
const (
	KindExamples = "examples"
	KindEpisodes = "episodes"
)

// File is one finished record file of a data set.
type File struct {
	Name    string `json:"name"` // relative to the folder
	Kind    string `json:"kind"` // KindExamples or KindEpisodes
	Records int    `json:"records"`
	Bytes   int64  `json:"bytes"`
	SHA256  string `json:"sha256"`
}

// Dropped is an episode that was played and not kept.
type Dropped struct {
	Task   string `json:"task"`
	Seed   int64  `json:"seed"`
	Reason string `json:"reason"`
}

// ReadManifest reads the manifest of a finished data set. A folder whose data
// set is not finished gives an error that matches [ErrUnfinished], one without a
// manifest one that matches [fs.ErrNotExist].
func ReadManifest(dir string) (Manifest, error) {
	m, err := readManifestFile(filepath.Join(dir, ManifestName))
	if errors.Is(err, fs.ErrNotExist) {
		if _, statErr := os.Stat(filepath.Join(dir, ProgressName)); statErr == nil {
			return Manifest{}, &UnfinishedError{Dir: dir}
		}
	}
	return m, err
}

func readManifestFile(path string) (Manifest, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Manifest{}, err
	}
	m, err := parseManifest(data)
	if err != nil {
		return Manifest{}, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

func parseManifest(data []byte) (Manifest, error) {
	var m Manifest
	if err := json.Unmarshal(data, &m); err != nil {
		return Manifest{}, fmt.Errorf("no manifest of a data set: %w", err)
	}
	if m.Format != ManifestFormat {
		return Manifest{}, fmt.Errorf("a manifest of format %d; this program reads %d", m.Format, ManifestFormat)
	}
	for _, f := range m.Files {
		// A name that leads out of the folder would let a manifest read any file.
		if f.Name == "" || f.Name != filepath.Base(f.Name) || !filepath.IsLocal(f.Name) {
			return Manifest{}, fmt.Errorf("the manifest names the file %q, which is no plain file name", f.Name)
		}
		if f.Records < 0 || f.Bytes < 0 {
			return Manifest{}, fmt.Errorf("the manifest gives the file %q a negative size", f.Name)
		}
	}
	return m, nil
}

// write puts the manifest into dir under the given name, beside and renamed.
func (m Manifest) write(dir, name string) error {
	data, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(dir, name), append(data, '\n'))
}

// sameOrigin says whether two manifests describe the making of the same data,
// and if not what differs, in words: the value of other, which stands on disk,
// and the one that is wanted. The command may differ: it names flags that change
// nothing, too.
func (m Manifest) sameOrigin(other Manifest) (differ string, same bool) {
	for _, f := range []struct {
		name         string
		wanted, have any
	}{
		{"suite", m.Suite, other.Suite},
		{"suite hash", m.SuiteHash, other.SuiteHash},
		{"data mode", m.Mode, other.Mode},
		{"settings", m.Settings, other.Settings},
		{"tasks", strings.Join(m.Tasks, ","), strings.Join(other.Tasks, ",")},
		{"seeds", m.Seeds, other.Seeds},
		{"agent", m.Agent, other.Agent},
		{"variation", m.Variation, other.Variation},
		{"filter", m.Filter, other.Filter},
		{"browser", m.Browser, other.Browser},
		{"fonts", m.Fonts, other.Fonts},
		{"input", strings.Join(m.ConvertedFrom, ","), strings.Join(other.ConvertedFrom, ",")},
	} {
		if f.wanted != f.have {
			return fmt.Sprintf("%s: %s, wanted %s", f.name, shown(f.have), shown(f.wanted)), false
		}
	}
	return "", true
}

// shown is a value of a manifest on one line that stays readable.
func shown(value any) string {
	const most = 80
	text := fmt.Sprintf("%+v", value)
	switch {
	case text == "":
		return "none"
	case len(text) > most:
		return strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}
