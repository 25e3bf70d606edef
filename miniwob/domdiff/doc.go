// Package domdiff compares what the published runtime of the MiniWoB++ pages tells of a
// page with what ours tells of it, on the same page.
//
// Its nouns:
//
//   - Side: a public page with one of the two runtimes, seen through the JavaScript API:
//     the tree of getDOMInfo, its flat form, what elementClick does, what
//     visualizeAttention paints.
//   - Difference: something that the two sides do not have in common.
//   - Choice: a difference that docs/miniwob.md documents.
//
// Either side starts the same seed in a fresh document under the same virtual clock, so that
// whatever differs is the runtime's doing.
package domdiff
