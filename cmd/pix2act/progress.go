package main

import (
	"io"
	"os"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// progress is a progress bar on a terminal, and nothing elsewhere.
type progress struct{ bar *progressbar.ProgressBar }

func newProgress(g *globalOptions, total int, what string) progress {
	if !isTerminal(g.stderr) {
		return progress{progressbar.DefaultSilent(int64(total))}
	}
	bar := progressbar.NewOptions(total,
		progressbar.OptionSetWriter(g.stderr), progressbar.OptionSetDescription(what), progressbar.OptionShowCount(),
		progressbar.OptionShowIts(), progressbar.OptionSetPredictTime(true), progressbar.OptionFullWidth(),
		progressbar.OptionClearOnFinish())
	_ = bar.RenderBlank() // starts its clock, by which it tells speed and time left
	return progress{bar}
}

// Add moves the bar; a bar that cannot be drawn is no reason to stop.
func (p progress) Add(n int)            { _ = p.bar.Add(n) }
func (p progress) Describe(text string) { p.bar.Describe(text) }
func (p progress) Close()               { _ = p.bar.Exit(); _ = p.bar.Clear() }

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// requireFlags marks flags that a command cannot do without.
func requireFlags(c *cobra.Command, names ...string) {
	for _, name := range names {
		if err := c.MarkFlagRequired(name); err != nil {
			panic(err) // a name without a flag is a fault of this program
		}
	}
}
