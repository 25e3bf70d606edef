package main

import (
	"fmt"
	"testing"
)

// The command that evaluates what was trained names its tasks and their suite.
func TestEvaluateCommand(t *testing.T) {
	const seeds, agent = "--seeds 900000000..900000099", "--agent runs/a/best"
	for _, c := range []struct {
		play    TrainPlayOptions
		trained []string
		want    string
	}{
		{TrainPlayOptions{Suite: "miniwob"}, nil, "--tasks TASKS " + seeds + " " + agent},
		{TrainPlayOptions{Suite: "miniwob"}, []string{"farama/x", "miniwob/a", "miniwob/b"}, "--tasks a,b " + seeds + " " + agent},
		{TrainPlayOptions{Suite: "miniwob"}, []string{"farama/x", "farama/y"}, "--tasks x,y " + seeds + " " + agent + " --suite farama:PATH"},
		{TrainPlayOptions{Suite: "farama:pages"}, []string{"farama/x", "miniwob/a"}, "--tasks x " + seeds + " " + agent + " --suite farama:pages"},
		{TrainPlayOptions{Suite: "miniwob"}, []string{"a", "b"}, "--tasks a,b " + seeds + " " + agent},
		{TrainPlayOptions{Suite: "dir:pages", Tasks: "text"}, []string{"a"}, "--tasks text " + seeds + " " + agent + " --suite dir:pages"},
	} {
		t.Run(fmt.Sprint(c.play, c.trained), func(t *testing.T) {
			if got := evaluateCommand(TrainPolicyOptions{Out: "runs/a", Play: c.play}, c.trained); got != "pix2act eval "+c.want {
				t.Errorf("%s\nwant pix2act eval %s", got, c.want)
			}
		})
	}
}
