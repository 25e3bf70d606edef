package domdiff

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"net/http"
	"net/http/httptest"
	"slices"
	"time"

	"pix2act/chrome"
	"pix2act/gui"
	"pix2act/miniwob"
)

// The attention canvas lies from 330 to 490 pixels beside the task.
const viewWidth, viewHeight = 500, 220

// openDeadline is what a page gets of real time to load and start.
const openDeadline = time.Minute

// maxClicks bounds the elements of a page that are clicked.
const maxClicks = 80

// node is a record of getDOMInfo, as JSON has it.
type node = map[string]any

// side is a page with one runtime, and what was seen of it.
type side struct {
	Utterance any
	Tree      node
	Again     node // the tree of a second call
	Flat      map[string]node
	Task      []byte // pixels of the task at the start
	Attention [][]byte
	Clicks    []click
	// Reopened is how often an episode ended, so that another document was needed.
	Reopened int
}

// click is what elementClick does to an element.
type click struct {
	Ref      int
	On       string // the element, for people
	Returned any
	Tree     node
	Done     bool
	Raw      any
	Reward   any
}

// viewer looks at one side.
type viewer struct {
	page   chrome.Page
	suite  *miniwob.Suite
	server *httptest.Server
	task   string
	seed   int64
	strict bool // ours behaves as the published code
}

// quiet keeps boxes that wait for an answer from stopping the page: the published getDOMInfo opens one
// when it gives up. And it keeps every document, that of a frame included, from being left once it is there: where a link
// leads is not compared.
const quiet = `window.alert = () => {}; window.confirm = () => false; window.prompt = () => null;
window.navigation?.addEventListener("navigate", event => {
	if (location.protocol !== "about:" && document.readyState === "complete" && !event.destination.sameDocument && event.cancelable) {
		event.preventDefault();
	}
});`

// view plays one page on a browser and tells what was seen.
func view(ctx context.Context, browser *chrome.Browser, suite *miniwob.Suite, task string, seed int64, strict bool) (_ *side, err error) {
	page, err := browser.NewPage(ctx, chrome.PageOptions{
		Width: viewWidth, Height: viewHeight, Crop: image.Rect(0, 0, viewWidth, viewHeight), Inject: quiet,
	})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, page.Close()) }()
	server := httptest.NewServer(http.FileServerFS(suite.Files()))
	defer server.Close()
	v := &viewer{page: page, suite: suite, server: server, task: task, seed: seed, strict: strict}
	s := &side{}
	if err := v.look(ctx, s); err != nil {
		return nil, err
	}
	return s, v.clicks(ctx, s)
}

// open loads the page and starts the episode.
func (v *viewer) open(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, openDeadline)
	defer cancel()
	script, err := v.suite.Script(v.task)
	if err != nil {
		return err
	}
	if err := v.page.Open(ctx, v.server.URL+"/"+script.Path); err != nil {
		return err
	}
	if err := v.ready(ctx, script.Ready); err != nil {
		return err
	}
	start := fmt.Sprintf("core.referenceAPI = %v;\n%s", v.strict, script.Reset(gui.Episode{Task: v.task, Seed: v.seed, Mode: gui.ModeTrain}))
	if err := v.page.Evaluate(ctx, start, nil); err != nil {
		return fmt.Errorf("starting %s: %w", v.task, err)
	}
	if err := v.ready(ctx, script.Ready); err != nil {
		return err
	}
	return v.settle(ctx)
}

func (v *viewer) ready(ctx context.Context, expression string) error {
	for range 200 {
		var ready bool
		if err := v.page.Evaluate(ctx, "Boolean("+expression+")", &ready); err != nil || ready {
			return err
		}
		if err := v.page.Act(ctx, []chrome.Event{chrome.Advance{By: 50 * time.Millisecond}, chrome.Frame{}}); err != nil {
			return err
		}
	}
	return fmt.Errorf("%s does not get ready", v.task)
}

// settle lets timers and frames run that a start or a click has set, and waits for pictures
// that are needed then.
func (v *viewer) settle(ctx context.Context) error {
	if err := v.page.Act(ctx, []chrome.Event{chrome.Frame{}}); err != nil {
		return err
	}
	if err := v.page.Evaluate(ctx, "0", nil); err != nil {
		return err
	}
	if _, err := v.page.AwaitFetches(ctx); err != nil {
		return err
	}
	return v.page.Act(ctx, []chrome.Event{
		chrome.Frame{}, chrome.Advance{By: 50 * time.Millisecond}, chrome.Frame{}, chrome.Advance{By: 50 * time.Millisecond}, chrome.Frame{},
	})
}

// matrices are painted by visualizeAttention: full, ragged, small, beyond black and white, none.
var matrices = []string{
	`Array.from({length: 20}, (_, i) => Array.from({length: 20}, (_, j) => (i * 20 + j) / 399))`,
	`[[1], [0.5, 0.25], [], [0, 1, 0.75]]`,
	`[[-1, 2, 0.333333]]`,
	`[]`,
}

// look describes a page at its start.
func (v *viewer) look(ctx context.Context, s *side) error {
	if err := v.open(ctx); err != nil {
		return err
	}
	picture, err := v.page.Capture(ctx)
	if err != nil {
		return err
	}
	s.Task = crop(picture, image.Rect(0, 0, 160, 210))
	if err := v.page.Evaluate(ctx, `core.getUtterance()`, &s.Utterance); err != nil {
		return err
	}
	if err := v.tree(ctx, &s.Tree); err != nil {
		return err
	}
	if err := v.page.Evaluate(ctx, `core.flattenDOMInfo(core.getDOMInfo())`, &s.Flat); err != nil {
		return err
	}
	if err := v.tree(ctx, &s.Again); err != nil {
		return err
	}
	for _, matrix := range matrices {
		if err := v.page.Evaluate(ctx, fmt.Sprintf(`core.visualizeAttention(%s)`, matrix), nil); err != nil {
			return err
		}
		if picture, err = v.page.Capture(ctx); err != nil {
			return err
		}
		s.Attention = append(s.Attention, crop(picture, image.Rect(330, 0, 490, 210)))
	}
	return nil
}

func (v *viewer) tree(ctx context.Context, into *node) error {
	*into = nil
	return v.page.Evaluate(ctx, `core.getDOMInfo()`, into)
}

// clicks clicks every element in turn, in one episode as long as it lasts.
func (v *viewer) clicks(ctx context.Context, s *side) error {
	if err := v.open(ctx); err != nil {
		return err
	}
	var tree node
	if err := v.tree(ctx, &tree); err != nil {
		return err
	}
	targets := elements(tree)
	targets = append(targets[:min(len(targets), maxClicks)], target{99999, "no element"}, target{-1, "a text"})
	for _, t := range targets {
		c := click{Ref: t.ref, On: t.name}
		if err := v.page.Evaluate(ctx, fmt.Sprintf(`core.elementClick(%d)`, t.ref), &c.Returned); err != nil {
			return err
		}
		if err := v.settle(ctx); err != nil {
			return err
		}
		if err := v.tree(ctx, &c.Tree); err != nil {
			return err
		}
		var state []any
		if err := v.page.Evaluate(ctx, `[WOB_DONE_GLOBAL, WOB_RAW_REWARD_GLOBAL, WOB_REWARD_GLOBAL]`, &state); err != nil {
			return err
		}
		c.Done, c.Raw, c.Reward = state[0] == true, state[1], state[2]
		s.Clicks = append(s.Clicks, c)
		if !c.Done {
			continue
		}
		s.Reopened++
		if err := v.open(ctx); err != nil {
			return err
		}
		if err := v.tree(ctx, &tree); err != nil {
			return err
		}
	}
	return nil
}

// target is something to click.
type target struct {
	ref  int
	name string
}

// elements are the elements of a tree in its order, without pseudo-elements.
func elements(n node) []target {
	var all []target
	if n["tag"] != "t" {
		ref, _ := n["ref"].(float64)
		all = append(all, target{int(ref), nameOf(n)})
	}
	children, _ := n["children"].([]any)
	for _, child := range children {
		if child, ok := child.(node); ok {
			all = append(all, elements(child)...)
		}
	}
	return all
}

// nameOf calls a record what people call it.
func nameOf(n node) string {
	name := fmt.Sprint(n["tag"])
	if id, _ := n["id"].(string); id != "" {
		name += "#" + id
	}
	return name
}

// crop copies a part of a picture.
func crop(picture *image.RGBA, part image.Rectangle) []byte {
	var pixels []byte
	for y := part.Min.Y; y < part.Max.Y; y++ {
		from := picture.PixOffset(part.Min.X, y)
		pixels = append(pixels, picture.Pix[from:from+4*part.Dx()]...)
	}
	return pixels
}

// text writes a value as JSON, whose objects have their keys in order.
func text(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(data)
}

func keys(a, b node) []string {
	var all []string
	for key := range a {
		all = append(all, key)
	}
	for key := range b {
		if _, both := a[key]; !both {
			all = append(all, key)
		}
	}
	slices.Sort(all)
	return all
}
