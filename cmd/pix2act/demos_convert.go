package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"pix2act/episode"
	"pix2act/episode/recording"
	"pix2act/gui"
	"pix2act/internal/folder"
	"pix2act/miniwob"
)

// DemosConvertOptions are the flags of demos convert.
type DemosConvertOptions struct {
	Out       string
	MinRaw    float64
	Episodes  bool
	Failures  bool
	Overwrite bool
}

// Names within the folder of converted recordings.
const (
	sequencesName = "sequences.jsonl"
	reportName    = "report.json"
)

type demosConvertResult struct {
	Out string `json:"out"`
	recording.Report
	Interrupted bool `json:"interrupted,omitempty"`
}

func newDemosConvertCommand(g *globalOptions) *cobra.Command {
	var o DemosConvertOptions
	c := &cobra.Command{
		Use:   "convert IN...",
		Short: "Turn demonstrations of other programs into actions, and count what is lost",
		Long: `Read demonstrations of one of two kinds, given as files or folders:
  *.json, *.json.gz        recordings of the public MiniWoB++ pages. They have neither pictures nor seeds: they become
                           action sequences (` + sequencesName + `), never training examples.
  *.tfrecord, *.recordio   whole episodes with pictures, of pix2act or the reference. They become a data set to train on.
` + reportName + ` counts what was converted and tells of everything else the reason why. See docs/demonstrations.md.
` + exitStatus,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("demos convert takes files or folders with demonstrations; see %s --help", c.CommandPath())
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return runDemosConvert(c.Context(), o, g, args) },
	}
	f := c.Flags()
	f.StringVar(&o.Out, "out", "", "folder to write")
	f.Float64Var(&o.MinRaw, "min-raw", 0.8, "leave out episodes whose raw reward is below this")
	f.BoolVar(&o.Episodes, "episodes", false, "of episodes with pictures: write whole-episode records too")
	f.BoolVar(&o.Failures, "failures", false, "keep episodes below --min-raw among the whole-episode records, for train value")
	f.BoolVar(&o.Overwrite, "overwrite", false, "replace what an earlier conversion left in the folder")
	requireFlags(c, "out")
	return c
}

func runDemosConvert(ctx context.Context, o DemosConvertOptions, g *globalOptions, in []string) error {
	if !(o.MinRaw >= -1 && o.MinRaw <= 1) {
		return usagef("--min-raw %g: raw rewards lie in -1..1", o.MinRaw)
	}
	recordings, episodes, err := demonstrationFiles(in)
	if err != nil {
		return err
	}
	if err := folder.Writable(o.Out); err != nil {
		return folderError(err, "--out")
	}
	var report *recording.Report
	if len(recordings) > 0 {
		report, err = convertRecordings(ctx, o, recordings)
	} else {
		report, err = convertEpisodes(ctx, o, episodes)
	}
	if interrupted(ctx, err) && g.JSON && report != nil {
		return errors.Join(err, g.print(demosConvertResult{o.Out, *report, true}))
	}
	if err != nil {
		return err
	}
	if g.JSON {
		err = g.print(demosConvertResult{o.Out, *report, false})
	} else {
		err = printReport(g.stdout, o.Out, report)
	}
	if err == nil && report.Converted == 0 {
		err = fmt.Errorf("none of %d demonstrations could be converted; the report tells why", report.Read)
	}
	return err
}

// demonstrationFiles finds the files that can be converted, in the order of their paths within each folder.
func demonstrationFiles(in []string) (recordings, episodes []string, err error) {
	const wanted = "want *.json or *.json.gz, or *.tfrecord or *.recordio"
	for _, root := range in {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case path == root && errors.Is(err, fs.ErrNotExist):
				return usagef("there are no demonstrations at %s: %w", path, fs.ErrNotExist)
			case err != nil:
				return fmt.Errorf("cannot read demonstrations: %w", err)
			case entry.IsDir():
				manifest, err := episode.ReadManifest(path)
				if err != nil {
					return nil // an ordinary folder
				}
				for _, f := range manifest.Files {
					if f.Kind == episode.KindEpisodes {
						episodes = append(episodes, filepath.Join(path, f.Name))
					}
				}
				return filepath.SkipDir
			case strings.HasSuffix(path, ".json"), strings.HasSuffix(path, ".json.gz"):
				recordings = append(recordings, path)
			case strings.HasSuffix(path, ".tfrecord"), strings.HasSuffix(path, ".recordio"):
				episodes = append(episodes, path)
			case path == root:
				return usagef("%s is no demonstration: %s", path, wanted)
			}
			return nil
		})
		if err != nil {
			return nil, nil, err
		}
	}
	switch {
	case len(recordings)+len(episodes) == 0:
		return nil, nil, usagef("no demonstrations in %s: %s", strings.Join(in, ", "), wanted)
	case len(recordings) > 0 && len(episodes) > 0:
		return nil, nil, usagef("%s is a recording and %s holds episodes with pictures; convert them apart", recordings[0], episodes[0])
	}
	return recordings, episodes, nil
}

// convertRecordings writes the sequences of all recordings and the report. With an error the report is of what was read by
// then, and nothing is written.
func convertRecordings(ctx context.Context, o DemosConvertOptions, files []string) (*recording.Report, error) {
	for _, name := range []string{sequencesName, reportName} {
		if _, err := os.Stat(filepath.Join(o.Out, name)); err == nil && !o.Overwrite {
			return nil, usagef("%s holds %s already; choose another folder, or give --overwrite", o.Out, name)
		}
	}
	suite, err := miniwob.Builtin()
	if err != nil {
		return nil, err
	}
	claim, err := folder.Take(o.Out)
	if err != nil {
		return nil, folderError(err, "--out")
	}
	defer claim.Release()
	var report recording.Report
	err = writeFile(filepath.Join(o.Out, sequencesName), func(w io.Writer) error {
		lines := json.NewEncoder(w)
		lines.SetEscapeHTML(false)
		for _, file := range files {
			if err := ctx.Err(); err != nil {
				return err
			}
			sequence, err := convertRecording(suite, file, o.MinRaw)
			report.Add(file, sequence.Task, len(sequence.Actions), err)
			if err == nil {
				err = lines.Encode(sequence)
			}
			var dropped *recording.DropError
			if err != nil && !errors.As(err, &dropped) && !errors.Is(err, recording.ErrUnreadable) {
				return err
			}
		}
		return nil
	})
	report.Finish()
	if err != nil {
		return &report, err
	}
	return &report, writeReportJSON(o.Out, report)
}

func writeReportJSON(dir string, report recording.Report) error {
	return writeFile(filepath.Join(dir, reportName), func(w io.Writer) error {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(report)
	})
}

// convertRecording reads and converts one file. What can be told of a recording that is dropped is in the sequence.
func convertRecording(suite *miniwob.Suite, file string, least float64) (recording.Sequence, error) {
	r, err := recording.Read(file)
	if err != nil {
		return recording.Sequence{}, err
	}
	task, err := taskOfRecording(suite, file, r)
	if err != nil {
		return recording.Sequence{}, err
	}
	sequence, err := r.Convert(recording.Page{Width: task.Width, Height: task.Height, Bins: gui.DefaultBins}, least)
	sequence.Name, sequence.Task = filepath.Base(file), task.Name
	return sequence, err
}

// taskOfRecording finds the task by what the recording says, else by the name of its file, else by the folder it lies in.
func taskOfRecording(suite *miniwob.Suite, file string, r recording.Recording) (gui.Task, error) {
	stem, _, _ := strings.Cut(filepath.Base(file), ".")
	names := slices.DeleteFunc([]string{r.Task, stem, filepath.Base(filepath.Dir(file))}, func(name string) bool { return name == "" })
	for _, name := range names {
		if task, err := suite.Task(name); err == nil {
			return task, nil
		}
	}
	return gui.Task{}, &recording.DropError{Reason: recording.ReasonTask, Detail: strings.Join(names, ", ")}
}

func printReport(w io.Writer, out string, r *recording.Report) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "read\t%d\n", r.Read)
	for _, reason := range r.Reasons {
		fmt.Fprintf(table, "%s\t%d\n", reason.Reason, reason.Count)
	}
	fmt.Fprintf(table, "converted\t%d, %d actions\n", r.Converted, r.Actions)
	fmt.Fprintf(table, "rate\t%.1f %% of those that reached the reward\n", 100*r.Rate)
	if err := table.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, "what was dropped, file by file: %s\n", filepath.Join(out, reportName))
	return nil
}
