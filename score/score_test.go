package score

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pix2act/gui"
	"pix2act/play"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (run with -update to accept):\n got\n%s\nwant\n%s", name, got, want)
	}
}

func TestWilson(t *testing.T) {
	for _, c := range []struct {
		successes, n int
		lo, hi       float64
	}{
		// By hand from the formula, to four decimals.
		{0, 0, 0, 1},
		{0, 10, 0, 0.2775},
		{10, 10, 0.7225, 1},
		{5, 10, 0.2366, 0.7634},
		{95, 100, 0.8882, 0.9785},
		{1, 1, 0.2065, 1},
	} {
		lo, hi := Wilson(c.successes, c.n)
		if math.Abs(lo-c.lo) > 5e-5 || math.Abs(hi-c.hi) > 5e-5 {
			t.Errorf("Wilson(%d, %d) = %.4f, %.4f; want %.4f, %.4f", c.successes, c.n, lo, hi, c.lo, c.hi)
		}
	}
}

func picture(shade byte) gui.Observation {
	img := image.NewRGBA(image.Rect(0, 0, 2, 1))
	for i := range img.Pix {
		img.Pix[i] = shade
	}
	return gui.NewObservation(img, image.Point{}, 1)
}

// record plays an episode of so many steps with this end.
func record(task string, seed int64, steps int, raw float64, reason string) play.Record {
	r := play.Record{
		Episode:  gui.Episode{Suite: "miniwob", Task: task, Seed: seed, Mode: gui.ModeTrain},
		Final:    gui.Step{Observation: picture(255), Raw: raw, Score: gui.ScoreOf(raw), Success: raw >= 1, Done: true, Reason: reason},
		Duration: 20 * time.Millisecond,
	}
	for i := range steps {
		s := play.Recorded{Action: "wait", Before: picture(byte(seed) + byte(i))}
		s.After.Timing = gui.Timing{Input: time.Millisecond, Capture: 3 * time.Millisecond}
		r.Steps = append(r.Steps, s)
	}
	return r
}

func meta() Meta {
	p := ProtocolOf(gui.Settings{})
	p.SuiteHash, p.TaskList, p.Mode = strings.Repeat("5f0c", 16), "first12", gui.ModeTrain
	p.Browser, p.Fonts, p.CheckpointHash = "HeadlessChrome/156.0.1", strings.Repeat("c0ffee", 10), strings.Repeat("ab", 32)
	p.Command = "pix2act eval --tasks first12 --seeds 7..10"
	return Meta{Suite: "miniwob", Agent: "bundled", Seeds: "7..10", Tasks: []string{"click-test", "click-button-sequence", "use-slider"}, Protocol: p}
}

func sample() []play.Record {
	lost := record("click-button-sequence", 9, 0, -1, "fault: browser exited")
	lost.Faults = []string{"reset click-button-sequence: the page was lost: browser exited"}
	mended := record("click-button-sequence", 10, 2, 1, "")
	mended.Faults = []string{"step click-button-sequence: the page was lost: tab crashed"}
	illegal := record("use-slider", 7, 4, 0.5, "")
	illegal.Steps[1].After.Invalid = &gui.ActionError{Text: "x", Reason: "no verb"}
	return []play.Record{
		record("click-test", 7, 1, 1, ""), record("click-test", 8, 1, 1, ""),
		record("click-button-sequence", 7, 2, 1, ""), record("click-button-sequence", 8, 30, -1, gui.ReasonStepLimit), lost, mended,
		illegal, record("use-slider", 8, 3, -1, "agent failed: no idea"),
	}
}

func TestSummarise(t *testing.T) {
	r := Summarise(meta(), sample())
	if r.Episodes != 8 || r.Success != 0.5 || math.Abs(r.MeanScore-100*4.75/8) > 1e-9 {
		t.Errorf("episodes %d, success %v, mean score %v", r.Episodes, r.Success, r.MeanScore)
	}
	sequence := r.Tasks[1]
	if sequence.Success != 0.5 || sequence.Score != 0.5 || sequence.Raw != 0 || sequence.MeanSteps != 8.5 {
		t.Errorf("click-button-sequence: %+v", sequence)
	}
	if got := fmt.Sprint(sequence.Ends); got != "map[fault:1 page:2 step limit:1]" {
		t.Errorf("ends %s", got)
	}
	if len(r.Faults) != 2 || r.Faults[0].Recovered || !r.Faults[1].Recovered {
		t.Errorf("faults %+v", r.Faults)
	}
	if r.Tasks[2].InvalidActions != 1 {
		t.Errorf("illegal actions %d, want 1", r.Tasks[2].InvalidActions)
	}
	if r.Timing.InputMS != 1 || r.Timing.CaptureMS != 3 || r.Timing.EpisodeMS != 20 {
		t.Errorf("timing %+v", r.Timing)
	}
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "report.json", string(text)+"\n")
}

// The hash over the observations tells runs apart by pixels and by order.
func TestObservationsHash(t *testing.T) {
	records := sample()
	first := Summarise(meta(), records).ObservationsSHA256
	if again := Summarise(meta(), records).ObservationsSHA256; again != first {
		t.Error("the same records give another hash")
	}
	records[0], records[1] = records[1], records[0]
	if Summarise(meta(), records).ObservationsSHA256 == first {
		t.Error("another order gives the same hash")
	}
	records = sample()
	records[7].Final.Observation = picture(3)
	if Summarise(meta(), records).ObservationsSHA256 == first {
		t.Error("another last picture gives the same hash")
	}
}

func TestEmptyReport(t *testing.T) {
	m := meta()
	m.Expected = 12
	r := Summarise(m, nil)
	if r.Missing != 12 || r.Tasks[0].SuccessCI95 != [2]float64{0, 1} {
		t.Errorf("missing %d, interval %v", r.Missing, r.Tasks[0].SuccessCI95)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, field := range []string{`"faults":[]`, `"injected_styles":[]`, `"tasks":[{`} {
		if !bytes.Contains(text, []byte(field)) {
			t.Errorf("the JSON lacks %s", field)
		}
	}
}

func random() *Report {
	m := meta()
	m.Agent = "random"
	r := Summarise(m, []play.Record{
		record("click-test", 7, 1, 1, ""), record("click-test", 8, 5, -1, ""),
		record("click-button-sequence", 7, 30, -1, gui.ReasonStepLimit),
	})
	return &r
}

func TestTable(t *testing.T) {
	m := meta()
	m.Expected = 9
	r := Summarise(m, sample())
	long := meta()
	long.Tasks = []string{"email-inbox-forward-nl-turk", "click-checkboxes-transfer"}
	long.Seeds = "1201539860..1201539959"
	long.Protocol.InjectedStyles = []string{"select lists drawn in the page", "date, time and colour windows kept shut"}
	var many []play.Record
	for i := range 100 {
		many = append(many, record(long.Tasks[0], int64(i), 1, 1, ""), record(long.Tasks[1], int64(i), 29, 1-2*float64(i%2), ""))
	}
	other := random()
	other.Seeds = long.Seeds
	for _, c := range []struct {
		name   string
		report Report
		beside *Report
	}{
		{"table.txt", r, nil},
		{"table_beside.txt", r, random()},
		{"table_long.txt", Summarise(long, many), other},
	} {
		var out bytes.Buffer
		if err := c.report.WriteTable(&out, c.beside); err != nil {
			t.Fatal(err)
		}
		golden(t, c.name, out.String())
		for line := range strings.Lines(out.String()) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > Width && !strings.HasPrefix(line, "fault:") {
				t.Errorf("%s: a line of %d characters: %s", c.name, n, line)
			}
		}
	}
}

func TestMarkdown(t *testing.T) {
	var out bytes.Buffer
	if err := Summarise(meta(), sample()).WriteMarkdown(&out, random()); err != nil {
		t.Fatal(err)
	}
	golden(t, "table.md", out.String())
}

func TestTenths(t *testing.T) {
	for x, want := range map[float64]string{1.25: "1.3", 1.24: "1.2", -0.25: "-0.3", 0: "0.0", 100: "100.0", 71.25: "71.3"} {
		if got := Tenths(x); got != want {
			t.Errorf("%v is %s, want %s", x, got, want)
		}
	}
}

// Two reports of agents of one name are told apart by what else they differ in.
func TestNameOf(t *testing.T) {
	here, there := Summarise(meta(), nil), Summarise(meta(), nil)
	for _, c := range []struct {
		change func()
		want   string
	}{
		{func() {}, "bundled, before"},
		{func() { there.Protocol.Version = "f00" }, "bundled, program f00"},
		{func() { there.Suite = "farama" }, "bundled, farama"},
		{func() { there.Protocol.CheckpointHash = "0123456789abcdef" }, "bundled, checkpoint 0123456789ab"},
		{func() { there.Agent = "random" }, "random"},
	} {
		c.change()
		if got := here.nameOf(&there); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestLost(t *testing.T) {
	if n := Summarise(meta(), sample()).Lost(); n != 2 {
		t.Errorf("%d episodes lost, want 2", n)
	}
}
