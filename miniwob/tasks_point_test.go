package miniwob

import (
	"fmt"
	"math"
	"testing"

	"pix2act/chrome"
)

// TestPointGold compares what is asked for with the published pages. Of drag-shapes and
// drag-shapes-2 the third differs: the published pages ask for a kind that is not there, and
// draw numbers that decide nothing.
func TestPointGold(t *testing.T) {
	const bolds = `[...document.querySelectorAll("#query .bold")].map((e) => e.textContent).join(" ")`
	const items = `[...document.querySelectorAll("#sortable li")].map((e) => e.textContent).join(" ")`
	newTab(t, builtin(t)).golds([]gold{
		{"grid-coordinate", bold, [3]string{"(-2,-2)", "(-2,-1)", "(-1,1)"}},
		{"draw-line", bold, [3]string{"vertical", "vertical", "horizontal"}},
		{"drag-circle", bold, [3]string{"left", "left", "right"}},
		{"drag-cube", bold, [3]string{"1", "2", "3"}},
		{"drag-shapes", bold, [3]string{"circles", "circles", "triangles"}},
		{"drag-shapes-2", bold, [3]string{"circles", "rectangles", "green shapes"}},
		{"drag-single-shape", bold, [3]string{"left", "left", "right"}},
		{"drag-sort-numbers", items, [3]string{"-93 -83 18 5", "-65 -57 5 22", "-26 20 -56 -38"}},
		{"resize-textarea", bolds, [3]string{"height smaller", "width larger", "width smaller"}},
		{"use-colorwheel", bold, [3]string{"black", "blue", "maroon"}},
		{"use-slider-2", bold, [3]string{"11, 19, 5", "12, 3, 11", "6, 6, 0"}},
		{"stock-market", bolds, [3]string{"ACP $56.60", "EFN $49.60", "JPF $45.20"}},
	})
}

// plane is where the plane of the tasks that ask for a point lies on the page.
var plane = struct{ x, y float64 }{2, 52}

// draws starts the task anew with given numbers for the first draws of whole numbers.
func (b *tab) draws(numbers string) {
	b.t.Helper()
	b.run(`{ const given = [` + numbers + `], randi = core.randi;
core.randi = (min, max) => given.length > 0 ? given.shift() : randi(min, max);
core.startEpisodeReal();
core.randi = randi; }`)
}

// TestPointRewards clicks points of the plane. At seed 0 the circle has its centre at (36, 74) and a
// radius of 25, and the two points lie at (9, 19) and (81, 70). The angle is given: a right one, and one of
// nearly 180 degrees.
func TestPointRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	dot := func(x, y float64) { b.act(chrome.Click(plane.x+x, plane.y+y, 1)...) }
	at := func(x, y float64) func() { return func() { dot(x, y); b.submit() } }
	angle := func(numbers string, x, y float64) func() {
		return func() { b.draws(numbers); dot(x, y); b.submit() }
	}
	const right, flat = "75, 65, 125, 65, 75, 115", "75, 65, 25, 65, 125, 73"
	degrees := func(radians float64) float64 { return radians * 180 / math.Pi }
	b.rewards([]answer{
		{"circle-center", 0, "the very centre", at(36, 74), 1},
		{"circle-center", 0, "5 pixels off", at(39, 78), 0.8},
		{"circle-center", 0, "on the circle", at(61, 74), -1},
		{"circle-center", 0, "outside", at(120, 20), -1},
		{"circle-center", 0, "moved", func() { dot(120, 20); at(36, 74)() }, 1},
		{"circle-center", 0, "not handed in", func() { dot(36, 74) }, endless},
		{"circle-center", 0, "nothing", b.submit, -1},
		{"find-midpoint", 0, "right", at(45, 44), 1 - 0.5/30},
		{"find-midpoint", 0, "20 pixels off", at(65, 44), 1 - math.Hypot(20, 0.5)/30},
		{"find-midpoint", 0, "far off", at(75, 46), -1},
		{"find-midpoint", 0, "moved", func() { dot(9, 19); at(45, 44)() }, 1 - 0.5/30},
		{"find-midpoint", 0, "nothing", b.submit, -1},
		{"right-angle", 0, "right", at(98, 46), 1},
		{"right-angle", 0, "right, on the other side", at(64, 94), 1},
		{"right-angle", 0, "not quite", at(81, 46), (90 - (90 - degrees(math.Atan2(72, 51)))) / 90},
		{"right-angle", 0, "along the line", at(45, 44), -1},
		{"right-angle", 0, "at the blue point", at(81, 70), -1},
		{"right-angle", 0, "nothing", b.submit, -1},
		{"bisect-angle", 0, "right", angle(right, 100, 90), 1},
		{"bisect-angle", 0, "not quite", angle(right, 100, 80), degrees(math.Atan2(15, 25)) / 45},
		{"bisect-angle", 0, "hardly inside", angle(right, 100, 66), degrees(math.Atan2(1, 25)) / 45},
		{"bisect-angle", 0, "beside the angle", angle(right, 100, 60), -1},
		{"bisect-angle", 0, "opposite", angle(right, 50, 40), -1},
		{"bisect-angle", 0, "at the blue point", angle(right, 75, 65), -1},
		{"bisect-angle", 0, "nothing", b.submit, -1},
		// The published page pays for the wrong side of an angle of more than 120 degrees.
		{"bisect-angle", 0, "a wide angle", angle(flat, 71, 115), 1 - 2*math.Abs(degrees(math.Atan2(4, 50)-math.Atan2(8, 50)/2))/(180-degrees(math.Atan2(8, 50)))},
		{"bisect-angle", 0, "opposite to a wide angle", angle(flat, 75, 20), -1},
		{"grid-coordinate", 0, "right", func() { b.click(id("(-2,-2)")) }, 1},
		{"grid-coordinate", 0, "wrong", func() { b.click(id("(2,-2)")) }, -1},
		{"grid-coordinate", 0, "between", func() { b.act(chrome.Click(90, 115, 1)...) }, endless},
	})
	// A black point behind the other leaves no angle. It is drawn again.
	b.open("bisect-angle")
	b.start("bisect-angle", 0)
	b.draws("20, 20, 65, 20, 110, 20, 20, 90")
	b.want("points", `[...document.querySelectorAll("#svg-grid circle")].map((c) => c.getAttribute("cx") + "," + c.getAttribute("cy"))`, `["20,20","65,20","20,90"]`)
}

// TestHotCold finds the hidden place of seed 0, (10, 59).
func TestHotCold(t *testing.T) {
	b := newTab(t, builtin(t))
	at := func(x, y float64) func() { return func() { b.act(chrome.Click(x, y, 1)...) } }
	b.rewards([]answer{
		{"hot-cold", 0, "hot", at(10, 64), 1},
		{"hot-cold", 0, "hardly hot", at(13, 67), 1},
		{"hot-cold", 0, "warm", at(15, 64), 0.5},
		{"hot-cold", 0, "cold", at(20, 64), 0.25},
		{"hot-cold", 0, "ice cold", at(50, 64), -1},
		{"hot-cold", 0, "the label", at(80, 190), -1},
		{"hot-cold", 0, "below", at(80, 208), endless},
	})
	b.start("hot-cold", 0)
	b.want("at first", id("display")+`.textContent`, `""`)
	for _, c := range []struct {
		x, y float64
		want string
	}{{10, 64, "HOT"}, {15, 64, "WARM"}, {49, 64, "COLD"}, {50, 64, "ICE COLD"}, {80, 195, "ICE COLD"}} {
		b.act(chrome.Move{X: c.x, Y: c.y})
		b.want(fmt.Sprint("at ", c.x), id("display")+`.textContent`, fmt.Sprintf("%q", c.want))
	}
}

// stroke drags through points of the picture.
func (b *tab) stroke(points ...[2]float64) {
	b.t.Helper()
	const left, top = 3, 53 // of the picture, inside its border
	for i, p := range points {
		x, y := left+p[0], top+p[1]
		b.act(chrome.Move{X: x, Y: y})
		if i == 0 {
			b.act(chrome.Press{X: x, Y: y, Clicks: 1})
		}
		if i == len(points)-1 {
			b.act(chrome.Release{X: x, Y: y, Clicks: 1})
		}
	}
}

// TestDrawRewards draws around a dot at (80, 60), and through it.
func TestDrawRewards(t *testing.T) {
	b := newTab(t, builtin(t))
	const dot = `{ const randf = core.randf, given = [80, 60];
core.randf = () => given.shift(); core.startEpisodeReal(); core.randf = randf; }`
	around := func(radius float64, wobble float64, arc float64) func() {
		return func() {
			b.run(dot)
			var points [][2]float64
			for i := range 13 {
				a, r := arc*float64(i)/12, radius
				if i%2 == 1 {
					r += 2 * wobble
				}
				points = append(points, [2]float64{80 + math.Round(r*math.Cos(a)), 60 + math.Round(r*math.Sin(a))})
			}
			b.stroke(points...)
			b.submit()
		}
	}
	const full = 2 * math.Pi
	b.rewards([]answer{
		{"draw-circle", 0, "round", around(30, 0, full), 1},
		{"draw-circle", 0, "nearly round", around(30, 3, full), 0.9},
		{"draw-circle", 0, "not round", around(30, 5.5, full), 0.7},
		{"draw-circle", 0, "a star", around(14, 17, full), -0.1},
		{"draw-circle", 0, "a quarter", around(30, 0, full/4), 1},
		{"draw-circle", 0, "small", around(8, 0, full), 0.5},
		{"draw-circle", 0, "smaller", around(4, 0, full), 0.25},
		{"draw-circle", 0, "tiny", around(1, 0, full), -0.25},
		{"draw-circle", 0, "a blot", func() { b.stroke([2]float64{20, 20}); b.submit() }, -0.25},
		{"draw-circle", 0, "nothing", b.submit, -1},
		{"draw-circle", 0, "not handed in", func() { b.stroke([2]float64{20, 20}, [2]float64{50, 50}) }, endless},
		{"draw-circle", 0, "a second stroke replaces the first", func() {
			b.run(dot)
			b.stroke([2]float64{20, 20}, [2]float64{50, 50})
			around(30, 0, full)()
		}, 1},
	})
	line := func(horizontal bool, points ...[2]float64) func() {
		return func() {
			b.run(fmt.Sprintf(`{ const sample = core.sample; core.sample = () => %q; %s core.sample = sample; }`,
				map[bool]string{true: "horizontal", false: "vertical"}[horizontal], dot))
			b.stroke(points...)
			b.submit()
		}
	}
	b.rewards([]answer{
		{"draw-line", 0, "horizontal", line(true, [2]float64{50, 60}, [2]float64{80, 60}, [2]float64{110, 60}), 1},
		{"draw-line", 0, "vertical", line(false, [2]float64{80, 30}, [2]float64{80, 60}, [2]float64{80, 90}), 1},
		{"draw-line", 0, "the wrong direction", line(false, [2]float64{50, 60}, [2]float64{80, 60}, [2]float64{110, 60}), -0.08 + 0.2},
		{"draw-line", 0, "slanting", line(true, [2]float64{50, 40}, [2]float64{80, 60}, [2]float64{110, 80}), -0.8 + 0.2},
		{"draw-line", 0, "short", line(true, [2]float64{78, 60}, [2]float64{80, 60}, [2]float64{82, 60}), 0.8*0.25 + 0.2},
		{"draw-line", 0, "beside the dot", line(true, [2]float64{50, 72}, [2]float64{80, 72}, [2]float64{110, 72}), 0.8 + 0.1},
		{"draw-line", 0, "far from the dot", line(true, [2]float64{50, 15}, [2]float64{80, 15}, [2]float64{110, 15}), 0.8 - 0.1},
		// The published page looks at the last point only, and at a place beside the dot.
		{"draw-line", 0, "a zigzag that comes back", line(true, [2]float64{50, 60}, [2]float64{60, 100}, [2]float64{70, 20}, [2]float64{110, 60}), -0.8},
		{"draw-line", 0, "7 pixels below", line(true, [2]float64{50, 67}, [2]float64{80, 67}, [2]float64{110, 67}), 0.8 + 0.15},
		{"draw-line", 0, "5 pixels below", line(true, [2]float64{50, 65}, [2]float64{80, 65}, [2]float64{110, 65}), 1},
		{"draw-line", 0, "nothing", b.submit, -1},
	})
}
