package chrome

import (
	"image"
	"testing"
)

// BenchmarkClickStep is one step of an agent: a click, its time budget, a frame,
// the state, the picture.
func BenchmarkClickStep(b *testing.B) {
	for _, bench := range []struct {
		name    string
		options Options
	}{{"shell", Options{}}, {"fallback", Options{Fallback: true}}} {
		b.Run(bench.name, func(b *testing.B) {
			p := openTest(b, launchTest(b, bench.options), site(b)+"input.html")
			i := 0
			for b.Loop() {
				i++
				act(b, p, append(Click(float64(10+i%100), 165, 1), Advance{budget}, Frame{})...)
				evaluate[int](b, p, "moves")
				capture(b, p)
			}
		})
	}
}

// BenchmarkMoveStep is a step that needs frames for its input.
func BenchmarkMoveStep(b *testing.B) {
	p := openTest(b, launchTest(b, Options{}), site(b)+"input.html")
	i := 0
	for b.Loop() {
		i++
		act(b, p, Move{float64(10 + i%100), 20}, Advance{budget}, Frame{})
		evaluate[int](b, p, "moves")
		capture(b, p)
	}
}

// BenchmarkOpen is a fresh document in a fresh tab.
func BenchmarkOpen(b *testing.B) {
	p := openTest(b, launchTest(b, Options{}), site(b)+"input.html")
	url := site(b) + "input.html"
	for b.Loop() {
		if err := p.Open(b.Context(), url); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDecode is what a captured picture costs on our side.
func BenchmarkDecode(b *testing.B) {
	data := shot(b)
	var d decoder
	for b.Loop() {
		if _, err := d.decode(data, image.Rect(0, 0, 160, 210)); err != nil {
			b.Fatal(err)
		}
	}
}
