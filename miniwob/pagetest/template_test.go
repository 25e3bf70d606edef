package pagetest

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"pix2act/miniwob"
)

// templates are the files that docs/writing-tasks.md shows, by name.
func templates(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "writing-tasks.md"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, m := range regexp.MustCompile("(?s)<!-- template: (\\S+) -->\n```\\w+\n(.*?)\n```").FindAllStringSubmatch(string(text), -1) {
		files[m[1]] = m[2]
	}
	return files
}

// TestTemplate checks the page and the catalogue that the document for authors shows.
func TestTemplate(t *testing.T) {
	files := templates(t)
	if files["press-it.html"] == "" || files["suite.json"] == "" {
		t.Fatalf("docs/writing-tasks.md shows %d files, without a page or a catalogue", len(files))
	}
	skipWithoutBrowser(t)
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "tasks"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if filepath.Ext(name) == ".html" {
			name = filepath.Join("tasks", name)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	suite, err := miniwob.Folder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if tasks := suite.Tasks(); suite.Name() != "mine" || len(tasks) != 1 || tasks[0].Lists[0] != "buttons" {
		t.Errorf("suite %q of %+v", suite.Name(), tasks)
	}
	found, err := Check(t.Context(), Options{Suite: suite, Pool: pool, First: 0, Last: 4}, "press-it")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		t.Error(f)
	}
}
