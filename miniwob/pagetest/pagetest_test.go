package pagetest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pix2act/chrome"
	"pix2act/miniwob"
)

// pool lends the browsers of all tests.
var pool = chrome.NewPool(2, chrome.Options{})

func TestMain(m *testing.M) {
	code := m.Run()
	_ = pool.Close()
	os.Exit(code)
}

// skipWithoutBrowser says loudly that nothing is tested.
func skipWithoutBrowser(t *testing.T) {
	t.Helper()
	if _, err := chrome.Find(); err != nil {
		t.Skipf("NO BROWSER: the checks are NOT tested: %v", err)
	}
}

// page is a page that does right, but for what is put in.
func page(head, problem string) string {
	return `<!DOCTYPE html><html><head><link rel="stylesheet" href="../core/core.css"><script src="../core/core.js"></script>
<script src="../core/widgets.js"></script><script>
var genProblem = function () {
  core.say("Press the button with the number " + core.randi(1, 1000) + ".");
  core.put(widgets.submit(() => true));
` + problem + `
};
window.onload = () => core.startEpisode();
` + head + `
</script></head><body><div id="wrap"><div id="query"></div><div id="area"></div></div></body></html>`
}

// TestFaults has a page for every fault, and what is to be said of it.
func TestFaults(t *testing.T) {
	skipWithoutBrowser(t)
	pages := map[string]struct {
		html string
		want []string // check: part of the text
	}{
		"right":    {page("", ""), nil},
		"throws":   {page("throw new Error('at once');", ""), []string{"loads: error in the console: Uncaught Error: at once (tasks/throws.html:"}},
		"later":    {page("", "core.after(50, () => { throw new Error('a little later'); });"), []string{"loads: a little later"}},
		"promises": {page("", "Promise.reject('broken');"), []string{"loads: broken (in a promise)"}},
		"console":  {page("", "console.error('told', 7);"), []string{"loads: told 7"}},
		"alert":    {page("", "alert('!');"), []string{"loads: alert()"}},
		"absent":   {page("</script><script src='nowhere.js'></script><script>", ""), []string{"loads: cannot load http", "nowhere.js"}},
		"leaves":   {page("", "document.getElementById('subbtn').onclick = () => { location.href = 'about:blank'; };"), []string{"loads: the page was left by"}},
		"globals":  {page("delete core.elementClick; WOB_EPISODE_ID = 'a';", ""), []string{"globals: WOB_EPISODE_ID, core.elementClick"}},
		"cover":    {page("window.onload = null;", ""), []string{"starts: no cover"}},
		"fails":    {page("", "null.x = 1;"), []string{"loads: the episode does not start: TypeError", "starts: no episode runs"}},
		"ends":     {page("", "core.after(1, () => core.endEpisode(1));"), []string{"starts: no episode runs"}},
		"never":    {page("WOB_TASK_READY = false;", ""), []string{"starts: WOB_TASK_READY"}},
		"silent":   {page("", "core.say();"), []string{"instruction: there is none"}},
		"wordy":    {page("", "core.say('Press the button. '.repeat(20));"), []string{"instruction: does not fit"}},
		"deep":     {page("", "document.getElementById('subbtn').style.marginTop = '150px';"), []string{`place: <button id=subbtn> "Submit" lies at`, "160 × 210"}},
		"aside":    {page("", "core.put(core.make('button', {style: 'position: absolute; left: 150px; width: 50px'}, 'Go'));"), []string{`place: "Go" lies at x 150 to 200`}},
		"scrolls":  {page("", "core.put(core.make('div', {style: 'height: 40px; overflow: auto'}, core.make('div', {style: 'height: 300px'}), core.make('button', {}, 'Go')));"), nil},
		"slow":     {page("core.EPISODE_MAX_TIME = 20000;", ""), []string{"limit: still runs after the 10 s", "limit: its limit is 20 s"}},
		"generous": {page("", "core.on(document.getElementById('subbtn'), 'mousedown', () => core.endEpisode(2));"), []string{"reward: it is 2"}},
		"wrong":    {page("", "core.on(document.getElementById('subbtn'), 'mousedown', () => core.endEpisode('good'));"), []string{"reward: string good", "loads: toFixed"}},
		"moves": {page("", "const began = Date.now(), dot = core.put(core.make('i', {style: 'position: absolute'}, 'o')); core.every(300, () => { dot.style.left = (Date.now() - began) / 50 % 100 + 'px'; });"),
			[]string{`stillness: "animated": true`}},
		"chance": {page("", "const n = new Math.seedrandom(); core.put(String(n()));"), []string{"repetition: text", "chance: crypto.getRandomValues, which no seed fixes (tasks/chance.html:"}},
		"late": {page("", "core.after(30, () => { core.randi(0, 5); }); core.on(document.getElementById('subbtn'), 'mousedown', () => crypto.randomUUID());"),
			[]string{"chance: Math.random after the start (tasks/late.html:", "chance: crypto.randomUUID"}},
		"allowed":  {page("", "core.after(30, () => { core.randi(0, 5); });"), nil},
		"timer":    {page("", "setInterval(() => {}, 10000);"), []string{"leftovers: an interval set in an earlier episode (tasks/timer.html:"}},
		"frames":   {page("", "const f = () => requestAnimationFrame(f); f();"), []string{"leftovers: a frame set"}},
		"handler":  {page("", "document.addEventListener('mousemove', () => {});"), []string{"leftovers: a handler for mousemove on the document"}},
		"styles":   {page("", "document.getElementById('subbtn').style = 'transition: margin-left 4.97s steps(20)'; core.after(50, () => { document.getElementById('subbtn').style.marginLeft = '20px'; });"), []string{"leftovers: a CSS transition of margin-left", "stillness: changes"}},
		"counts":   {page("var n = 0;", "n++; core.put(core.make('p', {}, 'round ' + n));"), []string{`reset: round 1`}},
		"keeps":    {page("", "core.on(document.getElementById('subbtn'), 'mousedown', () => { document.getElementById('wrap').title = 'pressed'; });"), []string{"reset: body > div#wrap"}},
		"paints":   {page("", "core.on(document.getElementById('subbtn'), 'mousedown', () => { const s = document.styleSheets[0]; s.insertRule('#area { color: red; background: pink }', s.cssRules.length); });"), []string{"reset: the first picture differs"}},
		"declared": {page("var n = 0;", "n++; core.put(core.make('p', {}, 'round ' + n)); setInterval(() => {}, 10000);"), nil},
	}
	dir := t.TempDir()
	write := func(name, text string) {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, p := range pages {
		write("tasks/"+name+".html", p.html)
	}
	write("suite.json", `{"tasks": {"declared": {"fresh_page": true}, "allowed": {"draws_later": true}}}`)
	suite, err := miniwob.Folder(dir)
	if err != nil {
		t.Fatal(err)
	}
	for name, p := range pages {
		t.Run(name, func(t *testing.T) {
			found, err := Check(t.Context(), Options{Suite: suite, Pool: pool, First: 3, Last: 3}, name)
			if err != nil {
				t.Fatal(err)
			}
			var checks []string
			for _, want := range p.want {
				check, text, isCheck := strings.Cut(want, ": ")
				if !isCheck {
					check, text = "", want
				}
				checks = append(checks, check)
				if !slices.ContainsFunc(found, func(f Finding) bool {
					return (check == "" || f.Check == check) && strings.Contains(f.Text, text)
				}) {
					t.Errorf("nothing says %q", want)
				}
			}
			for _, f := range found {
				if f.Task != name || f.Seed != 3 || strings.Contains(f.Text, "\n") {
					t.Errorf("not as findings are: %+v", f)
				}
				if !slices.Contains(checks, f.Check) {
					t.Errorf("unexpected: %v", f)
				}
			}
			if t.Failed() {
				for _, f := range found {
					t.Log(f)
				}
			}
		})
	}
	if _, err := Check(t.Context(), Options{Suite: suite, Pool: pool}, "rihgt"); err == nil || !strings.Contains(err.Error(), "near it: right") {
		t.Errorf("an unknown task: %v", err)
	}
}

// TestBuiltin checks every embedded page on one seed.
func TestBuiltin(t *testing.T) {
	skipWithoutBrowser(t)
	suite, err := miniwob.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	t.Run("pages", func(t *testing.T) {
		for _, task := range suite.Tasks() {
			t.Run(task.Name, func(t *testing.T) {
				t.Parallel() // as many as the pool has browsers
				found, err := Check(t.Context(), Options{Suite: suite, Pool: pool, First: 7, Last: 7}, task.Name)
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range found {
					t.Error(f)
				}
			})
		}
	})
}
