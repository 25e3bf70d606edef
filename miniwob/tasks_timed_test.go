package miniwob

import (
	"fmt"
	"math"
	"testing"
	"time"

	"pix2act/chrome"
	"pix2act/gui"
)

// live lets an episode's time pass in steps, as an agent that waits does, until it is over.
func (b *tab) live(task string, step func(ms int)) {
	b.t.Helper()
	for range 200 {
		if b.state(task).Done {
			return
		}
		if step != nil {
			step(get[int](b, `Date.now() - core.ept0`))
		}
		b.act()
	}
	b.t.Errorf("%s does not end", task)
}

// TestHoverRewards keeps the pointer on what moves, and off it. They end by themselves.
func TestHoverRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	const circle, square = `document.getElementById("circ")`, `document.querySelector("#area_svg [data-on]")`
	follow := func(target string) func(int) {
		return func(int) { x, y := b.point(target); b.act(chrome.Move{X: x, Y: y}) }
	}
	for _, c := range []struct {
		task, name  string
		step        func(ms int)
		least, most float64
	}{
		{"chase-circle", "followed", follow(circle), 0.9, 1},
		{"chase-circle", "half of the time", func(ms int) {
			if ms < 5000 {
				follow(circle)(ms)
			} else {
				b.act(chrome.Move{X: 5, Y: 5})
			}
		}, 0.4, 0.6},
		{"chase-circle", "never", nil, 0.01, 0.0101},
		{"hover-shape", "followed", follow(square), 0.9, 1},
		{"hover-shape", "never", nil, 0, 0},
	} {
		b.open(c.task)
		b.start(c.task, 5)
		b.live(c.task, c.step)
		s, env := b.state(c.task), get[float64](b, `WOB_REWARD_GLOBAL`)
		if s.Raw < c.least-1e-9 || s.Raw > c.most || s.Reason != nil || env != s.Raw {
			t.Errorf("%s, %s: %v (%v with the time, reason %v), want %v to %v", c.task, c.name, s.Raw, env, s.Reason, c.least, c.most)
		}
	}
	// The pointer stays where it is, and the circle glides away and over it.
	b.open("chase-circle")
	b.start("chase-circle", 5)
	x, y := b.point(circle)
	b.act(chrome.Move{X: x, Y: y})
	inside := 0
	b.live("chase-circle", func(int) {
		cx, cy := b.point(circle)
		if (cx-x)*(cx-x)+(cy-y)*(cy-y) < 22*22 {
			inside++
		}
	})
	if raw := b.state("chase-circle").Raw; raw < float64(inside-3)/100 || raw > float64(inside+3)/100 || inside < 5 {
		t.Errorf("a pointer that is inside for %d of 100 looks gets %v", inside, raw)
	}
	// The square of seed 5 changes in two seconds, not before.
	b.open("hover-shape")
	b.start("hover-shape", 5)
	const which = `[...document.querySelectorAll("#area_svg rect")].findIndex((r) => r.hasAttribute("data-on"))`
	var seen []int
	for range 5 {
		seen = append(seen, get[int](b, which))
		b.advance(1990 * time.Millisecond)
		if get[int](b, which) != seen[len(seen)-1] {
			t.Error("hover-shape: the square changes too early")
		}
		b.advance(10 * time.Millisecond)
	}
	if fmt.Sprint(seen) == fmt.Sprint([]int{seen[0], seen[0], seen[0], seen[0], seen[0]}) {
		t.Errorf("hover-shape: the squares are %v", seen)
	}
}

// TestMovingItems clicks circles, misses them, and does nothing.
func TestMovingItems(t *testing.T) {
	b := newTab(t, builtin(t))
	// A circle that can be seen and is far enough from the edges.
	const item = `[...document.querySelectorAll(".item")].map((e) => e.getBoundingClientRect()).map((r) => [r.left + r.width / 2, r.top + r.height / 2]).find(([x, y]) => x > 20 && x < 140 && y > 60 && y < 200) || []`
	for _, c := range []struct {
		name string
		step func(ms int)
		raw  float64
	}{
		{"all", func(int) {
			if p := get[[]float64](b, item); len(p) == 2 {
				b.act(chrome.Click(p[0], p[1], 1)...)
			}
		}, 1},
		{"one, and two misses", func() func(int) {
			hit, misses := false, 0
			return func(int) {
				p := get[[]float64](b, item)
				switch {
				case !hit && len(p) == 2:
					hit = true
					b.act(chrome.Click(p[0], p[1], 1)...)
				case hit && misses < 2 && len(p) == 0:
					misses++
					b.act(chrome.Click(80, 130, 1)...)
				}
			}
		}(), -0.9},
		{"none", nil, -1},
		{"misses only", func(ms int) {
			if ms < 250 {
				b.act(chrome.Click(80, 100, 1)...)
			}
		}, -1},
	} {
		b.open("moving-items")
		b.start("moving-items", 3)
		b.live("moving-items", c.step)
		s := b.state("moving-items")
		if math.Abs(s.Raw-c.raw) > 1e-9 || get[float64](b, `WOB_REWARD_GLOBAL`) != s.Raw {
			t.Errorf("moving-items, %s: %v, want %v", c.name, s.Raw, c.raw)
		}
	}
	// One that has crossed is gone, so that nothing is hit at the edges.
	b.start("moving-items", 3)
	b.want("before the first", `document.querySelectorAll(".item").length`, `10`)
	b.live("moving-items", func(ms int) {
		if want := 10 - get[int](b, `[...document.querySelectorAll(".item")].length`); ms > 9000 && want < 5 {
			t.Errorf("moving-items: after %d ms only %d circles have crossed", ms, want)
		}
	})
}

// TestSimonSays presses the buttons in the order shown, and in others. The order of seed 0 is 1, 3, 3.
func TestSimonSays(t *testing.T) {
	b := newTab(t, builtin(t))
	press := func(buttons ...int) func() {
		return func() {
			for _, n := range buttons {
				b.click(id(fmt.Sprint("button-", n)))
			}
		}
	}
	b.open("simon-says")
	b.start("simon-says", 0)
	var shown []string
	lit := ""
	for range 40 {
		b.advance(50 * time.Millisecond)
		now := get[string](b, `(document.querySelector(".push") || {id: ""}).id`)
		if now != lit && now != "" {
			shown = append(shown, now)
		}
		lit = now
	}
	if fmt.Sprint(shown) != "[button-1 button-3 button-3]" {
		t.Errorf("simon-says shows %v", shown)
	}
	for _, c := range []struct {
		name string
		give func()
		raw  float64
	}{
		{"right", press(1, 3, 3), 1},
		{"wrong", press(3, 1, 3), -1},
		{"the same", press(1, 1, 1), -1},
		{"too few", press(1, 3), endless},
		{"beside them", func() { b.act(chrome.Click(5, 205, 1)...) }, endless},
	} {
		b.start("simon-says", 0) // on the same document again and again: no press counts twice
		b.advance(3 * time.Second)
		c.give()
		s := b.state("simon-says")
		if s.Done != (c.raw != endless) || s.Raw != c.raw || get[float64](b, `WOB_REWARD_GLOBAL`) != c.raw {
			t.Errorf("simon-says, %s: %+v, want %v", c.name, s, c.raw)
		}
	}
}

// TestStockMarket buys at prices above and below the highest.
func TestStockMarket(t *testing.T) {
	b := newTab(t, builtin(t))
	const shown, most = `Number(document.getElementById("stock-price").textContent.replace("$", ""))`, `Number(document.querySelectorAll("#query .bold")[1].textContent.replace("$", ""))`
	for seed := range int64(3) {
		for _, c := range []struct {
			name, when string
			raw        float64
		}{{"low", shown + " <= " + most, 1}, {"at the limit", shown + " === " + most, 1}, {"high", shown + " > " + most, -1}, {"before there is a price", "true", -1}} {
			b.open("stock-market")
			b.start("stock-market", seed)
			for range 100 {
				if get[bool](b, `(`+c.when+`) && `+fmt.Sprint(c.name == "before there is a price")+` === (document.getElementById("stock-price").textContent === "")`) {
					b.click(id("buy"))
					break
				}
				b.advance(100 * time.Millisecond)
			}
			s, env := b.state("stock-market"), get[float64](b, `WOB_REWARD_GLOBAL`)
			if !s.Done || s.Raw != c.raw || c.raw == 1 && (env <= 0 || env >= 1) || c.raw == -1 && env != -1 {
				t.Errorf("stock-market, seed %d, %s: %+v, %v with the time, want %v", seed, c.name, s, env, c.raw)
			}
		}
	}
}

// TestButtonDelay presses ONE and TWO with pauses. At seed 2 the pause is 2 seconds.
func TestButtonDelay(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("button-delay")
	for _, c := range []struct {
		name          string
		first, second string
		pause         time.Duration
		raw           float64
	}{
		{"right", "subbtn", "subbtn2", 1900, 1},
		{"a little early", "subbtn", "subbtn2", 1500, 0.6},
		{"late", "subbtn", "subbtn2", 3000, 0.35},
		{"later", "subbtn", "subbtn2", 3500, 0},
		{"much too late", "subbtn", "subbtn2", 4000, -1},
		{"at once", "subbtn", "subbtn2", 0, -1},
		{"swapped", "subbtn2", "subbtn", 1900, -1},
		{"twice", "subbtn", "subbtn", 1900, -1},
	} {
		b.start("button-delay", 2)
		b.click(id(c.first))
		b.advance(c.pause * time.Millisecond)
		b.wantRunning("button-delay")
		b.click(id(c.second))
		b.wantEnd("button-delay", c.raw)
		if env := get[float64](b, `WOB_REWARD_GLOBAL`); env != c.raw {
			t.Errorf("button-delay, %s: %v with the time, want %v", c.name, env, c.raw)
		}
	}
}

// TestMovingDeterministic plays the same actions on pages that move, again and in another browser.
func TestMovingDeterministic(t *testing.T) {
	suite := builtin(t)
	first, second := newEnv(t, suite, chrome.Options{}), newEnv(t, suite, chrome.Options{})
	for _, task := range []string{"chase-circle", "drag-cube", "hover-shape", "moving-items", "simon-says", "stock-market"} {
		episode := gui.Episode{Task: task, Seed: 7}
		want := play(t, first, episode, script)
		compare(t, task+" in another browser", play(t, second, episode, script), want)
		compare(t, task+" in the same browser", play(t, first, episode, script), want)
	}
}
