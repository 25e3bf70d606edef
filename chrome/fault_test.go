package chrome

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestTabCrash(t *testing.T) {
	t.Parallel()
	b := launchTest(t, Options{})
	p := openTest(t, b, site(t)+"input.html")
	start := time.Now()
	tab := p.(*page)
	calls, err := tab.session.send(command{method: "Page.crash", params: struct{}{}})
	if err != nil {
		t.Fatal(err)
	}
	if err := tab.session.wait(t.Context(), calls...); !errors.Is(err, ErrCrashed) {
		t.Errorf("pending call: %v", err)
	}
	if _, err := p.Capture(t.Context()); !errors.Is(err, ErrCrashed) || !IsFault(err) {
		t.Errorf("Capture: %v", err)
	}
	if err := p.Evaluate(t.Context(), "1", nil); !errors.Is(err, ErrCrashed) {
		t.Errorf("Evaluate: %v", err)
	}
	if err := p.Act(t.Context(), Click(1, 1, 1)); !errors.Is(err, ErrCrashed) {
		t.Errorf("Act: %v", err)
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("a crash was noticed only after %v", d)
	}
	if b.Err() != nil {
		t.Errorf("the browser went too: %v", b.Err())
	}
	// The browser still works, and so does the page once it shows another document.
	if err := p.Open(t.Context(), site(t)+"count.html"); err != nil {
		t.Fatal(err)
	}
	act(t, p, append(Click(5, 5, 1), Advance{budget}, Frame{})...)
	if n := evaluate[int](t, p, "clicks"); n != 1 {
		t.Errorf("%d clicks", n)
	}
}

func TestBrowserKilled(t *testing.T) {
	t.Parallel()
	b := launchTest(t, Options{})
	p := openTest(t, b, site(t)+"count.html")
	pending := make(chan error)
	go func() { pending <- p.Evaluate(t.Context(), "for (;;);", nil) }()
	pid := b.process.command.Process.Pid
	if err := b.process.command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if err := <-pending; !errors.Is(err, ErrExited) {
		t.Errorf("pending call: %v", err)
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("noticed only after %v", d)
	}
	if err := p.Act(t.Context(), []Event{Frame{}}); !errors.Is(err, ErrExited) {
		t.Errorf("Act: %v", err)
	}
	if err := b.Err(); !errors.Is(err, ErrExited) || !strings.Contains(err.Error(), "killed") {
		t.Errorf("Err: %v", err)
	}
	<-b.process.exited
	if left := groupMembers(t, pid); len(left) > 0 {
		t.Errorf("left running: %v", left)
	}
	if _, err := os.Stat(b.process.profile.path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("profile folder: %v", err)
	}
}

// groupMembers lists the processes, zombies too, of a process group.
func groupMembers(t *testing.T, group int) []string {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	var members []string
	for _, path := range stats {
		data, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		// pid (name) state ppid pgrp …, where the name may hold anything.
		fields := strings.Fields(string(data[strings.LastIndexByte(string(data), ')')+1:]))
		if len(fields) > 2 && fields[2] == strconv.Itoa(group) {
			members = append(members, string(data[:min(len(data), 60)]))
		}
	}
	return members
}

// TestParentKilled starts a program that starts a browser, kills the
// program in the hardest way, and counts what is left.
func TestParentKilled(t *testing.T) {
	t.Parallel()
	temporary := t.TempDir()
	command := exec.Command(os.Args[0], "-test.run=^TestHelperParent$")
	command.Env = append(os.Environ(), "PIX2ACT_TEST_PARENT=1", "TMPDIR="+temporary)
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 100)
	n, err := out.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	group, err := strconv.Atoi(strings.TrimSpace(string(line[:n])))
	if err != nil {
		t.Fatalf("the program says %q", line[:n])
	}
	if len(groupMembers(t, group)) < 3 || countProfiles(t, temporary) != 1 {
		t.Fatalf("not running: %v", groupMembers(t, group))
	}
	if err := command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = command.Wait()
	waitFor(t, "the browser to die", func() bool {
		return !strings.Contains(strings.Join(groupMembers(t, group), ""), ") S") &&
			!strings.Contains(strings.Join(groupMembers(t, group), ""), ") R")
	})
	if removed := sweepProfiles(temporary); removed != 1 {
		t.Errorf("%d profiles swept, want 1", removed)
	}
	if n := countProfiles(t, temporary); n != 0 {
		t.Errorf("%d profiles left", n)
	}
}

func countProfiles(t *testing.T, dir string) int {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

// waitFor polls a condition about other processes, which nobody announces.
func waitFor(t *testing.T, what string, condition func() bool) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(10 * time.Second)
	for !condition() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// TestHelperParent is not a test but the program of TestParentKilled.
func TestHelperParent(t *testing.T) {
	if os.Getenv("PIX2ACT_TEST_PARENT") == "" {
		t.Skip("only run by TestParentKilled")
	}
	b, err := Launch(context.Background(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.NewPage(context.Background(), PageOptions{}); err != nil {
		t.Fatal(err)
	}
	os.Stdout.WriteString(strconv.Itoa(b.process.command.Process.Pid) + "\n")
	select {} // until killed
}

func TestSweepSparesTheLiving(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mine, err := newProfile(dir)
	if err != nil {
		t.Fatal(err)
	}
	if n := sweepProfiles(dir); n != 0 {
		t.Errorf("swept %d folders in use", n)
	}
	mine.lock.Close() // as the kernel does for a dead program
	if n := sweepProfiles(dir); n != 1 {
		t.Errorf("swept %d orphans, want 1", n)
	}
}

func TestEvaluateErrors(t *testing.T) {
	t.Parallel()
	p := openTest(t, launchTest(t, Options{}), site(t)+"count.html")
	for _, expression := range []string{"throw new Error('oh no')", "oh no", "NaN", "window", "'text'"} {
		var number int
		var failure *EvaluateError
		if err := p.Evaluate(t.Context(), expression, &number); !errors.As(err, &failure) || IsFault(err) {
			t.Errorf("%s: %v", expression, err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	var failure *EvaluateError
	if err := p.Evaluate(ctx, "for (;;);", nil); !errors.As(err, &failure) {
		t.Errorf("endless loop: %v", err)
	}
	var pointer *int
	if err := p.Evaluate(t.Context(), "undefined", &pointer); err != nil || pointer != nil {
		t.Errorf("undefined: %v", err)
	}
	if n := evaluate[int](t, p, "40 + 2"); n != 42 {
		t.Errorf("the page is lost: %d", n)
	}
}

func TestDeadline(t *testing.T) {
	t.Parallel()
	p := openTest(t, launchTest(t, Options{}), site(t)+"count.html")
	if err := p.Evaluate(t.Context(), "document.addEventListener('click', () => { for (;;); }); 1", nil); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if err := p.Act(ctx, Click(5, 5, 1)); !errors.Is(err, ErrDeadline) || !IsFault(err) {
		t.Errorf("Act: %v", err)
	}
	if _, err := p.Capture(t.Context()); !errors.Is(err, ErrDeadline) {
		t.Errorf("a page in an unknown state was used: %v", err)
	}
}

// TestGivenUpFrame checks that a browser that may still be drawing is not used again.
func TestGivenUpFrame(t *testing.T) {
	t.Parallel()
	b := launchTest(t, Options{})
	p := openTest(t, b, site(t)+"count.html")
	if err := p.Evaluate(t.Context(), "requestAnimationFrame(() => { for (;;); }); 1", nil); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := p.Capture(ctx); !errors.Is(err, ErrDeadline) {
		t.Errorf("Capture: %v", err)
	}
	if _, err := b.NewPage(t.Context(), PageOptions{}); !errors.Is(err, ErrDeadline) || b.Err() == nil {
		t.Errorf("NewPage: %v", err)
	}
}

// TestCancelledFrame checks that the browser outlives calls that are cancelled while it draws, as a
// spare tab's are when another document is wanted.
func TestCancelledFrame(t *testing.T) {
	t.Parallel()
	b := launchTest(t, Options{})
	openTest(t, b, site(t)+"count.html")
	ctx, cancel := context.WithCancel(t.Context())
	err := b.draw(ctx, func(frame context.Context) error {
		cancel()
		return frame.Err()
	})
	if err != nil || b.Err() != nil {
		t.Errorf("a frame under way was given up: %v, %v", err, b.Err())
	}
	ctx, cancel = context.WithCancel(t.Context())
	err = b.draw(ctx, func(frame context.Context) error { // never comes
		cancel()
		<-frame.Done()
		return frame.Err()
	})
	if !errors.Is(err, context.Canceled) || b.Err() == nil {
		t.Errorf("a frame that never comes: %v, %v", err, b.Err())
	}
}

func TestOpenErrors(t *testing.T) {
	t.Parallel()
	b := launchTest(t, Options{})
	p, err := b.NewPage(t.Context(), PageOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Capture(t.Context()); !errors.Is(err, ErrClosed) {
		t.Errorf("before Open: %v", err)
	}
	if err := p.Open(t.Context(), "http://127.0.0.1:1/"); err == nil || IsFault(err) {
		t.Errorf("nobody listens: %v", err)
	}
	if err := p.Open(t.Context(), site(t)+"count.html"); err != nil {
		t.Errorf("after a failure: %v", err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if err := p.Act(t.Context(), []Event{Frame{}}); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

func TestLaunchErrors(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	script := filepath.Join(dir, "headless-shell")
	if err := os.WriteFile(script, []byte("#!/bin/sh\necho no display for you >&2\nexit 7\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	_, err := Launch(t.Context(), Options{Binary: script})
	if !errors.Is(err, ErrExited) || !strings.Contains(err.Error(), "no display for you") || !strings.Contains(err.Error(), "exit status 7") {
		t.Errorf("a browser that cannot start: %v", err)
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("took %v to fail", d)
	}
	if _, err := Launch(t.Context(), Options{Binary: filepath.Join(dir, "nothing")}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no such file: %v", err)
	}
	if _, err := search([]string{"no-such-browser"}); !errors.Is(err, ErrNoBrowser) || !strings.Contains(err.Error(), "apt-get install") {
		t.Errorf("no browser: %v", err)
	}
}

// TestNoPriority checks that a browser started by root does not put itself before all
// other programs.
func TestNoPriority(t *testing.T) {
	t.Parallel()
	b := launchTest(t, Options{})
	openTest(t, b, site(t)+"count.html")
	tasks, err := filepath.Glob("/proc/[0-9]*/task/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	own, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		t.Fatal(err)
	}
	nice := func(stat []byte) (group string, nice int) {
		fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
		nice, _ = strconv.Atoi(fields[16])
		return fields[2], nice
	}
	_, ours := nice(own)
	threads := 0
	for _, path := range tasks {
		stat, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		if group, n := nice(stat); group == strconv.Itoa(b.process.command.Process.Pid) {
			threads++
			if n < ours {
				t.Errorf("thread with nice value %d: %s", n, stat)
			}
		}
	}
	if threads < 10 {
		t.Errorf("only %d threads seen", threads)
	}
}
