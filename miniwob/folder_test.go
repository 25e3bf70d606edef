package miniwob

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"pix2act/gui"
)

// writeFolder makes a folder of files.
func writeFolder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const (
	bodyHTML = `<body><div id="wrap"><div id="query"></div><div id="area"></div></div></body></html>`
	// A page that loads the runtime as the public pages do, in one file.
	oneFilePage = `<html><head><link rel="stylesheet" href="../core/core.css"><script src="../core/core.js"></script><script>
var genProblem = function () {
  document.getElementById("query").innerHTML = "Press it " + core.randi(1, 100) + " times.";
  document.getElementById("area").innerHTML = '<button id="subbtn">It</button>';
  document.getElementById("subbtn").onclick = function () { core.endEpisode(1.0, true); };
};
window.onload = function () { core.startEpisode(); };
</script></head>` + bodyHTML
	// One that loads its parts, as the embedded pages do.
	partsPage = `<!DOCTYPE html><html><head><link rel="stylesheet" href="../core/core.css"><script src="../core/seedrandom.js"></script>
<script src="../core/core.js"></script><script src="../core/display.js"></script><script src="../core/dominfo.js"></script>
<script src="../core/words.js"></script><script src="../core/widgets.js"></script><script>
var genProblem = function () {
  core.say("Submit " + core.sample(words.NAMES) + ".");
  core.put(widgets.submit(() => true));
};
window.onload = () => core.startEpisode();
</script></head>` + bodyHTML
)

func TestNotFolder(t *testing.T) {
	page := map[string]string{"a.html": oneFilePage}
	with := func(catalogue string) map[string]string {
		return map[string]string{"a.html": oneFilePage, "suite.json": catalogue}
	}
	for _, c := range []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{"an empty folder", nil, []string{"no .html file", "docs/writing-tasks.md"}},
		{"other pages", map[string]string{"a.html": "<p>hello", "b.html": "<p>you"}, []string{"none of its 2 .html files loads core/core.js"}},
		{"broken JSON", with("{\n\"tasks\": {,}}"), []string{"suite.json: broken JSON in line 2"}},
		{"half a JSON", with("{"), []string{"suite.json"}},
		{"more than one object", with("{} {}"), []string{"more after the end"}},
		{"an unknown key", with(`{"taks": {}}`), []string{`unknown key "taks"`, "name, defaults, tasks"}},
		{"an unknown key of a task", with(`{"tasks": {"a": {"limit": 3}}}`), []string{`unknown key "limit" in task "a"`, "limit_s"}},
		{"an unknown key of the defaults", with(`{"defaults": {"limit": 3}}`), []string{`unknown key "limit" in the defaults`}},
		{"another type", with(`{"tasks": {"a": {"limit_s": "3"}}}`), []string{`task "a"`, "limit_s", "string"}},
		{"a task without a page", with(`{"tasks": {"aa": {}}}`), []string{"no page aa.html", "near it: a"}},
		{"no time", with(`{"tasks": {"a": {"limit_s": 0}}}`), []string{"limit_s", "above 0"}},
		{"no input", with(`{"tasks": {"a": {"actions": []}}}`), []string{"actions", "at least one"}},
		{"no such input", with(`{"tasks": {"a": {"actions": ["shout"]}}}`), []string{"shout", "triple_click"}},
		{"no reward", with(`{"tasks": {"a": {"success_threshold": 1.5}}}`), []string{"success_threshold", "1.5"}},
		{"no steps", with(`{"tasks": {"a": {"max_steps": -1}}}`), []string{"max_steps", "-1"}},
		{"no size", with(`{"tasks": {"a": {"width": 3}}}`), []string{"width", "3"}},
		{"a taken name", with(`{"name": "farama"}`), []string{"farama"}},
		{"a list of no name", with(`{"tasks": {"a": {"lists": ["a b"]}}}`), []string{"a b"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := writeFolder(t, c.files)
			s, err := Folder(dir)
			if err == nil {
				t.Fatalf("a suite of %v, want an error", s.names)
			}
			for _, part := range append(c.want, dir) {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%q does not say %q", err, part)
				}
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("%q has more than one line", err)
			}
		})
	}
	for _, path := range []string{filepath.Join(t.TempDir(), "absent"), filepath.Join(writeFolder(t, page), "a.html")} {
		if _, err := Folder(path); !errors.Is(err, ErrNotSuite) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, want ErrNotSuite", path, err)
		}
	}
}

func TestFolderCatalogue(t *testing.T) {
	s, err := Folder(writeFolder(t, map[string]string{
		"tasks/plain.html": oneFilePage, "tasks/all.html": partsPage, "tasks/index.html": "<p>a listing",
		"tasks/part/inner.html": oneFilePage, ".git/x": "x",
		"suite.json": `{"name": "mine", "defaults": {"limit_s": 20, "lists": ["shop"]},
			"tasks": {"plain": {"actions": ["click", "keys"], "success_threshold": 0.5, "max_steps": 7, "animated": true,
			"width": 320, "height": 400, "fresh_page": false, "lists": ["till"]}}}`,
	}))
	if err != nil {
		t.Fatal(err)
	}
	if s.Name() != "mine" || !slices.Equal(s.names, []string{"all", "plain"}) || !slices.Equal(s.Others(), []string{"index.html"}) {
		t.Errorf("suite %q of %v, and %v", s.Name(), s.names, s.Others())
	}
	tasks := s.Tasks()
	want := gui.Task{
		Name: "plain", Lists: []string{"till", "all", "animated", "text"}, LimitS: 20, Actions: []string{"click", "keys"},
		SuccessThreshold: 0.5, MaxSteps: 7, Width: 320, Height: 400, ViewportWidth: 500, ViewportHeight: 410, Animated: true,
	}
	if !equalTasks(tasks[1], want) {
		t.Errorf("%+v, want\n%+v", tasks[1], want)
	}
	want = gui.Task{
		Name: "all", Lists: []string{"shop", "all", "click"}, LimitS: 20, Actions: []string{"click"},
		SuccessThreshold: 1, MaxSteps: 30, Width: 160, Height: 210, ViewportWidth: 340, ViewportHeight: 220,
	}
	if !equalTasks(tasks[0], want) {
		t.Errorf("%+v, want\n%+v", tasks[0], want)
	}
	for ask, want := range map[string]string{"shop": "all", "till": "plain", "text,all": "plain all", "plain": "plain"} {
		if got, err := s.List(ask); err != nil || strings.Join(got, " ") != want {
			t.Errorf("list %q gives %v (%v), want %s", ask, got, err, want)
		}
	}
	for _, ask := range []string{"paper59", "pain"} {
		if _, err := s.List(ask); err == nil || !strings.Contains(err.Error(), ask) {
			t.Errorf("list %q: %v", ask, err)
		}
	}
	fresh, _ := s.Script("all")
	used, _ := s.Script("plain")
	if !fresh.FreshPage || used.FreshPage {
		t.Error("a fresh document is for the task that does not say otherwise")
	}
}

func equalTasks(a, b gui.Task) bool {
	lists := slices.Equal(a.Lists, b.Lists) && slices.Equal(a.Actions, b.Actions)
	a.Lists, a.Actions, b.Lists, b.Actions = nil, nil, nil, nil
	return lists && a.Name == b.Name && a.LimitS == b.LimitS && a.SuccessThreshold == b.SuccessThreshold &&
		a.MaxSteps == b.MaxSteps && a.Width == b.Width && a.Height == b.Height && a.ViewportWidth == b.ViewportWidth &&
		a.ViewportHeight == b.ViewportHeight && a.Animated == b.Animated
}

// TestFolderForms puts the same pages in each of the places, with and without a runtime of their own, and plays them.
func TestFolderForms(t *testing.T) {
	both := func(place string, more ...string) map[string]string {
		files := map[string]string{place + "one.html": oneFilePage, place + "parts.html": partsPage}
		for i := 0; i < len(more); i += 2 {
			files[more[i]] = more[i+1]
		}
		return files
	}
	own := func(name string) string {
		files, err := runtimeInOne()
		if err != nil {
			t.Fatal(err)
		}
		return "var whose = 'own';\n" + string(files[name])
	}
	for _, c := range []struct {
		name, give string
		files      map[string]string
		whose      string
	}{
		{"in the folder itself", "", both(""), "ours"},
		{"in tasks", "", both("tasks/"), "ours"},
		{"in miniwob", "", both("miniwob/"), "ours"},
		{"with a folder core of other things", "", both("tasks/", "core/words.js", "var words = {NAMES: ['Zachary']};"), "ours"},
		{"with a runtime", "", both("tasks/", "core/core.js", own("core/core.js"), "core/core.css", "", "core/words.js", "var words = {NAMES: ['Zachary']};", "core/widgets.js", own("core/widgets.js")), "own"},
		{"beside a runtime", "pages", both("pages/", "core/core.js", own("core/core.js"), "core/words.js", "var words = {NAMES: ['Zachary']};", "core/widgets.js", own("core/widgets.js")), "own"},
	} {
		t.Run(c.name, func(t *testing.T) {
			suite, err := Folder(filepath.Join(writeFolder(t, c.files), c.give))
			if err != nil {
				t.Fatal(err)
			}
			if err := fstest.TestFS(suite.Files(), suite.folder+"/one.html", suite.folder+"/parts.html"); c.whose == "ours" && err != nil {
				t.Error(err)
			}
			b := newTab(t, suite)
			for _, task := range []string{"one", "parts"} {
				b.open(task)
				b.start(task, 3)
				b.wantRunning(task)
				b.click(id("subbtn"))
				b.wantEnd(task, 1)
				if got := get[string](b, `typeof whose === "undefined" ? "ours" : whose`); got != c.whose {
					t.Errorf("%s runs with the runtime %s, want %s", task, got, c.whose)
				}
			}
			if said := get[string](b, `core.getUtterance()`); strings.Contains(strings.Join(keys(c.files), " "), "words.js") != (said == "Submit Zachary.") {
				t.Errorf("%q: whose words?", said)
			}
		})
	}
}

func keys(files map[string]string) []string {
	var names []string
	for name := range files {
		names = append(names, name)
	}
	return names
}

// TestFolderHash changes the hash with what is served and with the catalogue, and with nothing else.
// Whoever asks for what a suite has not is told how to list that very suite.
func TestUnknownNamesSuite(t *testing.T) {
	dir := writeFolder(t, map[string]string{"tasks/a.html": `<script src="../core/core.js"></script>`})
	s, err := Folder(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range []string{"nope", "first12", ","} {
		if _, err := s.List(list); err == nil || !strings.HasSuffix(err.Error(), "pix2act tasks --suite dir:"+dir) {
			t.Errorf("%q: %v", list, err)
		}
	}
	if _, err := s.Task("nope"); err == nil || !strings.HasSuffix(err.Error(), " --suite dir:"+dir) {
		t.Errorf("Task: %v", err)
	}
}

func TestFolderHash(t *testing.T) {
	files := map[string]string{"tasks/one.html": oneFilePage}
	hashOf := func() string {
		s, err := Folder(writeFolder(t, files))
		if err != nil {
			t.Fatal(err)
		}
		return s.Hash()
	}
	first := hashOf()
	if hashOf() != first {
		t.Error("the same files in another place have another hash")
	}
	files[".git/index"] = "x"
	if hashOf() != first {
		t.Error("hidden folders count")
	}
	files["suite.json"] = `{"tasks": {"one": {"limit_s": 11}}}`
	second := hashOf()
	files["tasks/picture.png"] = "x"
	if third := hashOf(); first == second || second == third {
		t.Error("a changed catalogue or another file leave the hash as it was")
	}
}

// TestPublicAsFolder opens the public pages as a folder of a user's: the same tasks, and the two that no package
// registers.
func TestPublicAsFolder(t *testing.T) {
	wheel := public(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, wheel.Files().(*seekFS).under); err != nil {
		t.Fatal(err)
	}
	for _, place := range []string{dir, filepath.Join(dir, "miniwob")} {
		s, err := Folder(place)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range wheel.names {
			if !slices.Contains(s.names, name) && !strings.HasPrefix(name, "flight") {
				t.Errorf("%s: %s is missing", place, name)
			}
		}
		if _, err := fs.Stat(s.Files(), "core/dominfo.js"); err == nil {
			t.Errorf("%s: our runtime is mixed with that of the folder", place)
		}
		if len(s.Others()) != 0 {
			t.Errorf("%s: %v are no tasks", place, s.Others())
		}
	}
}
