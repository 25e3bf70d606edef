package webenv

import (
	"fmt"
	"strings"

	"pix2act/gui"
)

// pageState is what one evaluation reads after an action.
type pageState struct {
	// Here tells that the document is still the one the episode began in.
	Here bool `json:"here"`
	// Error is what reading the state threw.
	Error       string  `json:"error"`
	Done        bool    `json:"done"`
	Raw         float64 `json:"raw"`
	Reason      *string `json:"reason"`
	Cursor      string  `json:"cursor"`
	Ready       bool    `json:"ready"`
	Instruction string  `json:"instruction"`
}

// The mark that tells the episode's own document from any other, kept under a
// symbol, where no page looks.
const mark = `globalThis[Symbol.for("pix2act.episode")]`

// left tells that the page tried to go elsewhere.
const left = `globalThis[Symbol.for("pix2act.left")]`

// staying keeps the document of a running episode from being left by a link, a form or a
// script, and notes that it was tried: that ends the episode at once, whereas another document
// would come when the network pleases. It runs at the start of every document.
const staying = `(() => {
  if (window !== top || !window.navigation) return;
  navigation.addEventListener("navigate", event => {
    const elsewhere = !event.destination.sameDocument && !event.hashChange && event.downloadRequest === null;
    if (` + mark + ` === undefined || !elsewhere || !event.cancelable) return;
    event.preventDefault();
    ` + left + ` = true;
  });
})();
`

// stateExpression reads everything the environment needs in one evaluation: is
// the document still there, reward and end, and the cursor under the pointer.
func stateExpression(p *position, serial int) string {
	return aside(serial, stateBody(p.pointer), p.script.State)
}

// stateBody reads the cursor, and what suite[0] tells.
func stateBody(at pointer) string {
	return stateCursor(at) + `
  try {
    const state = suite[0]();
    out.done = Boolean(state.done);
    out.raw = Number(state.raw) || 0;
    out.reason = state.reason == null ? null : String(state.reason);
  } catch (problem) { out.error = String(problem); }`
}

// firstStateExpression tells whether a started episode may be looked at, and of one that may reads
// the state, and the instruction where the page does not show it.
func firstStateExpression(p *position, serial int) string {
	instruction := `""`
	if !p.script.ShowsInstruction && p.script.Instruction != "" {
		instruction = p.script.Instruction
	}
	return aside(serial, `
  out.ready = Boolean(suite[1]());
  if (!out.ready) return out;
  out.instruction = String(suite[2]());`+stateBody(p.pointer), p.script.State, orTrue(p.script.Ready), instruction)
}

// aside makes an expression that runs a body and gives what it puts into out, if
// the document is the episode's own. The suite's expressions are the functions
// suite[0], … outside the body, so that they see none of its names.
func aside(serial int, body string, expressions ...string) string {
	return fmt.Sprintf(`((...suite) => {
  const out = {here: %s === %d && !%s};
  if (!out.here) return out;%s
  return out;
})(() => (%s))`, mark, serial, left, body, strings.Join(expressions, "), () => ("))
}

// stateCursor finds the cursor of the innermost element under the pointer,
// through frames of the same origin.
func stateCursor(at pointer) string {
	return fmt.Sprintf(`
  try {
    let x = %d, y = %d, view = window, under = document.elementFromPoint(x, y);
    while (under && under.tagName === "IFRAME" && under.contentDocument) {
      const box = under.getBoundingClientRect();
      x -= box.left + under.clientLeft;
      y -= box.top + under.clientTop;
      const inner = under.contentDocument.elementFromPoint(x, y);
      if (!inner) break;
      view = under.contentWindow;
      under = inner;
    }
    out.cursor = under ? view.getComputedStyle(under).cursor : "";
  } catch (problem) { out.cursor = ""; }`, at.at.X, at.at.Y)
}

// tidied undoes what tidyExpression put into the document.
const tidied = `globalThis[Symbol.for("pix2act.tidied")]`

// tidyExpression tells whether a document is ready, and where on the page's own background a
// press harms nothing. In one that is ready it takes away what an earlier episode left (focus,
// selection, scroll positions, clipboard) and makes places for the focus to move between by key. Of
// the keys, and of the focus, the page learns nothing until that is undone.
//
// The clipboard is the browser's, and outlives even a fresh document. Copying an empty text leaves
// nothing there; no text at all would leave what is there. The window hears of the copy first, the
// page's own listeners never. Only a user may copy.
func tidyExpression(ready string) string {
	return fmt.Sprintf(`(ready => {
  if (!ready) return {ready};
  const active = document.activeElement;
  if (active && active !== document.body && active.blur) active.blur();
  const chosen = getSelection();
  if (chosen) chosen.removeAllRanges();
  for (const element of document.querySelectorAll("*")) {
    if (element.scrollTop || element.scrollLeft) element.scrollTo({left: 0, top: 0, behavior: "instant"});
  }
  scrollTo({left: 0, top: 0, behavior: "instant"});
  const copy = event => {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type === "copy") event.clipboardData.setData("text/plain", "");
  };
  for (const type of ["beforecopy", "copy"]) addEventListener(type, copy, true);
  const cleared = document.execCommand("copy");
  for (const type of ["beforecopy", "copy"]) removeEventListener(type, copy, true);
  const places = [0, 1].map(() => {
    const place = document.createElement("span");
    place.tabIndex = 0;
    return place;
  });
  const deaf = event => event.stopImmediatePropagation();
  const types = ["keydown", "keyup", "keypress", "focus", "blur", "focusin", "focusout"];
  for (const type of types) addEventListener(type, deaf, true);
  const root = document.documentElement;
  root.append(...places);
  places[0].focus({preventScroll: true});
  %s = () => {
    for (const place of places) place.remove();
    for (const type of types) removeEventListener(type, deaf, true);
    addEventListener("keyup", deaf, {capture: true, once: true}); // see start
  };
  return {ready, cleared, x: root.clientWidth - 1, y: root.clientHeight - 1};
})(Boolean(%s))`, tidied, ready)
}

// startExpression starts an episode in the tidied document and marks it.
func startExpression(script Script, episode gui.Episode, serial int) string {
	return fmt.Sprintf("%s();\n%s = %d;\n%s = false;\n%s\n;undefined", tidied, mark, serial, left, script.Reset(episode))
}

// scrollScript moves the page's main scroller as the reference does.
func scrollScript(scroller string, delta int) string {
	if scroller == "" {
		scroller = `document.getElementById("area") || document.scrollingElement`
	}
	return fmt.Sprintf(`(() => { (%s)?.scrollBy({left: 0, top: %d, behavior: "instant"}); })()`, scroller, delta)
}

func orTrue(expression string) string {
	if expression == "" {
		return "true"
	}
	return expression
}
