package recording

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pix2act/gui"
)

var testPage = Page{Width: 160, Height: 210, Bins: gui.DefaultBins}

// film makes a recording of events in a short form: "down 8 9", "key 65",
// "press a", each noted at phases 1 and 3 and 100 ms after the one before.
func film(events ...string) Recording {
	r := Recording{Task: "t", Raw: 1, Events: []Event{{}}}
	names := map[string]string{"down": "mousedown", "up": "mouseup", "move": "mousemove", "click": "click", "dbl": "dblclick",
		"key": "keydown", "free": "keyup", "press": "keypress"}
	for i, text := range events {
		verb, rest, _ := strings.Cut(text, " ")
		e := Event{Type: names[verb], MS: float64(100 * (i + 1)), Phase: 1}
		switch verb {
		case "press":
			e.CharCode = int([]rune(rest)[0])
		case "key", "free":
			fmt.Sscan(rest, &e.KeyCode)
		default:
			fmt.Sscan(rest, &e.X, &e.Y)
		}
		again := e
		again.Phase = 3
		r.Events = append(r.Events, e, again)
	}
	return r
}

func TestConvert(t *testing.T) {
	tests := []struct {
		name   string
		events []string
		want   string // actions, or the reason
	}{
		{"click", []string{"down 104 168", "up 104 170", "click 104 170"}, "click 20 25"},
		{"edges", []string{"down 0 0", "up 0 0", "down 159 209", "up 159 209"}, "click 0 0, click 31 31"},
		{"label", []string{"down 44 68", "up 44 68", "click 44 68", "click 44 68"}, "click 8 10"},
		{"ended by the press", []string{"down 44 68"}, "click 8 10"},
		{"release of the press that began it", []string{"up 44 68", "click 44 68", "down 9 9", "up 9 9"}, "click 1 1"},
		{"double click", []string{"down 8 9", "up 8 9", "click 8 9", "down 8 9", "up 8 9", "click 8 9", "dbl 8 9"}, "double_click 1 1"},
		{"double click begun before", []string{"down 8 9", "up 8 9", "click 8 9", "dbl 8 9"}, "click 1 1"},
		{"triple click", []string{"down 8 9", "up 8 9", "down 8 9", "up 8 9", "dbl 8 9", "down 8 9", "up 8 9"}, "triple_click 1 1"},
		{"two clicks", []string{"down 8 9", "up 8 9", "down 28 9", "up 28 9"}, "click 1 1, click 5 1"},
		{"shaky click", []string{"down 9 9", "up 11 10"}, "click 1 1"},
		{"drag", []string{"down 8 9", "up 80 105", "click 80 105"}, "begin_drag 1 1, end_drag 16 16"},
		{"drag with moves", []string{"down 8 9", "move 9 9", "move 40 9", "move 41 9", "move 80 105", "up 80 105"},
			"begin_drag 1 1, move 8 1, move 16 16, end_drag 16 16"},
		{"move without a button", []string{"move 50 50", "down 8 9", "up 8 9"}, "click 1 1"},
		{"cut off in a drag", []string{"down 8 9", "move 40 9"}, "begin_drag 1 1, move 8 1"},
		{"outside", []string{"down 170 9", "up 170 9"}, string(ReasonOutside)},
		{"dragged outside", []string{"down 8 9", "move 40 9", "up 170 9"}, string(ReasonOutside)},
		{"no release", []string{"down 8 9", "down 50 9", "up 50 9"}, string(ReasonRelease)},

		{"text", []string{"key 16", "key 86", "press V", "free 16", "key 73", "press i", "press ñ"}, "keys Viñ"},
		{"text between clicks", []string{"down 8 9", "up 8 9", "press a", "press  ", "press b", "down 50 9", "up 50 9"}, "click 1 1, keys a b, click 10 1"},
		{"space bar", []string{"key 32", "press  "}, "key Space"},
		{"named keys", []string{"press a", "key 8", "key 9", "key 13", "press \r", "key 46"}, "keys a, key Backspace, key Tab, key Enter, key Delete"},
		{"full stop", []string{"key 190", "press ."}, "keys ."},
		{"ctrl", []string{"key 17", "key 67", "press c", "free 67", "free 17", "press d"}, "key ctrl c, keys d"},
		{"command key", []string{"key 91", "key 86", "free 91"}, "key ctrl v"},
		{"ctrl and shift", []string{"key 17", "key 16", "key 39"}, "key ctrl shift ArrowRight"},
		{"AltGr", []string{"key 17", "key 18", "key 81", "press @"}, "keys @"},
		{"capitals lock", []string{"key 20", "press A"}, "keys A"},
		{"function key", []string{"key 116"}, string(ReasonKey)},
		{"nothing", nil, string(ReasonNothing)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, err := film(test.events...).Convert(testPage, 0.8)
			got := strings.Join(s.Actions, ", ")
			var dropped *DropError
			if errors.As(err, &dropped) {
				got = string(dropped.Reason)
			}
			if got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
			if len(s.TimesMS) != len(s.Actions) || !slices.IsSorted(s.TimesMS) {
				t.Errorf("times %v", s.TimesMS)
			}
		})
	}
}

func TestRewardThreshold(t *testing.T) {
	r := film("down 8 9", "up 8 9")
	for raw, kept := range map[float64]bool{-1: false, 0.79: false, 0.8: true, 1: true} {
		r.Raw = raw
		_, err := r.Convert(testPage, 0.8)
		var dropped *DropError
		if kept != (err == nil) || !kept && (!errors.As(err, &dropped) || dropped.Reason != ReasonReward) {
			t.Errorf("raw %g: %v", raw, err)
		}
	}
}

// dump is a page with an area that holds one part, scrolled by so much.
func dump(tag string, by int, target bool) json.RawMessage {
	return json.RawMessage(fmt.Sprintf(`{"tag":"BODY","ref":1,"width":160,"height":210,"children":[
		{"tag":%q,"ref":2,"top":50,"left":10,"width":100,"height":100,"recordingTarget":%v,"children":[
		{"tag":"P","ref":3,"top":%d,"children":[{"tag":"t","ref":%d,"top":0}]}]}]}`, tag, target, 60-by, -7-by))
}

func TestScroll(t *testing.T) {
	scroll := func(tag string, before, after int, between ...Event) Recording {
		events := append([]Event{{DOM: dump(tag, before, false)}}, between...)
		events = append(events, Event{Type: "scroll", Phase: 1, MS: 10, DOM: dump(tag, before+1, true)},
			Event{Type: "mousedown", Phase: 1, MS: 20, X: 8, Y: 9, DOM: dump(tag, after, false)},
			Event{Type: "mouseup", Phase: 1, MS: 30, X: 8, Y: 9})
		return Recording{Raw: 1, Events: events}
	}
	key := Event{Type: "keydown", Phase: 1, KeyCode: 34, DOM: dump("DIV", 0, false)}
	for _, test := range []struct {
		name string
		r    Recording
		want string
	}{
		{"wheel", scroll("DIV", 0, 120), "move 12 15, scroll 120, click 1 1"},
		{"up", scroll("DIV", 120, 20), "move 12 15, scroll -100, click 1 1"},
		{"by nothing", scroll("DIV", 5, 5), "click 1 1"},
		{"by a key", scroll("DIV", 0, 90, key), "key PageDown, click 1 1"},
		{"hidden", scroll("TEXTAREA", 0, 0), string(ReasonScroll)},
		{"no dump", Recording{Raw: 1, Events: []Event{{}, {Type: "scroll", Phase: 1}}}, string(ReasonScroll)},
	} {
		s, err := test.r.Convert(testPage, 0)
		got := strings.Join(s.Actions, ", ")
		var dropped *DropError
		if errors.As(err, &dropped) {
			got = string(dropped.Reason)
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

const small = `{"taskName":"click-test","utterance":"Press.","reward":0.9,"rawReward":1,"states":[{"time":0,"action":null,"dom":{}},
	{"time":5,"dom":{},"action":{"type":"mousedown","x":8,"y":9.5,"timing":1}},{"time":9,"dom":{},"action":{"type":"mouseup","x":8,"y":9.5,"timing":1}}]}`

func packed(t testing.TB, text string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "one.json.gz")
	for _, data := range [][]byte{[]byte(small), packed(t, small)} {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := Read(path)
		if err != nil || r.Task != "click-test" || r.Utterance != "Press." || r.Raw != 1 || len(r.Events) != 3 || r.Events[1].Y != 9.5 {
			t.Errorf("%+v, %v", r, err)
		}
	}
	object, err := Parse([]byte(strings.Replace(small, `"Press."`, `{"utterance":"Forward.","fields":{}}`, 1)))
	if err != nil || object.Utterance != "Forward." {
		t.Errorf("%+v, %v", object, err)
	}
	cut := packed(t, small)
	for _, bad := range []string{"", "{", "[]", `{"states":[]}`, strings.Replace(small, `"rawReward":1`, `"rawReward":null`, 1),
		strings.Replace(small, `"rawReward":1`, `"rawReward":7`, 1), string(cut[:len(cut)/2])} {
		if _, err := Parse([]byte(bad)); !errors.Is(err, ErrUnreadable) {
			t.Errorf("%.40q: %v", bad, err)
		}
	}
}

func TestReport(t *testing.T) {
	var r Report
	r.Add("a", "one", 3, nil)
	r.Add("b", "one", 0, &DropError{ReasonReward, "0"})
	r.Add("c", "two", 0, &DropError{Reason: ReasonKey})
	r.Add("d", "two", 0, &DropError{Reason: ReasonKey})
	r.Add("e", "", 0, errors.New("torn"))
	r.Finish()
	if r.Read != 5 || r.Converted != 1 || r.Actions != 3 || r.Rate != 0.25 || r.Tasks["one"] != (TaskCounts{2, 1}) || len(r.Tasks) != 2 {
		t.Errorf("%+v", r)
	}
	want := []ReasonCount{{ReasonKey, 2}, {ReasonReward, 1}, {ReasonUnreadable, 1}}
	if !slices.Equal(r.Reasons, want) || r.Dropped[3] != (Dropped{"e", "", ReasonUnreadable, "torn"}) {
		t.Errorf("%+v", r)
	}
}

// Whatever is read either becomes legal actions or is dropped.
func FuzzRecording(f *testing.F) {
	f.Add([]byte(small))
	f.Add(packed(f, small))
	f.Add([]byte(`{"rawReward":1,"states":[{"dom":{"ref":1}},{"action":{"type":"scroll","timing":1},"dom":{"ref":1,"recordingTarget":true}}]}`))
	f.Add([]byte(`{"rawReward":1,"states":[{"action":{"type":"keypress","charCode":55296}},{"action":{"type":"dblclick"}},{"action":{"type":"keydown","keyCode":46}}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Parse(data)
		if err != nil {
			if !errors.Is(err, ErrUnreadable) {
				t.Error(err)
			}
			return
		}
		s, err := r.Convert(testPage, -1)
		var dropped *DropError
		if err != nil && !errors.As(err, &dropped) || err == nil && len(s.Actions) == 0 {
			t.Errorf("%d actions, %v", len(s.Actions), err)
		}
		for _, action := range s.Actions {
			if _, err := gui.ParseAction(action, testPage.Bins); err != nil {
				t.Error(err)
			}
		}
	})
}

// The recordings of 2018 that lie beside the reference values all convert.
func TestSamples(t *testing.T) {
	golden := os.Getenv("PIX2ACT_GOLDEN")
	files, _ := filepath.Glob(filepath.Join(golden, "..", "data", "demos-liu2018", "*.json.gz"))
	if golden == "" || len(files) == 0 {
		t.Skip("SKIPPED: PIX2ACT_GOLDEN names no folder with recordings beside it")
	}
	want := map[string]string{
		"enter-text": "click 15 12, keys Vina, click 12 19", "click-shades": "click 17 10, click 11 16, click 24 16, click 22 28",
		"login-user-popup": "click 16 12, keys joye, key Tab, keys Bz2, key Enter, key Tab, key Space",
		"search-engine":    "triple_click 26 1, click 8 10, click 23 9, click 15 31, click 3 23, click 3 24",
	}
	for _, file := range files {
		r, err := Read(file)
		if err != nil {
			t.Error(err)
			continue
		}
		s, err := r.Convert(testPage, 0.8)
		name := strings.TrimSuffix(filepath.Base(file), ".json.gz")
		got := strings.Join(s.Actions, ", ")
		if err != nil || want[name] != "" && got != want[name] {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
}
