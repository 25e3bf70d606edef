package miniwob

import (
	"encoding/json"
	"fmt"
	"strings"

	"pix2act/gui"
	"pix2act/webenv"
)

// State and instruction are read in the same way from both page sets, through the names
// that drivers of these pages have always used. A page that the agent has left has none of them:
// such an episode is over, and lost.
const (
	stateScript = `(typeof WOB_DONE_GLOBAL === "undefined"
	? {done: true, raw: -1, reason: "left the page"}
	: {done: WOB_DONE_GLOBAL === true,
	   raw: WOB_DONE_GLOBAL === true ? Number(WOB_RAW_REWARD_GLOBAL) : 0,
	   reason: WOB_DONE_GLOBAL === true && WOB_REWARD_REASON != null ? String(WOB_REWARD_REASON) : null})`

	instructionScript = `(function (u) { return typeof u === "string" ? u : String(u.utterance); })(core.getUtterance())`

	// The instruction of a flight task is the JSON of what to fill in.
	flightInstructionScript = `Object.entries(JSON.parse(core.getUtterance())).map(([key, value]) => key + ": " + value).join("; ")`

	readyScript = `typeof core === "object" && document.readyState === "complete" &&
	document.getElementById("sync-task-cover") !== null && WOB_TASK_READY === true`
)

// literal writes a value as JavaScript. Numbers stay numbers: the seed 42 and the text
// "42" seed different episodes.
func literal(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("miniwob: %T has no JSON form", v)) // only called with numbers and texts
	}
	return string(text)
}

// closedCover keeps the agent's clicks from the cover, once in a document: the second click of
// a double click that ends an episode would otherwise start the next one, and the end would never be
// seen. Drivers start episodes themselves.
const closedCover = `const closed = Symbol.for("pix2act.cover");
	if (!window[closed]) {
		window[closed] = true;
		window.addEventListener("click", function (event) {
			if (event.isTrusted && event.target === core.cover_div) event.stopImmediatePropagation();
		}, true);
	}`

// builtinScript drives an embedded page: its runtime puts back everything that an
// episode can change when the next one starts.
func builtinScript(t gui.Task, page string) webenv.Script {
	script := webenv.Script{
		Path:  page,
		Ready: readyScript,
		Reset: func(e gui.Episode) string {
			return fmt.Sprintf(`(function () {
	%s
	core.endEpisode(0);
	Math.seedrandom(%s);
	core.setDataMode(%s);
	core.startEpisodeReal();
	return true;
})()`, closedCover, literal(e.Seed), literal(mode(e)))
		},
		State:            stateScript,
		ShowsInstruction: true,
		Instruction:      instructionScript,
	}
	if strings.HasPrefix(t.Name, flightPrefix) {
		script.ShowsInstruction = false // not in what an agent sees
		script.Instruction = flightInstructionScript
	}
	return script
}

// mode is the data mode of an episode, "train" where it names none.
func mode(e gui.Episode) string {
	if e.Mode == "" {
		return gui.ModeTrain
	}
	return e.Mode
}
