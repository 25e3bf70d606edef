package miniwob

import (
	"fmt"
	"testing"

	"pix2act/chrome"
)

// domHelpers are loaded before the expressions of the tests below: all(…) is the flat tree,
// node(id) a record of it, keys and kids shorten records.
const domHelpers = `
var all = () => core.flattenDOMInfo(core.getDOMInfo());
var node = (id) => Object.values(all()).find((n) => n.id === id);
var kids = (id) => node(id).children.map((n) => n.tag + (n.text === undefined ? "" : ":" + n.text));
var element = (id) => document.getElementById(id);
var put = function (html) { element("area").innerHTML = html; };`

// domTab is a page with an episode running and an area to fill.
func domTab(t *testing.T) *tab {
	b := newTab(t, builtin(t))
	b.open("click-test")
	b.start("click-test", 1)
	b.run(domHelpers)
	return b
}

func TestDOMInfo(t *testing.T) {
	b := domTab(t)
	for _, c := range []struct{ name, html, expression, want string }{
		{"a record", `<p id="p" class="a b" style="margin: 0; width: 50px; height: 10.5px; color: red; background-color: blue">x</p>`,
			`Object.assign(node("p"), {ref: 0})`,
			`{"tag":"P","left":2,"top":52,"width":50,"height":10.5,"children":[],"id":"p","classes":"a b","ref":0,` +
				`"bgColor":"rgb(0, 0, 255)","fgColor":"rgb(255, 0, 0)","focused":false,"tampered":false,"text":"x"}`},
		{"the instruction and the runtime's own parts are left out", ``,
			`["query", "reward-display", "sync-task-cover", "click-canvas", "wrap", "area"].filter((id) => node(id) !== undefined)`, `["wrap","area"]`},
		{"nothing drawn, nothing listed", `<div id="a" style="display: none"><b id="a1">x</b></div><script id="b"></script>
			<style id="c"></style><input id="d" type="hidden"><div id="e" style="display: contents"><b id="e1">x</b></div>`,
			`["a", "a1", "b", "c", "d", "e", "e1"].filter((id) => node(id) !== undefined)`, `[]`},
		{"a parent without height hides its children", `<div id="a" style="height: 0"><b id="a1" style="position: absolute">x</b></div>
			<div id="f"><b id="f1" style="float: left">x</b></div>`,
			`["a", "a1", "f", "f1"].filter((id) => node(id) !== undefined)`, `[]`},
		{"unseen with a box, listed", `<b id="a" style="visibility: hidden">x</b><b id="b" style="opacity: 0">x</b>
			<b id="c" style="position: absolute; left: -500px; top: 900px">x</b>`,
			`[...["a", "b", "c"].map((id) => node(id) !== undefined), node("c").left, node("c").top]`, `[true,true,true,-500,900]`},
		{"names of tags", `<svg id="s" width="9" height="9"><circle id="c" r="3" cx="4" cy="4"/></svg><i id="i">x</i>`,
			`["s", "c", "i"].map((id) => node(id).tag)`, `["svg","circle","I"]`},
		{"classes of SVG", `<svg id="s" class="k l" width="9" height="9"></svg>`, `node("s").classes`, `"k l"`},
		{"colours are the element's own", `<div id="d" style="background-color: rgb(1, 2, 3); color: rgb(4, 5, 6)"><b id="b">x</b></div>`,
			`[node("b").bgColor, node("b").fgColor]`, `["rgba(0, 0, 0, 0)","rgb(4, 5, 6)"]`},
		{"colours of what is disabled", `<button id="b" disabled>x</button>`, `/rgba\(.*, 0\.3\)/.test(node("b").fgColor + node("b").bgColor)`, `true`},
		{"inputs", `<input id="a" type="checkbox" checked><input id="b" type="radio"><input id="c" type="date" value="2016-12-03">
			<input id="d" type="number" value="7"><input id="e" type="strange" value="x"><input id="f" value="">`,
			`["a", "b", "c", "d", "e", "f"].map((id) => [node(id).tag, node(id).value])`,
			`[["INPUT_checkbox",true],["INPUT_radio",false],["INPUT_date","2016-12-03"],["INPUT_number","7"],["INPUT_text","x"],["INPUT_text",""]]`},
		{"a textarea's value is what is in it, its text what was", `<textarea id="a">old</textarea>`,
			`(element("a").value = "new", [node("a").tag, node("a").value, node("a").text])`, `["TEXTAREA","new","old"]`},
		{"other elements have no value", `<select id="a"><option id="o">x</option></select><button id="b" value="v">x</button>`,
			`["a", "b"].map((id) => "value" in node(id))`, `[false,false]`},
		{"a closed list has neither options nor text", `<select id="a"><option id="o">x</option></select>`,
			`[node("a").tag, node("a").children, "text" in node("a")]`, `["SELECT",[],false]`},
		{"an open list has options", `<select id="a" multiple size="2"><option selected>x</option><option>y</option><option>z</option></select>`,
			`[kids("a"), node("a").children[0].bgColor !== node("a").children[1].bgColor]`, `[["OPTION:x","OPTION:y","OPTION:z"],true]`},
		{"text of a leaf", `<p id="a"> a<!-- c -->b </p><p id="b" style="height: 5px"></p><p id="c">x  y&nbsp;z</p>`,
			`["a", "b", "c"].map((id) => node(id).text)`, `["a b","","x  y` + "\u00a0" + `z"]`},
		{"text beside elements", `<p id="a">one <b>two</b> <!-- c --> three</p>`, `[kids("a"), "text" in node("a")]`, `[["t:one","B:two","t:three"],false]`},
		{"a pseudo-element for each line", `<p id="a" style="width: 40px">aaaa bbbb cccc<br></p>`, `kids("a").length > 1 && kids("a").join(" ")`, `"t:aaaa t:bbbb t:cccc"`},
		{"a pseudo-element's record", `<p id="a" style="margin: 0">one<b>two</b></p>`,
			`Object.keys(node("a").children[0])`, `["tag","left","top","width","height","ref","children","text"]`},
		{"texts that are not drawn", `<p id="a" style="font-size: 0; height: 9px">x<b style="font-size: 9px">y</b></p>`, `kids("a")`, `["B:y"]`},
		{"of a part of the page", `<p id="a"><b>x</b><i>y</i></p>`, `core.getDOMInfo(element("a")).children.map((n) => n.tag)`, `["B","I"]`},
		{"scrolled", `<div id="a" style="height: 30px; overflow: auto"><p id="b" style="margin: 0; height: 300px">x</p></div>`,
			`(function () { const before = node("b").top; element("a").scrollTop = 20; return before - node("b").top; })()`, `20`},
		{"focus", `<input id="a"><input id="b">`, `(element("b").focus(), ["a", "b"].map((id) => node(id).focused))`, `[false,true]`},
		{"the last call's elements", `<p id="a">x<b>y</b></p>`,
			`(function () { const n = node("a"); return [core.previousDOMInfo[n.ref] === element("a"), core.previousDOMInfo[n.children[0].ref] === undefined]; })()`, `[true,true]`},
		{"refs last, of texts too", `<p id="a">x<b>y</b>z</p>`, `(function () { const once = Object.keys(all()); return [once.length > 4, once.join() === Object.keys(all()).join()]; })()`, `[true,true]`},
		{"flat", `<p id="a"><b>x</b></p>`, `(function () { const f = {}; const r = core.flattenDOMInfo(core.getDOMInfo(element("a")), f); return [r === f, Object.values(f).map((n) => n.tag).sort(), r[node("a").ref].children.length]; })()`,
			`[true,["B","P"],1]`},
		{"the document's names", `<p id="a">x</p>`, `[getDOMInfo().tag, Object.keys(flattenDOMInfo(getDOMInfo())).length > 2, typeof elementClick, typeof visualizeAttention]`, `["BODY",true,"function","function"]`},
	} {
		b.run(fmt.Sprintf("put(%s)", literal(c.html)))
		if got := b.json(c.expression); got != c.want {
			t.Errorf("%s: %s is\n  %s, want\n  %s", c.name, c.expression, got, c.want)
		}
	}
}

func TestRefs(t *testing.T) {
	b := domTab(t)
	const refs = `Object.values(all()).map((n) => n.ref).filter((r) => r > 0).sort((a, b) => a - b)`
	if got, want := b.json(refs), `[1,2,3,4]`; got != want { // body, #wrap, #area, the button
		t.Errorf("refs %s, want %s", got, want)
	}
	if got, want := b.json(`[core.getDOMInfo().ref, node("wrap").ref, node("area").ref, node("subbtn").ref]`), `[1,2,3,4]`; got != want {
		t.Errorf("refs in the order of the tree %s, want %s", got, want)
	}
	b.run(`core.endEpisode(0)`)
	b.json(refs) // on the cover
	b.start("click-test", 2)
	if got, want := b.json(refs), `[1,2,3,4]`; got != want {
		t.Errorf("refs after a look at the cover %s, want %s", got, want)
	}
	b.start("click-test", 2)
	if got, want := b.json(refs), `[1,2,3,4]`; got != want {
		t.Errorf("refs after two starts %s, want %s", got, want)
	}
}

func TestReferenceAPI(t *testing.T) {
	b := domTab(t)
	b.run(`core.referenceAPI = true`)
	b.start("click-test", 1)
	for _, c := range []struct{ name, html, expression, want string }{
		{"false is absent", `<input id="a">`, `["focused" in node("a"), "tampered" in node("a")]`, `[false,false]`},
		{"true is there", `<input id="a">`, `(element("a").focus(), element("a").click(), [node("a").focused, node("a").tampered])`, `[true,true]`},
		{"focus and typing do not tamper", `<input id="a">`,
			`(element("a").focus(), element("a").dispatchEvent(new Event("input", {bubbles: true})), "tampered" in node("a"))`, `false`},
		{"a click that does not reach the body does not tamper", `<p id="a">x</p>`,
			`(element("a").onclick = (e) => e.stopPropagation(), element("a").click(), "tampered" in node("a"))`, `false`},
		{"refs of texts change", `<p id="a">x<b>y</b></p>`,
			`(function () { const r = () => node("a").children[0].ref; return r() - r(); })()`, `1`},
		{"classes of SVG are an object", `<svg id="s" class="k" width="9" height="9"></svg>`, `typeof node("s").classes`, `"object"`},
	} {
		b.run(fmt.Sprintf("put(%s)", literal(c.html)))
		if got := b.json(c.expression); got != c.want {
			t.Errorf("%s: %s is %s, want %s", c.name, c.expression, got, c.want)
		}
	}
	b.run(`core.endEpisode(0); all()`)
	b.start("click-test", 1)
	if got := b.json(`core.getDOMInfo().ref > 1`); got != `true` {
		t.Errorf("after a look at the cover refs begin at 1, which they do not in the reference")
	}
}

// TestTampered touches elements with mouse and keyboard.
func TestTampered(t *testing.T) {
	b := domTab(t)
	const tampered = `Object.values(all()).filter((n) => n.tampered && n.id).map((n) => n.id).sort()`
	for _, c := range []struct {
		name, html string
		touch      func()
		want       string
	}{
		{"nothing", `<input id="a">`, func() {}, `[]`},
		{"a click", `<p id="a">x</p><p id="b">y</p>`, func() { b.click(id("b")) }, `["b"]`},
		{"a press", `<p id="a">x</p>`, func() {
			x, y := b.point(id("a"))
			b.act(chrome.Move{X: x, Y: y}, chrome.Press{X: x, Y: y, Clicks: 1})
			b.act(chrome.Release{X: 150, Y: 200, Clicks: 1})
		}, `["a","wrap"]`},
		{"a click that goes no further", `<p id="a">x</p>`, func() {
			b.run(`element("a").onclick = element("a").onmousedown = (e) => e.stopPropagation()`)
			b.click(id("a"))
		}, `["a"]`},
		{"focus by key", `<input id="a"><input id="b">`, func() { b.run(`element("b").focus()`) }, `["b"]`},
		{"elementClick", `<button id="a">x</button>`, func() { b.json(`core.elementClick(node("a").ref)`) }, `["a"]`},
		{"elementClick on SVG", `<svg id="s" width="20" height="20"><rect id="r" width="9" height="9"/></svg>`,
			func() { b.json(`core.elementClick(node("r").ref)`) }, `["r"]`},
	} {
		b.start("click-test", 1)
		b.run(fmt.Sprintf("put(%s)", literal(c.html)))
		c.touch()
		got := b.json(tampered)
		if c.name == "a press" { // the click goes to what both ends have in common
			got = b.json(tampered + `.filter((id) => id === "a" || id === "wrap")`)
		}
		if got != c.want {
			t.Errorf("%s: tampered are %s, want %s", c.name, got, c.want)
		}
	}
	b.run(`put('<p id="a">x</p>')`)
	b.click(id("a"))
	b.run(`core.endEpisode(0); core.startEpisodeReal()`)
	if got := b.json(tampered); got != `[]` {
		t.Errorf("in the next episode %s are tampered", got)
	}
}

func TestElementClick(t *testing.T) {
	b := domTab(t)
	const log = `var log = []; for (const type of ["mousedown", "mouseup", "click", "focus"]) {
	for (const target of document.querySelectorAll("#area *, #area")) target.addEventListener(type, (e) => {
		if (e.target === e.currentTarget) log.push(type + ":" + e.target.id + (e.isTrusted && type !== "focus" ? "!" : "") + (e.bubbles ? "+" : "")); }); }`
	for _, c := range []struct{ name, html, expression, want string }{
		{"a button", `<button id="a">x</button>`, `[core.elementClick(node("a").ref), log, document.activeElement.id]`,
			`[true,["click:a+","focus:a"],"a"]`},
		{"a checkbox", `<input id="a" type="checkbox">`, `(core.elementClick(node("a").ref), node("a").value)`, `true`},
		{"an SVG element", `<svg id="s" width="20" height="20"><rect id="r" width="9" height="9"/></svg>`,
			`[core.elementClick(node("r").ref), log]`, `[true,["mousedown:r","mouseup:r","click:r"]]`},
		{"a disabled button", `<button id="a" disabled>x</button>`, `[core.elementClick(node("a").ref), log, document.activeElement.tagName]`, `[true,[],"BODY"]`},
		{"far away", `<button id="a" style="position: absolute; top: 5000px">x</button>`, `[core.elementClick(node("a").ref), log[0]]`, `[true,"click:a+"]`},
		{"an unknown ref", ``, `(all(), typeof core.elementClick(999))`, `"string"`},
		{"a text's ref", `<p id="a">x<b>y</b></p>`, `typeof core.elementClick(node("a").children[0].ref)`, `"string"`},
	} {
		b.start("click-test", 1)
		b.run(fmt.Sprintf("put(%s); %s", literal(c.html), log))
		if got := b.json(c.expression); got != c.want {
			t.Errorf("%s: %s is %s, want %s", c.name, c.expression, got, c.want)
		}
	}
	b.start("click-test", 1)
	b.json(`(all(), core.elementClick(node("subbtn").ref))`)
	b.wantEnd("click-test", 1)
}
