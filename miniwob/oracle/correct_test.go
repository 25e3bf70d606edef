package oracle_test

import (
	"context"
	"testing"

	"pix2act/gui"
	"pix2act/miniwob/oracle"
	"pix2act/play"
	"pix2act/webenv"
)

// hindered takes some given actions first and then follows an agent.
type hindered struct {
	first []string
	agent gui.Agent
}

func after(first []string, agent gui.Agent) gui.Agent { return &hindered{first, agent} }

func (h *hindered) Next(ctx context.Context, o gui.Observation) (gui.Decision, error) {
	if len(h.first) == 0 {
		return h.agent.Next(ctx, o)
	}
	action := h.first[0]
	h.first = h.first[1:]
	return gui.Decision{Action: action}, nil
}

// TestOraclesCorrect puts pages into wrong and half-done states, as an agent
// that has not learned enough would, and lets the oracles go on from there.
func TestOraclesCorrect(t *testing.T) {
	tests := []struct {
		name, task string
		first      []string
	}{
		{"focus elsewhere", "enter-text", []string{"key Tab", "key Tab"}},
		{"wrong text", "enter-text", []string{"key Tab", "keys wrong"}},
		{"wrong text, focus lost", "enter-text", []string{"key Tab", "keys wrong", "click 30 31"}},
		{"wrong text, caret inside", "enter-text", []string{"key Tab", "keys wrong", "key Home"}},
		{"wrong text, selected", "enter-text", []string{"key Tab", "keys wrong", "key ctrl a"}},
		{"pointer away", "scroll-text-2", []string{"click 15 16", "move 31 31"}},
		{"scrolled up", "scroll-text-2", []string{"move 15 16", "scroll -1000"}},
		{"scrolled down", "scroll-text-2", []string{"move 15 16", "scroll 1000"}},
		{"at the end by keys", "use-slider", []string{"key Tab", "key End"}},
		{"at the start by keys", "use-slider", []string{"key Tab", "key Home"}},
		{"focus elsewhere", "use-slider", []string{"key Tab", "key Home", "click 31 31"}},
		{"a dot elsewhere", "circle-center", []string{"click 16 16", "move 3 3"}},
		{"a dot elsewhere", "bisect-angle", []string{"click 4 26", "move 3 3"}},
		{"a stroke elsewhere", "draw-circle", []string{"begin_drag 3 10", "move 9 20", "end_drag 20 12"}},
		{"a stroke elsewhere", "draw-line", []string{"begin_drag 3 10", "end_drag 9 20"}},
		{"dragged somewhere", "drag-circle", []string{"begin_drag 16 16", "end_drag 20 13"}},
		{"dragged somewhere", "drag-shapes", []string{"begin_drag 2 9", "end_drag 16 16"}},
		{"dragged somewhere", "drag-shapes-2", []string{"begin_drag 2 18", "end_drag 22 10", "begin_drag 6 21", "end_drag 9 10"}},
		{"in another order", "drag-sort-numbers", []string{"begin_drag 15 11", "end_drag 15 24"}},
		{"at the ends by keys", "use-slider-2", []string{"key Tab", "key End", "key Tab", "key Home"}},
		{"the picker is open", "use-colorwheel", []string{"click 14 12"}},
		{"another colour", "use-colorwheel-2", []string{"click 14 12", "click 20 20", "click 15 31"}},
		{"turned somewhere", "drag-cube", []string{"begin_drag 10 15", "move 22 20", "end_drag 22 20"}},
		{"probed without thinking", "hot-cold", []string{"move 3 10", "move 8 20"}},
		{"late", "chase-circle", []string{"wait", "wait", "wait"}},
		{"a search open", "email-inbox-noscroll", []string{"click 26 9", "keys ab"}},
		{"a mail open", "email-inbox-reply", []string{"click 10 19"}},
		{"an answer begun", "email-inbox-forward", []string{"click 10 19", "click 9 25", "click 10 20", "keys wrong"}},
		{"scrolled down", "email-inbox", []string{"move 10 20", "scroll 1000"}},
		{"pointer elsewhere", "click-dialog", []string{"click 31 31", "move 16 16"}},
		{"boxes ticked", "click-checkboxes", []string{"click 3 8", "click 3 11"}},
		{"radio button chosen", "click-option", []string{"click 3 11"}},
		{"squares marked", "click-shades", []string{"click 4 9", "click 11 9"}},
		{"opened and closed", "click-collapsible-nodelay", []string{"click 15 9", "click 15 9"}},
		{"opened and left", "click-menu-2", []string{"click 4 26", "move 5 11", "wait", "move 31 31"}},
		{"opened and closed", "click-pie-nodelay", []string{"click 15 20", "click 15 20"}},
		{"the last card first", "find-greatest", []string{"click 26 15"}},
		{"pointer elsewhere", "click-button-sequence", []string{"move 16 20", "click 31 31"}},
		{"wrong entry", "choose-list", []string{"click 15 10", "key ArrowDown", "key ArrowDown", "key Enter"}},
		{"list open", "choose-list", []string{"click 15 10"}},
		{"wrong entries", "click-scroll-list", []string{"click 5 10", "key ctrl ArrowDown", "key ctrl Space"}},
		{"scrolled", "click-scroll-list", []string{"move 5 12", "scroll 1000"}},
		{"half typed", "enter-date", []string{"key Tab", "keys 0520", "click 30 31"}},
		{"wrong date", "enter-date", []string{"key Tab", "keys 01022003"}},
		{"half typed", "enter-time", []string{"key Tab", "keys 11", "click 30 31"}},
		{"wrong password once", "enter-password", []string{"key Tab", "keys x", "key Tab"}},
		{"swapped", "login-user", []string{"key Tab", "key Tab", "keys x"}},
		{"typed on", "guess-number", []string{"key Tab", "keys 77", "key Enter"}},
		{"wrong radio button and boxes", "form-sequence-2", []string{"key Tab", "key ArrowRight", "key Tab", "keys 9", "key Tab", "keys 8"}},
		{"wrong boxes", "form-sequence", []string{"key Tab", "key Tab", "key Space", "key Tab", "key Space"}},
		{"a word selected", "highlight-text-2", []string{"double_click 5 20"}},
		{"another word searched for", "search-engine", []string{"click 5 9", "keys abc", "click 21 9"}},
		{"wrong command", "terminal", []string{"click 15 20", "keys dir", "key Enter", "keys exi"}},
		{"everything bold and underlined", "text-editor", []string{"click 15 17", "key ctrl a", "key ctrl b", "key ctrl u"}},
		{"palette open", "text-editor", []string{"click 3 9"}},
		{"too far", "use-spinner", []string{"key Tab", "key PageUp"}},
		{"another day", "choose-date-nodelay", []string{"click 16 9", "click 14 19"}},
		{"calendar closed", "choose-date-nodelay", []string{"click 16 9", "key Escape"}},
		{"calendar open on another month", "choose-date", []string{"click 16 9", "wait", "click 8 12", "wait"}},
		{"another text", "use-autocomplete", []string{"click 14 12", "keys zz"}},
		{"another entry", "use-autocomplete-nodelay", []string{"click 14 12", "keys ar", "key ArrowDown", "key Enter"}},
		{"a page too far", "phone-book", []string{"click 12 29", "click 15 29", "click 15 29", "click 15 29"}},
		{"another dish", "order-food", []string{"click 24 16", "click 24 19", "scroll 300"}},
		{"another icon", "social-media-all", []string{"click 5 15", "click 14 25", "scroll 200"}},
		{"another icon", "social-media-some", []string{"click 5 25", "click 14 15"}},
		{"another event", "daily-calendar", []string{"begin_drag 15 12", "end_drag 16 20"}},
		{"another name", "daily-calendar", []string{"begin_drag 15 12", "end_drag 16 20", "click 15 13", "keys x"}},
		{"nothing filled in", "book-flight-nodelay", []string{"click 13 28"}},
		{"another text", "book-flight-nodelay", []string{"click 13 13", "keys zz"}},
	}
	for name, suite := range suites(t) {
		for _, test := range tests {
			t.Run(name+"/"+test.task+"/"+test.name, func(t *testing.T) {
				episodes := make([]gui.Episode, 3)
				for i := range episodes {
					episodes[i] = gui.Episode{Suite: suite.Name(), Task: test.task, Seed: firstSeed + 500 + int64(i), Mode: gui.ModeTrain}
				}
				err := play.All(t.Context(), options(suite, test.first), episodes, func(r play.Record) error {
					check(t, r)
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
			})
		}
	}
	skipWithoutPublic(t)
}

// TestDragBoxCorrects drops the box in a wrong place, and lets another hand
// than the oracle's press it.
func TestDragBoxCorrects(t *testing.T) {
	for name, suite := range suites(t) {
		t.Run(name, func(t *testing.T) {
			env, err := webenv.New(t.Context(), webenv.Options{Suite: suite, Pool: pool})
			if err != nil {
				t.Fatal(err)
			}
			defer env.Close()
			ep := gui.Episode{Suite: suite.Name(), Task: "drag-box", Seed: firstSeed + 500, Mode: gui.ModeTrain}
			if _, err := env.Reset(t.Context(), ep); err != nil {
				t.Fatal(err)
			}
			first, err := oracle.New(env).Next(t.Context(), gui.Observation{})
			if err != nil {
				t.Fatal(err)
			}
			for _, actions := range [][]string{
				{first.Action, "end_drag 16 31"},   // dropped outside
				{first.Action},                     // held by another hand
				{first.Action, "move 16 16"},       // held, and half on its way
				{"begin_drag 30 30", "move 16 16"}, // pressed beside the box
			} {
				r, err := play.Episode(t.Context(), env, after(actions, oracle.New(env)), ep)
				if err != nil {
					t.Fatal(err)
				}
				check(t, r)
			}
		})
	}
}
