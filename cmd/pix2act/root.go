package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"pix2act/tensor"
)

// Exit codes of every command; each help text ends with them.
const (
	exitDone        = 0
	exitFault       = 1
	exitUsage       = 2
	exitInterrupted = 130
)

const exitStatus = `
EXIT STATUS
  0    done
  1    fault: the machine, a file, or the network
  2    usage: what was asked is malformed or does not exist
  130  interrupted; what was complete by then is written`

// usageError marks an error as the caller's: something asked for is malformed or does not exist.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// globalOptions are the flags of every command and the streams they write to.
type globalOptions struct {
	JSON   bool
	stdout io.Writer
	stderr io.Writer
}

// print writes v as the one JSON document of a command.
func (g *globalOptions) print(v any) error {
	encoder := json.NewEncoder(g.stdout)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}

func newRootCommand(g *globalOptions) *cobra.Command {
	root := &cobra.Command{
		Use:   "pix2act",
		Short: "Agents that see only pixels and act only with mouse and keyboard",
		Long: `pix2act plays, trains and evaluates agents that see only pixels and act only with mouse and keyboard:

  page → screenshot → Pix2Struct → action text → trusted mouse/keyboard → page … → reward

First steps: pix2act doctor; pix2act run click-test --seed 1; pix2act eval --tasks first12 --seeds 1..5
` + exitStatus,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("unknown command %q; pix2act --help lists the commands", args[0])
			}
			return nil
		},
		PersistentPreRunE: func(*cobra.Command, []string) error {
			if err := tensor.CheckKernel(); err != nil {
				return usageError{err}
			}
			return nil
		},
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.PersistentFlags().BoolVar(&g.JSON, "json", false, "print one JSON document on standard output and nothing else there")
	root.SetFlagErrorFunc(flagError)
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(
		newDoctorCommand(g), newTasksCommand(g), newRunCommand(g), newEvalCommand(g),
		newDemosCommand(g), newTrainCommand(g), newConvertCommand(g), newInspectCommand(g), newBenchCommand(g), newPredictCommand(g), newServeCommand(g), newDomdiffCommand(g),
		newContactSheetCommand(g), newPretrainCommand(g), newExperimentCommand(g),
	)
	return root
}

// execute runs one command line and returns its exit code; an error is one line on stderr.
func execute(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	out := &output{Writer: stdout}
	g := &globalOptions{stdout: out, stderr: stderr}
	root := newRootCommand(g)
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(stderr)
	command, err := root.ExecuteContextC(ctx)
	if out.err != nil {
		err = out.err
	}
	var usage usageError
	switch {
	case err == nil:
		return exitDone
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "pix2act: interrupted")
		return exitInterrupted
	}
	if missing, ok := strings.CutPrefix(err.Error(), "required flag(s) "); ok {
		names := strings.ReplaceAll(strings.ReplaceAll(strings.TrimSuffix(missing, " not set"), `, "`, `, --`), `"`, "")
		err = usagef("%s needs --%s; see %s --help", shortName(command), names, command.CommandPath())
	}
	fmt.Fprintln(stderr, "pix2act: "+oneLine(err.Error()))
	if errors.As(err, &usage) {
		return exitUsage
	}
	return exitFault
}

// oneLine joins the lines of an error, which may be several errors.
func oneLine(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "; ")
}

// flagError says what a flag takes, in place of the Go function that could not read it.
func flagError(c *cobra.Command, err error) error {
	var wrong *pflag.InvalidValueError
	if errors.As(err, &wrong) {
		flag := wrong.GetFlag()
		wanted := map[string]string{"int": "a whole number", "int64": "a whole number", "uint64": "a whole number from 0", "float64": "a number",
			"bool": "true or false", "duration": "a time such as 90s or 10m"}[flag.Value.Type()]
		if errors.Is(err, strconv.ErrRange) {
			wanted = "a smaller number"
		}
		if wanted != "" {
			return usagef("--%s %q: give %s; see %s --help", flag.Name, wrong.GetValue(), wanted, c.CommandPath())
		}
	}
	return usagef("%w; see %s --help", err, c.CommandPath())
}

// number is the value of a flag and the least that the flag takes.
type number struct {
	flag         string
	value, least float64
}

// checkLeast refuses the first number that is too small.
func checkLeast(numbers ...number) error {
	for _, n := range numbers {
		if !(n.value >= n.least) { // not a number, too
			return usagef("--%s %g: it takes at least %g", n.flag, n.value, n.least)
		}
	}
	return nil
}

// exactArgs is cobra.ExactArgs with our exit code and a line that says what is wanted.
func exactArgs(n int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != n {
			return usagef("%s takes %s, not %s; see %s --help", shortName(c), what, plural(len(args), "argument"), c.CommandPath())
		}
		return nil
	}
}

// shortName is what stands behind the program's own name, with which every error begins.
func shortName(c *cobra.Command) string {
	return strings.TrimPrefix(c.CommandPath(), c.Root().Name()+" ")
}

// plural counts things.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
