package pagetest

import (
	_ "embed"
	"fmt"
	"io/fs"

	"pix2act/gui"
	"pix2act/webenv"
)

//go:embed watch.js
var watchJS string

// watch is the watch of a document, in its scripts.
const watch = `window[Symbol.for("pix2act.watch")]`

// watched is a suite with one task, whose pages are watched.
type watched struct {
	webenv.Suite
	task  gui.Task
	fresh bool // every episode in a fresh document; else in one and the same
}

// Tasks gives the task. Whether a document is fresh is for the script to say, even if
// the task is animated.
func (w watched) Tasks() []gui.Task {
	t := w.task
	t.Animated = false
	return []gui.Task{t}
}

// Script starts the watch with the document. An error at the start of an episode is noted, and
// what never gets ready is not waited for to the end, so that the page can tell why.
func (w watched) Script(task string) (webenv.Script, error) {
	script, err := w.Suite.Script(task)
	if err != nil {
		return script, err
	}
	reset, ready := script.Reset, script.Ready
	script.FreshPage = w.fresh
	script.Inject += watchJS
	if ready == "" {
		ready = "true"
	}
	script.Ready = fmt.Sprintf(`(%s.polls++ > 60 || (() => { try { return Boolean(%s); } catch (problem) { return false; } })())`, watch, ready)
	script.Reset = func(e gui.Episode) string {
		return fmt.Sprintf(`(() => {
	const watch = %s;
	if (watch.episode++ === 0) watch.covered = document.getElementById("sync-task-cover") !== null;
	watch.polls = 0;
	try { %s; } catch (problem) { watch.errors.push("the episode does not start: " + problem); }
	watch.started();
})()`, watch, reset(e))
	}
	script.ShowsInstruction = true // it is read by a check
	return script, nil
}

// Files are the suite's own.
func (w watched) Files() fs.FS { return w.Suite.Files() }
