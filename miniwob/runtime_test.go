package miniwob

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pix2act/chrome"
	"pix2act/gui"
)

const globals = `[WOB_DONE_GLOBAL, WOB_RAW_REWARD_GLOBAL, WOB_REWARD_GLOBAL, WOB_REWARD_REASON, WOB_EPISODE_ID]`

func (b *tab) want(what, expression, want string) {
	b.t.Helper()
	if got := b.json(expression); got != want {
		b.t.Errorf("%s: %s is %s, want %s", what, expression, got, want)
	}
}

func (b *tab) advance(d time.Duration) {
	b.t.Helper()
	ctx, cancel := b.context()
	defer cancel()
	if err := b.page.Act(ctx, []chrome.Event{chrome.Advance{By: d}}); err != nil {
		b.t.Fatalf("advance: %v", err)
	}
}

// TestLoaded looks at a page before its first episode.
func TestLoaded(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("click-test-2")
	b.want("globals", globals, `[false,0,0,null,0]`)
	b.want("more of them", `[WOB_TASK_READY, WOB_DATA_MODE, core.EPISODE_MAX_TIME, core.EP_TIMER, core.wob_latest, core.wob_scores]`, `[true,"default",10000,null,null,[]]`)
	b.want("places", `["wrap", "query", "click-canvas", "reward-display", "sync-task-cover"].map(function (id) {
	const box = document.getElementById(id).getBoundingClientRect(); return [box.left, box.top, box.width, box.height]; })`,
		`[[0,0,160,210],[0,0,160,50],[165,0,160,210],[165,0,160,210],[0,0,160,210]]`)
	b.want("cover", `[core.cover_div.id, core.cover_div.textContent, getComputedStyle(core.cover_div).zIndex, document.elementFromPoint(80, 100).id]`,
		`["sync-task-cover","START","9999","sync-task-cover"]`)
	b.want("ending what has not begun", `(core.endEpisode(1), `+globals+`)`, `[false,0,0,null,0]`)
	b.want("width, without scrollbars", `[document.documentElement.clientWidth, document.documentElement.clientHeight]`, `[340,220]`)
	b.act(chrome.Click(80, 100, 1)...)
	b.want("the cover, clicked", `[core.EP_TIMER === null, getComputedStyle(core.cover_div).display, core.getUtterance()]`, `[false,"none","Press button ONE."]`)
	b.want("a click on the cover touches nothing", `Object.values(core.flattenDOMInfo(core.getDOMInfo())).filter((n) => n.tampered).length`, `0`)
}

// TestOrder follows the start and the end of an episode from within.
func TestOrder(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("click-test")
	b.run(`var log = []; var inner = genProblem;
genProblem = function () {
	log.push(["genProblem", WOB_DONE_GLOBAL, WOB_RAW_REWARD_GLOBAL, core.cover_div.style.display, core.EP_TIMER === null, core.nextRefCode]);
	inner();
};
var cleared = core.canvasClear;
core.canvasClear = function () { log.push(["clear", WOB_DONE_GLOBAL, WOB_RAW_REWARD_GLOBAL, core.cover_div.style.display]); cleared(); };
core.startEpisodeReal(); core.endEpisode(-0.5, false, "so it is"); log = []; core.getDOMInfo();`)
	b.want("after the first", globals, `[true,-0.5,-0.5,"so it is",1]`)
	b.run(`core.startEpisodeReal()`)
	b.want("order", `log`, `[["genProblem",true,-0.5,"block",true,1],["clear",false,0,"block"]]`)
	b.want("running", globals, `[false,0,0,null,1]`)
	b.want("clocks", `[core.cover_div.style.display, core.EP_TIMER !== null, core.CD_TIMER !== null, Date.now() - core.ept0 < 50]`, `["none",true,true,true]`)
	b.run(`core.endEpisode(1); core.endEpisode(-1, false, "late")`)
	b.want("only the first end counts", globals, `[true,1,1,null,2]`)
	b.want("afterwards", `[core.cover_div.style.display, core.EP_TIMER, core.CD_TIMER, core.wob_latest, core.wob_scores]`, `["block",null,null,1,[-0.5,1]]`)
	b.run(`for (let i = 0; i < 12; i++) { core.startEpisodeReal(); core.endEpisode(i < 6 ? -1 : 1); }`)
	b.want("ten scores", `[core.wob_scores.length, core.rewardAvg().toFixed(2), document.getElementById("reward-avg").textContent,
	document.getElementById("reward-last").textContent, document.getElementById("episode-id").textContent]`, `[10,"0.20","0.20","1.00","14"]`)
}

func TestClock(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("click-test")
	b.run(`core.EPISODE_MAX_TIME = 1000; core.startEpisodeReal()`)
	b.want("countdown", `document.getElementById("timer-countdown").textContent`, `"1 / 1"`)
	b.advance(250 * time.Millisecond)
	b.run(`core.endEpisode(1, true)`)
	b.want("a quarter later", globals, `[true,1,0.75,null,1]`)
	b.run(`core.startEpisodeReal()`)
	b.advance(250 * time.Millisecond)
	b.run(`core.endEpisode(-1, true, null)`)
	b.want("the factor knows no sign", globals, `[true,-1,-0.75,null,2]`)
	b.run(`core.startEpisodeReal()`)
	b.advance(999 * time.Millisecond)
	b.want("just before the time-out", globals, `[false,0,0,null,2]`)
	b.advance(time.Millisecond)
	b.want("time-out", globals, `[true,-1,-1,"timed out",3]`)
	b.wantEnd("click-test", -1)
	b.run(`core.startEpisodeReal()`)
	b.advance(500 * time.Millisecond)
	b.run(`core.startEpisodeReal()`) // again, in mid-episode
	b.advance(600 * time.Millisecond)
	b.want("a new episode has its own clock", globals, `[false,0,0,null,3]`)
	b.advance(5 * time.Second)
	b.want("one end", globals, `[true,-1,-1,"timed out",4]`)
}

// endsItself are the tasks that pay shortly before their time is over.
var endsItself = map[string]bool{"chase-circle": true, "hover-shape": true, "moving-items": true}

func TestTimeOutOfEveryTask(t *testing.T) {
	b := newTab(t, builtin(t))
	for _, task := range b.suite.Tasks() {
		if endsItself[task.Name] {
			continue
		}
		b.open(task.Name)
		b.start(task.Name, 1)
		limit := time.Duration(task.LimitS * float64(time.Second))
		b.advance(limit - time.Millisecond)
		b.wantRunning(task.Name)
		b.advance(time.Millisecond)
		b.wantEnd(task.Name, -1)
		if s := b.state(task.Name); s.Reason == nil || *s.Reason != "timed out" {
			t.Errorf("%s: reason %v", task.Name, s.Reason)
		}
	}
}

func TestDataMode(t *testing.T) {
	b := newTab(t, builtin(t))
	b.openQuery("click-test", "?mode=test&other=1")
	b.want("from the address", `[WOB_DATA_MODE, core.QueryString]`, `["test",{"mode":"test","other":"1"}]`)
	b.startMode("click-test", 1, gui.ModeTrain)
	b.want("from the driver", `WOB_DATA_MODE`, `"train"`)
	b.run(`core.startEpisodeReal()`)
	b.want("it stays", `WOB_DATA_MODE`, `"train"`)
	b.startMode("click-test", 1, gui.ModeTest)
	b.want("from the driver", `WOB_DATA_MODE`, `"test"`)
}

// TestDisplayTakenAway plays on a page whose driver removed what stands beside the task.
func TestDisplayTakenAway(t *testing.T) {
	b := newTab(t, builtin(t))
	b.open("click-test")
	b.start("click-test", 1)
	b.run(`for (const id of ["reward-display", "click-canvas", "sync-task-cover"]) document.getElementById(id).remove()`)
	b.click(id("subbtn"))
	b.wantEnd("click-test", 1)
	b.want("back again", `["reward-display", "click-canvas", "sync-task-cover"].map((id) => document.querySelectorAll("#" + id).length)`, `[1,1,1]`)
	b.start("click-test", 1)
	b.want("and still", `["reward-display", "click-canvas", "sync-task-cover"].map((id) => document.querySelectorAll("#" + id).length)`, `[1,1,1]`)
}

// TestNothingLeft compares the document of an episode on a used page with one on a fresh page.
func TestNothingLeft(t *testing.T) {
	const look = `[document.getElementById("wrap").outerHTML, document.body.children.length, getSelection().toString(), document.activeElement.id,
	scrollY, WOB_DATA_MODE, core.getUtterance(), core.getDOMInfo()]`
	suite := builtin(t)
	b := newTab(t, suite)
	for _, task := range suite.Tasks() {
		if strings.HasPrefix(task.Name, flightPrefix) {
			continue // each episode loads a form of its own; package pagetest compares the pictures
		}
		b.open(task.Name)
		b.start(task.Name, 3)
		fresh, picture := b.json(look), b.capture()

		// Another episode, with the page in disorder and things that run on.
		b.startMode(task.Name, 4, gui.ModeTest)
		b.act(chrome.Click(80, 120, 1)...)
		b.act(chrome.Press{X: 30, Y: 100, Clicks: 1}, chrome.Move{X: 60, Y: 160}, chrome.Release{X: 60, Y: 160, Clicks: 1})
		b.act(append(chrome.Type("xyz"), chrome.Chord("Tab", 0)...)...)
		b.run(`var left = 0;
for (const input of document.querySelectorAll("#area input, #area textarea")) { input.value = "left"; input.scrollTop = 5; }
document.getElementById("area").style.marginTop = "9px";
document.body.append(core.make("p", {id: "stray"}, "x"));
getSelection().selectAllChildren(document.getElementById("query"));
core.on(document, "click", () => left++); core.after(300, () => left++); core.every(100, () => left++);`)
		b.act(chrome.Move{X: 10, Y: 10})
		b.run(`core.endEpisode(0); left = 0`)

		b.start(task.Name, 3)
		if again := b.json(look); again != fresh {
			same := 0
			for same < min(len(again), len(fresh)) && again[same] == fresh[same] {
				same++
			}
			from := max(0, same-100)
			t.Errorf("%s: the second episode differs at\n  %.200s, want\n  %.200s", task.Name, again[from:], fresh[from:])
		}
		if again := b.capture(); fmt.Sprintf("%x", again.Pix) != fmt.Sprintf("%x", picture.Pix) {
			t.Errorf("%s: the second episode looks different", task.Name)
		}
		b.act(chrome.Click(200, 215, 1)...)
		b.advance(time.Second)
		b.want(task.Name+": handlers and timers of the last episode", `left`, `0`)
	}
}
