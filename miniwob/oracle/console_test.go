package oracle_test

import (
	"context"
	"fmt"
	"strings"

	"pix2act/gui"
	"pix2act/miniwob"
	"pix2act/webenv"
)

// console is where a page keeps what went wrong in it.
const console = `globalThis[Symbol.for("pix2act.console")]`

// listen keeps what a page throws, rejects or tells as an error.
const listen = console + ` = [];
addEventListener("error", event => ` + console + `.push(String(event.message)), true);
addEventListener("unhandledrejection", event => ` + console + `.push(String(event.reason)));
(tell => { console.error = (...what) => { ` + console + `.push(what.join(" ")); tell.apply(console, what); }; })(console.error);
`

// heard is a suite whose pages are listened to.
type heard struct{ *miniwob.Suite }

func (h heard) Script(task string) (webenv.Script, error) {
	script, err := h.Suite.Script(task)
	script.Inject = listen + script.Inject
	return script, err
}

// listener is an environment that refuses to go on once the console shows an error.
type listener struct{ *webenv.Env }

func (l listener) Reset(ctx context.Context, episode gui.Episode) (gui.Step, error) {
	step, err := l.Env.Reset(ctx, episode)
	return step, l.hear(ctx, step, err)
}

func (l listener) Step(ctx context.Context, action string) (gui.Step, error) {
	step, err := l.Env.Step(ctx, action)
	return step, l.hear(ctx, step, err)
}

func (l listener) hear(ctx context.Context, step gui.Step, err error) error {
	if err != nil || step.Reason == gui.ReasonLeftPage {
		return err
	}
	var errors []string
	if err := l.Evaluate(ctx, console, &errors); err != nil {
		return err
	}
	if len(errors) > 0 {
		return fmt.Errorf("the console shows %s", strings.Join(errors, "; "))
	}
	return nil
}
