package train

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"

	"pix2act/episode"
	"pix2act/pix2struct"
)

// data is the opened sources of a run.
type data struct {
	sources   []Source
	manifests []episode.Manifest // of the folders that have one
	closers   []io.Closer
}

// openData opens the folders and joins them with the given sources. All folders
// must count coordinates in the same bins: the same words would mean different
// places.
func openData(folders []Folder, sources []Source, options episode.OpenOptions) (*data, error) {
	d := &data{}
	for _, folder := range folders {
		set, err := options.Open(folder.Dir)
		if err != nil {
			_ = d.close()
			return nil, err
		}
		d.closers = append(d.closers, set)
		d.sources = append(d.sources, Source{Name: folder.Dir, Weight: folder.Weight, Examples: set})
		for _, source := range set.Sources() {
			if source.Manifest == nil {
				continue
			}
			if len(d.manifests) > 0 && d.manifests[0].Settings.Bins != source.Manifest.Settings.Bins {
				_ = d.close()
				return nil, fmt.Errorf("%w: data %s has bins %+v, the data before it %+v: train on one kind",
					ErrOptions, source.Path, source.Manifest.Settings.Bins, d.manifests[0].Settings.Bins)
			}
			d.manifests = append(d.manifests, *source.Manifest)
		}
	}
	d.sources = append(d.sources, sources...)
	if len(d.sources) == 0 {
		return nil, fmt.Errorf("%w: no data was named", ErrOptions)
	}
	for _, source := range d.sources {
		if source.Weight < 0 || source.Examples == nil {
			_ = d.close()
			return nil, fmt.Errorf("%w: data %s has weight %g", ErrOptions, source.Name, source.Weight)
		}
	}
	return d, nil
}

// identity tells data sets apart as far as the order of examples goes.
func (d *data) identity() []dataset {
	var list []dataset
	for _, source := range d.sources {
		hash := sha256.New()
		for i := range source.Examples.Len() {
			hash.Write([]byte(source.Examples.ID(i)))
			hash.Write([]byte{'\n'})
		}
		list = append(list, dataset{
			Name: source.Name, Weight: source.Weight, Examples: source.Examples.Len(),
			Digest: hex.EncodeToString(hash.Sum(nil)),
		})
	}
	return list
}

// sameData compares everything but the names: a folder may have moved.
func sameData(a, b []dataset) bool {
	return slices.EqualFunc(a, b, func(x, y dataset) bool {
		x.Name, y.Name = "", ""
		return x == y
	})
}

// fillCard adds what the manifests know and the card leaves out.
func (d *data) fillCard(card *pix2struct.Card) {
	if len(d.manifests) == 0 {
		return
	}
	if card.Bins == nil {
		bins := pix2struct.Bins(d.manifests[0].Settings.Bins)
		card.Bins = &bins
	}
	var suites, hashes []string
	for _, m := range d.manifests {
		if !slices.Contains(suites, m.Suite) {
			suites = append(suites, m.Suite)
			hashes = append(hashes, m.SuiteHash)
		}
	}
	if card.Suite == "" {
		card.Suite, card.SuiteHash = join(suites), join(hashes)
	}
}

func join(words []string) string {
	text := ""
	for i, word := range words {
		if i > 0 {
			text += "+"
		}
		text += word
	}
	return text
}

func (d *data) close() error {
	var errs []error
	for _, c := range d.closers {
		errs = append(errs, c.Close())
	}
	d.closers = nil
	return errors.Join(errs...)
}
