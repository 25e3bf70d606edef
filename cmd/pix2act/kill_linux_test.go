package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"pix2act/gui"
	"pix2act/miniwob"
	"pix2act/play"
)

// killer is an environment that kills the browser under itself before its second action, once.
type killer struct {
	gui.Env
	done *bool
	acts int
}

func (k *killer) Step(ctx context.Context, action string) (gui.Step, error) {
	if k.acts++; k.acts == 2 && !*k.done {
		*k.done = true
		for _, pid := range children(os.Getpid()) {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	return k.Env.Step(ctx, action)
}

// A browser killed in mid-episode costs a retry: the episode is whole, its fault is named, and nothing is left behind.
func TestBrowserKilled(t *testing.T) {
	browserOrSkip(t)
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	suite, err := miniwob.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	w, err := newWorld(suite, 1)
	if err != nil {
		t.Fatal(err)
	}
	oracle, err := openPlayer(t.Context(), "oracle", "", Computing{}, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	before := len(children(os.Getpid()))
	killed := false
	var records []play.Record
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	err = play.All(ctx, play.Options{
		Parallel: 1, Retries: 2,
		NewEnv: func(ctx context.Context) (gui.Env, error) {
			env, err := w.newEnv(ctx)
			if err != nil {
				return nil, err
			}
			return &killer{Env: env, done: &killed}, nil
		},
		NewAgent: func(ctx context.Context, env gui.Env, ep gui.Episode) (gui.Agent, error) {
			return oracle.New(ctx, env.(*killer).Env, ep)
		},
	}, []gui.Episode{{
		Suite: suite.Name(), SuiteHash: suite.Hash(), Task: "enter-text", Seed: 3, Mode: gui.ModeTrain,
		Settings: gui.Settings{Bins: defaultSettings.Bins}.WithDefaults(),
	}}, func(r play.Record) error { records = append(records, r); return nil })
	if err != nil {
		t.Fatal(err)
	}
	if !killed || len(records) != 1 {
		t.Fatalf("killed %v, %d records", killed, len(records))
	}
	if r := records[0]; !r.Final.Success || len(r.Steps) != 3 || len(r.Faults) != 1 {
		t.Errorf("success %v, %d steps, faults %q; want the whole episode after one fault", r.Final.Success, len(r.Steps), r.Faults)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	if after := len(children(os.Getpid())); after != before {
		t.Errorf("%d child processes, %d before", after, before)
	}
	left, err := filepath.Glob(filepath.Join(temporary, "pix2act-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("folders left behind: %v %v", left, err)
	}
}

// children are the processes whose parent is pid.
func children(pid int) []int {
	var found []int
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	for _, entry := range entries {
		id, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", id))
		if errors.Is(err, os.ErrNotExist) || err != nil {
			continue
		}
		// The name, in brackets, may hold anything; the parent is the second field behind it.
		fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		if len(fields) > 1 && string(fields[1]) == strconv.Itoa(pid) {
			found = append(found, id)
		}
	}
	return found
}
