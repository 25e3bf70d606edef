package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"pix2act/episode"
	"pix2act/gui"
	"pix2act/internal/sheet"
	"pix2act/miniwob"
	"pix2act/miniwob/oracle"
	"pix2act/play"
	"pix2act/score"
)

// ContactSheetOptions are the flags of contact-sheet.
type ContactSheetOptions struct {
	Suites   []string
	Tasks    string
	Seed     int64
	Out      string
	Columns  int
	Parallel int
}

// shot is one task of one suite on the sheets.
type shot struct {
	Suite   string  `json:"suite"`
	Task    string  `json:"task"`
	Steps   int     `json:"steps"`
	Raw     float64 `json:"raw"`
	Success bool    `json:"success"`
	Note    string  `json:"note,omitempty"`

	start, end image.Image
}

// contactSheetStopped is what an interrupted contact-sheet prints in place of the shots alone.
type contactSheetStopped struct {
	Shots       []*shot `json:"shots"` // of the tasks played by then; no picture is written
	Interrupted bool    `json:"interrupted"`
}

// The pictures that contact-sheet writes.
const startSheet, endSheet = "start.png", "end.png"

func newContactSheetCommand(g *globalOptions) *cobra.Command {
	var o ContactSheetOptions
	c := &cobra.Command{
		Use:   "contact-sheet",
		Short: "Draw the first and the last pictures of all tasks on two large pictures",
		Long: `Start every task and let its oracle play it, and write two large pictures to a folder: start.png, the first
screens, and end.png, the screens at the oracle's last action, green where it was a success. With more than one --suite a
task's pictures stand side by side.
` + exitStatus,
		Args: exactArgs(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error { return runContactSheet(c.Context(), o, g) },
	}
	f := c.Flags()
	f.StringArrayVar(&o.Suites, "suite", []string{"miniwob"}, suiteHelp+"; may be given more than once")
	f.StringVar(&o.Tasks, "tasks", "all", "comma-separated task names or a named list")
	f.Int64Var(&o.Seed, "seed", 1, "seed of the episodes")
	f.StringVar(&o.Out, "out", filepath.Join("runs", "contact-sheet"), "folder of the pictures")
	f.IntVar(&o.Columns, "columns", 8, "tasks in a row")
	f.IntVar(&o.Parallel, "parallel", 0, "browsers (0: one per core)")
	return c
}

func runContactSheet(ctx context.Context, o ContactSheetOptions, g *globalOptions) error {
	if o.Columns < 1 {
		return usagef("--columns %d: it takes at least 1", o.Columns)
	}
	seeds, err := parseSeeds(fmt.Sprint(o.Seed))
	if err != nil {
		return err
	}
	if o.Parallel < 0 {
		return usagef("--parallel %d: give 0 for one per core, or a positive number", o.Parallel)
	}
	suites := make([]*miniwob.Suite, len(o.Suites))
	tasks := make([][]string, len(o.Suites))
	var names []string
	for i, name := range o.Suites {
		if suites[i], err = openSuite(name); err != nil {
			return err
		}
		if tasks[i], err = taskNames(suites[i], o.Tasks); err != nil {
			return err
		}
		names = append(names, tasks[i]...)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	claim, err := takeFolder(o.Out, startSheet, endSheet)
	if err != nil {
		return err
	}
	defer claim.Release()
	parallel := o.Parallel
	if parallel == 0 {
		parallel = runtime.NumCPU()
	}
	bySuite := make([]map[string]*shot, len(suites))
	for i, suite := range suites {
		n := min(parallel, len(tasks[i]))
		w, err := newWorld(suite, n)
		if err != nil {
			return err
		}
		bySuite[i], err = shoot(ctx, g, w, tasks[i], seeds, n)
		_ = w.Close() // a browser that is slow to go takes nothing from the pictures
		if err != nil {
			return g.stopped(ctx, err, contactSheetStopped{shotsOf(names, bySuite), true})
		}
	}
	return writeSheets(o, g, names, bySuite)
}

// shotsOf lists the shots that there are, task by task.
func shotsOf(names []string, bySuite []map[string]*shot) []*shot {
	shots := []*shot{}
	for _, name := range names {
		for _, of := range bySuite {
			if s := of[name]; s != nil {
				shots = append(shots, s)
			}
		}
	}
	return shots
}

// shoot plays one episode of every task with its oracle.
func shoot(ctx context.Context, g *globalOptions, w *world, tasks []string, seeds episode.SeedRange, parallel int) (map[string]*shot, error) {
	solver, err := openPlayer(ctx, "oracle", "", Computing{}, 0, parallel)
	if err != nil {
		return nil, err
	}
	settings := solver.Settings.WithDefaults()
	s := setup{
		World: w, Player: solver, Parallel: parallel,
		Episodes: episodes(w.suite, tasks, seeds, gui.ModeTrain, settings),
	}
	byTask := map[string]*shot{}
	bar := newProgress(g, len(tasks), w.suite.Name())
	defer bar.Close()
	err = s.play(ctx, func(r play.Record) error {
		defer bar.Add(1)
		if score.End(r.Final) == gui.ReasonFault {
			return errors.New(r.Final.Reason)
		}
		byTask[r.Episode.Task] = shotOf(w.suite.Name(), r)
		return nil
	})
	return byTask, err
}

// shotOf takes the pictures of an episode. A page that has ended shows its cover: the picture
// before is what tells.
func shotOf(suite string, r play.Record) *shot {
	s := &shot{Suite: suite, Task: r.Episode.Task, start: r.Final.Observation.Image, Steps: len(r.Steps)}
	if !oracle.Has(s.Task) {
		s.Note = "no oracle"
		return s
	}
	s.Raw, s.Success, s.Note = r.Final.Raw, r.Final.Success, r.Final.Reason
	if n := len(r.Steps); n > 0 {
		s.start, s.end = r.Steps[0].Before.Image, r.Steps[n-1].Before.Image
	}
	return s
}

var (
	markSolved   = color.RGBA{G: 160, B: 60, A: 255}
	markUnsolved = color.RGBA{R: 210, A: 255}
)

// writeSheets draws both pictures; a task that a suite lacks has an empty place.
func writeSheets(o ContactSheetOptions, g *globalOptions, names []string, bySuite []map[string]*shot) error {
	var starts, ends []sheet.Cell
	shots := shotsOf(names, bySuite)
	place := image.Pt(160, 210)
	for _, name := range names {
		start, end := sheet.Cell{Title: name}, sheet.Cell{Title: name}
		for _, of := range bySuite {
			s := of[name]
			if s == nil {
				start.Pictures = append(start.Pictures, sheet.Picture{Note: "no page"})
				end.Pictures = append(end.Pictures, sheet.Picture{Note: "no page"})
				continue
			}
			last := sheet.Picture{Image: s.end, Note: s.Note}
			if s.end != nil {
				last.Mark = markUnsolved
				if s.Success {
					last.Mark = markSolved
				}
				last.Note = fmt.Sprintf("raw %.3g, %s %s", s.Raw, plural(s.Steps, "action"), s.Note)
			}
			start.Pictures = append(start.Pictures, sheet.Picture{Image: s.start, Note: s.Suite})
			end.Pictures = append(end.Pictures, last)
		}
		starts, ends = append(starts, start), append(ends, end)
	}
	var errs []error
	for file, cells := range map[string][]sheet.Cell{startSheet: starts, endSheet: ends} {
		picture, err := sheet.Draw(cells, o.Columns, place)
		if err != nil {
			return err
		}
		errs = append(errs, writeFile(filepath.Join(o.Out, file), func(w io.Writer) error { return png.Encode(w, picture) }))
	}
	err := errors.Join(errs...)
	if g.JSON {
		return errors.Join(g.print(shots), err)
	}
	for _, s := range shots {
		if !s.Success {
			fmt.Fprintf(g.stdout, "%s/%s: raw %g after %s %s\n", s.Suite, s.Task, s.Raw, plural(s.Steps, "action"), s.Note)
		}
	}
	if err == nil {
		fmt.Fprintf(g.stdout, "%s: %s and %s\n", plural(len(names), "task"), filepath.Join(o.Out, startSheet), filepath.Join(o.Out, endSheet))
	}
	return err
}
