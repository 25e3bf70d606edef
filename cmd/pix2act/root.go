package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
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
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.PersistentFlags().BoolVar(&g.JSON, "json", false, "print one JSON document on standard output and nothing else there")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usagef("%w; see %s --help", err, c.CommandPath())
	})
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
	g := &globalOptions{stdout: stdout, stderr: stderr}
	root := newRootCommand(g)
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	var usage usageError
	switch {
	case err == nil:
		return exitDone
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "pix2act: interrupted")
		return exitInterrupted
	}
	fmt.Fprintln(stderr, "pix2act: "+strings.TrimSpace(err.Error()))
	if errors.As(err, &usage) || strings.HasPrefix(err.Error(), "required flag(s)") {
		return exitUsage
	}
	return exitFault
}

// exactArgs is cobra.ExactArgs with our exit code and a line that says what is wanted.
func exactArgs(n int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != n {
			return usagef("%s takes %s, not %d arguments; see %s --help", c.CommandPath(), what, len(args), c.CommandPath())
		}
		return nil
	}
}
