package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"pix2act/episode"
	"pix2act/internal/folder"
	"pix2act/internal/sheet"
	"pix2act/parsing"
)

// PretrainSheetOptions are the flags of pretrain sheet.
type PretrainSheetOptions struct {
	Data    string
	Out     string
	Count   int
	Columns int
}

type pretrainSheetResult struct {
	Out      string `json:"out"`
	Examples int    `json:"examples"`

	Interrupted bool `json:"interrupted,omitempty"` // before there was a picture
}

func newPretrainSheetCommand(g *globalOptions) *cobra.Command {
	var o PretrainSheetOptions
	c := &cobra.Command{
		Use:   "sheet",
		Short: "Draw examples of a data set with their answers on one large picture",
		Long: `Draw the first examples of a data set, of pretrain data or of demos, on one PNG: over each its ID, under it the right
answer.
` + exitStatus,
		Args: exactArgs(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error { return runPretrainSheet(c.Context(), o, g) },
	}
	f := c.Flags()
	f.StringVar(&o.Data, "data", "", "folder of the data set, such as DIR/pages")
	f.StringVar(&o.Out, "out", filepath.Join("runs", "examples.png"), "the picture")
	f.IntVar(&o.Count, "count", 64, "examples")
	f.IntVar(&o.Columns, "columns", 8, "examples in a row")
	requireFlags(c, "data")
	return c
}

func runPretrainSheet(ctx context.Context, o PretrainSheetOptions, g *globalOptions) error {
	if o.Count < 1 || o.Columns < 1 {
		return usagef("--count %d and --columns %d: both take at least 1", o.Count, o.Columns)
	}
	if err := folder.Writable(filepath.Dir(o.Out)); err != nil {
		return fmt.Errorf("%s: %w", o.Out, folderError(err, "--out"))
	}
	set, err := episode.Open(o.Data)
	if errors.Is(err, episode.ErrNoData) || errors.Is(err, episode.ErrUnfinished) {
		return usageError{err}
	} else if err != nil {
		return err
	}
	defer set.Close()
	if err := isFilePlace(o.Out); err != nil {
		return err
	}
	var cells []sheet.Cell
	for i := range min(o.Count, set.Len()) {
		if err := ctx.Err(); err != nil {
			return g.stopped(ctx, err, pretrainSheetResult{Interrupted: true})
		}
		example, err := set.Example(i)
		if err != nil {
			return err
		}
		picture, err := png.Decode(bytes.NewReader(example.Image))
		if err != nil {
			return fmt.Errorf("example %s: %w", example.ID, err)
		}
		cells = append(cells, sheet.Cell{Title: example.ID, Pictures: []sheet.Picture{{Image: picture, Note: example.Parse}}})
	}
	whole, err := sheet.Draw(cells, o.Columns, image.Pt(parsing.Width, parsing.Height))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(o.Out), 0o777); err != nil {
		return cannotWrite(o.Out, err)
	}
	if err := writeFile(o.Out, func(w io.Writer) error { return png.Encode(w, whole) }); err != nil {
		return err
	}
	if g.JSON {
		return g.print(pretrainSheetResult{Out: o.Out, Examples: len(cells)})
	}
	fmt.Fprintf(g.stdout, "%d examples: %s\n", len(cells), o.Out)
	return nil
}
