package train

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress tells a person how the run goes: a bar on a terminal, a line now and
// then elsewhere.
type progress struct {
	to    io.Writer
	bar   *progressbar.ProgressBar
	total int
	now   func() time.Time
	last  time.Time
}

// lineInterval is the least time between two lines where there is no terminal.
const lineInterval = 15 * time.Second

func newProgress(to io.Writer, done, total int, now func() time.Time) *progress {
	p := &progress{to: to, total: total, now: now}
	if to == nil {
		return p
	}
	if file, ok := to.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		p.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(to),
			progressbar.OptionSetDescription("training"),
			progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(false), // it counts the steps before a resumption as done in no time
			progressbar.OptionSetElapsedTime(true),
			progressbar.OptionThrottle(200*time.Millisecond),
			progressbar.OptionSetWidth(20),
			progressbar.OptionOnCompletion(func() { fmt.Fprintln(to) }),
		)
		_ = p.bar.Set(done)
	}
	return p
}

// advance moves the bar.
func (p *progress) advance(step int) {
	if p.bar != nil {
		_ = p.bar.Set(step)
	}
}

// step shows the state after a log interval.
func (p *progress) step(e Entry) {
	if p.to == nil {
		return
	}
	text := fmt.Sprintf("loss %.3f · tokens %.0f %% · %.0f examples/s · %.0f %% waiting", e.Loss, 100*e.TokenAccuracy, e.ExamplesPerS, 100*e.Waiting)
	if left := time.Duration(float64(p.total-e.Step) * e.perStep * float64(time.Second)).Round(time.Second); left > 0 {
		text += fmt.Sprintf(" · %v left", left)
	}
	if p.bar != nil {
		p.bar.Describe(text)
		return
	}
	now := p.now()
	if now.Sub(p.last) < lineInterval && e.Step < p.total {
		return
	}
	p.last = now
	fmt.Fprintf(p.to, "step %d of %d · %s\n", e.Step, p.total, text)
}

// say prints a line of its own.
func (p *progress) say(format string, values ...any) {
	if p.to == nil {
		return
	}
	if p.bar != nil {
		_ = p.bar.Clear()
	}
	fmt.Fprintf(p.to, format+"\n", values...)
}

// end leaves the terminal on a fresh line.
func (p *progress) end() {
	if p.bar != nil && !p.bar.IsFinished() {
		fmt.Fprintln(p.to)
	}
}
