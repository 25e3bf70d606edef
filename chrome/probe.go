package chrome

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"time"
)

// versionOf asks an executable for its version, and ends it with all that it
// started when it does not answer in time.
func versionOf(path string, within time.Duration) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	out, err := probe(ctx, path, "--version")
	if errors.Is(err, context.DeadlineExceeded) {
		return "", fmt.Errorf("%w: %s did not answer --version within %g s", ErrNoBrowser, path, within.Seconds())
	}
	if err != nil {
		return "", fmt.Errorf("%w: %s --version: %w", ErrNoBrowser, path, err)
	}
	return versionIn(string(out)), nil
}

// probe runs a command to its end, or to that of ctx, and gives what it wrote to
// standard output. Nothing that the command started lives on.
func probe(ctx context.Context, path string, args ...string) ([]byte, error) {
	var out bytes.Buffer
	command := exec.CommandContext(ctx, path, args...)
	command.Stdout = &out
	command.Cancel = func() error { killGroup(command.Process.Pid); return nil }
	command.WaitDelay = time.Second
	if err := startGroup(command); err != nil {
		return nil, err
	}
	err := command.Wait()
	killGroup(command.Process.Pid)
	reapGroup(command.Process.Pid)
	if err != nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	return out.Bytes(), err
}
