// Package miniwob holds the MiniWoB++ tasks: small pages of 160 x 210 pixels, each
// with an instruction on yellow ground and one thing to do.
//
// Its nouns:
//
//   - Page: the HTML document of one task. It draws a new problem from the seeded
//     random numbers each time an episode starts, and gives the reward itself.
//   - Runtime (pages/core): the scripts that all pages load: seeded random numbers,
//     start and end of episodes, the reward display, the widgets, and the JavaScript
//     API for reading a page.
//   - Catalogue: one line per task with its lists, its time limit, the kinds of
//     input it needs and the reward from which it counts as solved. It is the
//     benchmark's: a suite offers the tasks of it that it has pages for.
//   - Suite: pages with their catalogue. [Builtin] is the embedded set, written for
//     this project; [Public] drives the published MiniWoB++ pages, unmodified.
//
// docs/miniwob.md describes the runtime, the API and how to add a page.
package miniwob
