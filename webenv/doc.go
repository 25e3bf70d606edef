// Package webenv plays the tasks of any suite of web pages on a Chrome page.
//
// Its nouns:
//
//   - Suite: a family of tasks with the files of their pages. A Suite is handed
//     in; this package knows none.
//   - Script: how one task's page is driven: its file, and the expressions that
//     start an episode and read its state.
//   - Env: a gui.Env on one page of one browser. It turns actions into trusted
//     input, ages the page by a fixed budget of virtual time per action in a
//     schedule of frames that depends on the kind of action alone, and reads
//     reward and end. What it gives an agent is pixels.
//
// An Env keeps the page between episodes: a task is started again in the loaded
// document, with focus, pointer, clipboard and scroll positions put back, so that its
// pixels equal those on a fresh page. Tasks whose script says that their page keeps
// something get a fresh document for every episode, from a tab that was made ready
// while the episode before was played.
package webenv
