package miniwob

import (
	"encoding/json"
	"fmt"
	"testing"
)

// first draws of Math.random after Math.seedrandom(seed).
var seedVectors = []struct {
	seed  string // JavaScript
	draws [4]float64
}{
	{`'hello.'`, [4]float64{0.9282578795792454, 0.3752569768646784, 0.7316977468919549, 0.23707962084956113}},
	{`0`, [4]float64{0.038085370776470735, 0.08624634995353292, 0.5921039987135952, 0.5283513935579917}},
	{`1`, [4]float64{0.1776348083296759, 0.21606903041839373, 0.5251053930849383, 0.6111927269176093}},
	{`{a: 1}`, [4]float64{0.1776348083296759, 0.21606903041839373, 0.5251053930849383, 0.6111927269176093}},
	{`{a: {b: 1}}`, [4]float64{0.1776348083296759, 0.21606903041839373, 0.5251053930849383, 0.6111927269176093}},
	{`2`, [4]float64{0.37118430221502846, 0.6036876390682743, 0.22316315843635745, 0.31453950542351816}},
	{`42`, [4]float64{0.0016341939679719736, 0.9364577392619949, 0.6594512913361081, 0.26366393983479847}},
	{`'42\0'`, [4]float64{0.0016341939679719736, 0.9364577392619949, 0.6594512913361081, 0.26366393983479847}},
	{`'42'`, [4]float64{0.00701751618236155, 0.17185490054868188, 0.967001069269818, 0.4077816952668805}},
	{`'0'`, [4]float64{0.7803563384230067, 0.05144520047760746, 0.5317574394273067, 0.4885194745974366}},
	{`''`, [4]float64{0.23144008215179881, 0.27404636548159655, 0.7901279251811976, 0.40384160557189036}},
	{`-1`, [4]float64{0.470093686445952, 0.7909463237352709, 0.623129488985286, 0.6090556115454999}},
	{`1.5`, [4]float64{0.662057362412527, 0.025913535463076984, 0.7895661890345752, 0.9656525354905963}},
	{`true`, [4]float64{0.7499665240166322, 0.9782315851418207, 0.45843613654078524, 0.6826523357454665}},
	{`false`, [4]float64{0.8238718126665644, 0.843467528847122, 0.4825202866846871, 0.803937115818441}},
	{`[1, 2]`, [4]float64{0.11210679525298443, 0.7369010444912392, 0.7042913532490607, 0.3162823792448825}},
	{`[1, '2']`, [4]float64{0.8436824835692407, 0.9539019336903614, 0.46184608918593145, 0.4681075447257503}},
	{`'é'`, [4]float64{0.5552529977398815, 0.04329078305847135, 0.6534705943084927, 0.8842545834775818}},
	{`227`, [4]float64{0.6421206520777462, 0.9171950610843245, 0.31015449410465484, 0.9807880719710427}},
	{`31416`, [4]float64{0.9333958971101092, 0.37090164402760395, 0.165922386589123, 0.3490386488501164}},
	{`1201539860`, [4]float64{0.985953354881865, 0.251848393038286, 0.9137849988243536, 0.2500088672745932}},
	{`2147483648`, [4]float64{0.24073171522362666, 0.5398900774718262, 0.8071246234111585, 0.1671913976571996}},
}

func TestSeedrandomVectors(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("click-test")
	for _, v := range seedVectors {
		got := get[[4]float64](b, fmt.Sprintf(`(Math.seedrandom(%s), [0, 0, 0, 0].map(() => Math.random()))`, v.seed))
		if got != v.draws {
			t.Errorf("seed %s draws %v, want %v", v.seed, got, v.draws)
		}
		local := get[[4]float64](b, fmt.Sprintf(`(function (g) { return [g(), g.double(), g(), g.double()]; })(new Math.seedrandom(%s))`, v.seed))
		if local != v.draws {
			t.Errorf("a generator with seed %s draws %v, want %v", v.seed, local, v.draws)
		}
	}
}

func TestSeedrandomForms(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("click-test")
	for _, c := range []struct{ name, expression, want string }{
		{"one generator, all kinds of draws",
			`(function (g) { return [g(), g(), g.quick(), g.int32(), g.double()]; })(new Math.seedrandom("hello."))`,
			`[0.9282578795792454,0.3752569768646784,0.7316977467853576,1966374204,0.6923829374876506]`},
		{"whole numbers", `(function (g) { return [g.int32(), g.int32()]; })(new Math.seedrandom("hello."))`, `[-308130061,202575200]`},
		{"quick draws", `(function (g) { return [g.quick(), g.quick(), g.quick()]; })(new Math.seedrandom("hello."))`,
			`[0.9282578795682639,0.04716571420431137,0.06578607717528939]`},
		{"a number's text", `Math.seedrandom(42)`, `"42\u0000"`},
		{"a text's text", `Math.seedrandom("42")`, `"42"`},
		{"a list's text", `Math.seedrandom([1, "2"])`, `"1\u0000,2"`},
		{"an object is its values", `Math.seedrandom({a: 1, b: {c: "x"}})`, `"1\u0000,x"`},
		{"an empty object is no list", `Math.seedrandom({})`, `"[object Object]\u0000"`},
		{"three levels deep", `Math.seedrandom({a: {b: {c: 1}}})`, `"1\u0000"`},
		{"deeper is text", `Math.seedrandom({a: {b: {c: {d: 1}}}})`, `"[object Object]\u0000"`},
		{"inherited values do not count", `Math.seedrandom(Object.create({a: 1}, {b: {value: 2, enumerable: true}}))`, `"2\u0000"`},
		{"unreadable values do not count", `Math.seedrandom({get a() { throw 1; }, b: 2})`, `"2\u0000"`},
		{"a null within", `Math.seedrandom([null])`, `"null\u0000"`},
		{"no seed", `[undefined, null].map((s) => Math.seedrandom(s).length).concat(Math.seedrandom().length)`, `[256,256,256]`},
		{"no seed twice", `Math.seedrandom() === Math.seedrandom()`, `false`},
		{"the text of no seed is a seed",
			`(function () { const s = Math.seedrandom(); const u = Math.random(); Math.seedrandom(s); return u === Math.random(); })()`, `true`},
		{"a local generator leaves Math.random alone",
			`(function () { const r = Math.random; new Math.seedrandom(1)(); return r === Math.random; })()`, `true`},
		{"a long seed is folded", `Math.seedrandom("x".repeat(300)).length`, `256`},
		{"global by option", `(new Math.seedrandom(0, {global: true}), Math.random())`, `0.038085370776470735`},
	} {
		if got := b.json(c.expression); got != c.want {
			t.Errorf("%s: %s is %s, want %s", c.name, c.expression, got, c.want)
		}
	}
}

func TestHelperVectors(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("click-test")
	for _, c := range []struct {
		seed           int64
		randi, shuffle string
	}{
		{0, `[0,0,5,5,9,2,6,6,8,1]`, `[8,6,7,2,1,5,3,4,9,0]`},
		{42, `[0,9,6,2,7,6,9,2,4,9]`, `[6,2,9,7,3,4,1,5,8,0]`},
		{1201539860, `[9,2,9,2,4,1,0,7,7,6]`, `[3,6,5,4,0,8,1,7,2,9]`},
	} {
		seed := fmt.Sprintf(`Math.seedrandom(%d), `, c.seed)
		if got := b.json(seed + `Array.from({length: 10}, () => core.randi(0, 10))`); got != c.randi {
			t.Errorf("seed %d: randi gives %s, want %s", c.seed, got, c.randi)
		}
		if got := b.json(seed + `core.shuffle([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])`); got != c.shuffle {
			t.Errorf("seed %d: shuffle gives %s, want %s", c.seed, got, c.shuffle)
		}
		if got := b.json(seed + `[core.randf(-1, 1), core.sample([5]), core.getOpt({a: 0}, "a", 1), core.getOpt({}, "a", 1)].length`); got != `4` {
			t.Errorf("seed %d: helpers give %s", c.seed, got)
		}
	}
}

// TestDrawOrder compares problems that need no list of words with those of the published pages.
func TestDrawOrder(t *testing.T) {
	const buttons = `["subbtn", "subbtn2"].map(function (id) {
	const box = document.getElementById(id).getBoundingClientRect(); return [box.left, box.top]; })`
	b := newTab(t, builtin(t))
	for _, c := range []struct {
		task, expression string
		want             [3]string // by seed 0, 1, 2
	}{
		{"click-test", `(function (b) { return [b.width, b.left, b.top]; })(document.getElementById("subbtn").getBoundingClientRect())`,
			[3]string{`[37,12,123]`, `[46,26,110]`, `[59,61,74]`}},
		{"click-test-2", buttons, [3]string{`[[4,60],[69,112]]`, `[[20,75],[61,122]]`, `[[43,121],[26,87]]`}},
		{"click-button-sequence", buttons, [3]string{`[[4,60],[69,112]]`, `[[20,75],[61,122]]`, `[[43,121],[26,87]]`}},
		{"use-slider", `[document.getElementById("val").textContent, core.getUtterance().match(/-?\d+/)[0]].map(Number)`,
			[3]string{`[-97,-99]`, `[-97,-97]`, `[16,0]`}},
	} {
		b.open(c.task)
		for seed, want := range c.want {
			b.start(c.task, int64(seed))
			if got := b.json(c.expression); got != want {
				t.Errorf("%s with seed %d: %s, want %s", c.task, seed, got, want)
			}
		}
	}
}

// json is the value of an expression in the page, as the page's own JSON.
func (b *tab) json(expression string) string {
	b.t.Helper()
	text := get[*string](b, `JSON.stringify((`+expression+`))`)
	if text == nil {
		return "undefined"
	}
	var check any
	if err := json.Unmarshal([]byte(*text), &check); err != nil {
		b.t.Fatalf("%s is no JSON: %v", *text, err)
	}
	return *text
}
