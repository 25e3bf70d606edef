// Package chrome drives a headless Chrome from outside, as a person would: it
// shows a page, sends trusted mouse and keyboard input, and looks at the
// pixels.
//
// A [Browser] is one browser process with its own process group and its own
// profile folder. A [Page] is one tab of it under a virtual clock: the page's
// timers, dates and animations stand still except while an [Advance] event
// runs, and nothing is drawn except by a [Frame] event, a lone [Move] or a
// capture. A page therefore ages by what it is told and never by the wall
// clock: the same document and the same events give the same pixels on a fast
// and on a slow machine.
//
// A [Pool] keeps a bounded number of browsers for reuse and replaces the broken
// ones. A fault is a crashed tab ([ErrCrashed]), a dead browser ([ErrExited])
// or a call that did not return in time ([ErrDeadline]); after any of them the
// browser should be thrown away and the work replayed elsewhere.
//
// There are two ways to draw, behind the same [Page]: chromium-headless-shell
// draws exactly the frames it is asked for (begin-frame control), which is
// fast and reproducible for animated pages too. Plain headless Chromium is the
// fallback: it draws by its own clock, so that only pages without
// animation are reproducible, but these have the same pixels.
package chrome
