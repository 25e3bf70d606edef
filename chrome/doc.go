// Package chrome drives a headless Chrome from outside, as a person would: it
// shows a page, sends trusted mouse and keyboard input, and looks at the
// pixels. It needs Linux.
//
// A [Browser] is one browser process with its own process group and its own
// profile folder; it dies with the program that started it. A [Page] is one tab
// of it under a virtual clock. A [Pool] keeps a bounded number of browsers for
// reuse and replaces the broken ones.
//
// # Time
//
// Every document's clock starts at the same moment, and stands still except
// while the document loads, which takes a multiple of 20 ms of its own time, or
// while an [Advance] runs. Its animation callbacks run only in a [Frame] or a
// capture. Scripts see whole milliseconds, and random numbers from one seed.
// The same document and the same events therefore give the same pixels on a
// fast and on a slow machine, on every day. A capture is a Frame that is looked
// at: who replays events without looking puts a Frame in its place.
//
// The safe order of a step is: input, Advance, Frame, then Evaluate what the
// page says about itself, then Capture. Neither is stale then, whether the page
// reacts at once, in a timer or in an animation callback.
//
// # Faults
//
// A fault is a crashed tab ([ErrCrashed]), a dead browser ([ErrExited]) or a
// call that did not return in time ([ErrDeadline]); see [IsFault]. After any of
// them the browser should be thrown away and the work replayed elsewhere.
//
// # Two ways to draw
//
// chromium-headless-shell draws exactly the frames that it is asked for
// (begin-frame control), which is fast, and the same every time for animated
// pages too. Plain headless Chromium is the fallback behind the same [Page]: it
// draws by its own clock, so that only pages without animation are the same
// every time, but these have the same pixels as in the shell.
package chrome
