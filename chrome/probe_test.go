package chrome

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestProbeLeavesNothing checks that a browser that hangs at its start ends with
// the processes that it started.
func TestProbeLeavesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	fifo, script := filepath.Join(dir, "started"), filepath.Join(dir, "headless-shell")
	if err := unix.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	// The time that sleep is given marks it among the machine's processes.
	mark := fmt.Sprintf("1000.%09d", os.Getpid())
	text := "#!/bin/sh\nsleep " + mark + " &\necho > " + fifo + "\nwait\n"
	if err := os.WriteFile(script, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	running := func() int {
		n := 0
		all, err := filepath.Glob("/proc/[0-9]*/cmdline")
		if err != nil || len(all) == 0 {
			t.Fatalf("%d processes, %v", len(all), err)
		}
		for _, path := range all {
			if line, err := os.ReadFile(path); err == nil && strings.Contains(string(line), mark) {
				n++
			}
		}
		return n
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error)
	go func() {
		_, err := probe(ctx, script)
		ended <- err
	}()
	if _, err := os.ReadFile(fifo); err != nil { // waits until sleep is started
		t.Fatal(err)
	}
	if running() == 0 {
		t.Fatal("the test sees no process while the command runs")
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if n := running(); n != 0 {
		t.Errorf("%d processes live on", n)
	}
}

func TestVersionOf(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	script := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	if version, err := versionOf(script("good", "echo Chromium 1.2.3.4 built here"), time.Minute); version != "1.2.3.4" || err != nil {
		t.Errorf("version %q, %v", version, err)
	}
	for _, c := range []struct {
		path   string
		within time.Duration
		say    string
	}{
		{script("hung", "exec sleep 1000"), 10 * time.Millisecond, "hung did not answer --version within 0.01 s"},
		{script("broken", "exit 3"), time.Minute, "broken --version: exit status 3"},
	} {
		if _, err := versionOf(c.path, c.within); !errors.Is(err, ErrNoBrowser) || !strings.Contains(err.Error(), c.say) {
			t.Errorf("%s: %v, want %q", c.path, err, c.say)
		}
	}
}
