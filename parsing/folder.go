package parsing

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"pix2act/chrome"
)

// Folder is a folder of HTML pages that screens are cut out of.
type Folder struct {
	files []string // absolute paths, in the order of their names
	hash  string
}

// ErrNoPages is matched by the error about a folder without pages.
var ErrNoPages = errors.New("no HTML pages")

// OpenFolder lists the files below dir that end in .html or .htm, in the order of
// their names, whatever folders they lie in.
func OpenFolder(dir string) (*Folder, error) {
	root, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	var f Folder
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() && slices.Contains([]string{".html", ".htm"}, strings.ToLower(filepath.Ext(path))) {
			f.files = append(f.files, path)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("folder of pages: %w", err)
	}
	if len(f.files) == 0 {
		return nil, fmt.Errorf("%s: %w; give a folder with files that end in .html", dir, ErrNoPages)
	}
	whole := sha256.New()
	for _, path := range f.files {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("folder of pages: %w", err)
		}
		sum := sha256.Sum256(data)
		fmt.Fprintf(whole, "%s %x\n", strings.TrimPrefix(path, root), sum)
	}
	f.hash = hex.EncodeToString(whole.Sum(nil))
	return &f, nil
}

// Len is the number of pages.
func (f *Folder) Len() int { return len(f.files) }

// Size of a view of a page, and the cut-outs of it.
const (
	viewWidth   = 4 * Width
	viewColumns = 4
	viewRows    = 4
	viewHeight  = viewRows * (Height - LineHeight)
	// FolderBatch is the number of screens that are cut out of one view.
	FolderBatch = viewColumns * viewRows
)

// batchSize is how many screens of a level are drawn together.
func (l Level) batchSize() int64 {
	if l == LevelFolder {
		return FolderBatch
	}
	return Batch
}

// cutouts draws screens that lie side by side on one view of a page. The batch
// that the first seed belongs to says which page, and how far it is scrolled.
func (p *Painter) cutouts(ctx context.Context, seeds []int64) ([]Screen, error) {
	if p.folder == nil {
		return nil, fmt.Errorf("screens of %s: %w: name a folder", LevelFolder, ErrNoPages)
	}
	batch := seeds[0] / FolderBatch
	r := LevelFolder.source(batch, "view")
	path := p.folder.files[r.IntN(len(p.folder.files))]
	view, trees, err := p.view(ctx, path, r)
	if err != nil {
		return nil, fmt.Errorf("cut-outs of %s: %w", path, err)
	}
	size := LevelFolder.size()
	pictures := cutUp(view, FolderBatch, size, viewColumns)
	screens := make([]Screen, len(seeds))
	for i, seed := range seeds {
		cell := seed % FolderBatch
		screens[i] = Screen{Level: LevelFolder, Seed: seed, Image: pictures[cell], Root: trees[cell].settle()}
	}
	return screens, nil
}

// view opens a page, scrolls it, and gives its picture and what is seen in each
// cut-out.
func (p *Painter) view(ctx context.Context, path string, r *rand.Rand) (*image.RGBA, []*Element, error) {
	page, err := p.browser.NewPage(ctx, chrome.PageOptions{
		Width: viewWidth, Height: viewHeight, Crop: image.Rect(0, 0, viewWidth, viewHeight), Inject: sheetScript,
	})
	if err != nil {
		return nil, nil, err
	}
	defer page.Close()
	if err := page.Open(ctx, (&url.URL{Scheme: "file", Path: path}).String()); err != nil {
		return nil, nil, err
	}
	scroll := fmt.Sprintf("scrollTo({ top: %g * (document.documentElement.scrollHeight - innerHeight), behavior: 'instant' })", r.Float64())
	if err := page.Evaluate(ctx, scroll, nil); err != nil {
		return nil, nil, err
	}
	if err := page.Act(ctx, []chrome.Event{chrome.Frame{}}); err != nil {
		return nil, nil, err
	}
	var trees []*Element
	size := LevelFolder.size()
	if err := page.Evaluate(ctx, fmt.Sprintf("parsing.cutouts(%d, %d, %d, %d)", size.X, size.Y, viewColumns, viewRows), &trees); err != nil {
		return nil, nil, err
	}
	if len(trees) != FolderBatch {
		return nil, nil, fmt.Errorf("%d cut-outs, want %d", len(trees), FolderBatch)
	}
	picture, err := page.Capture(ctx)
	return picture, trees, err
}
