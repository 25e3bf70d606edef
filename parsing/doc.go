// Package parsing makes the examples of screenshot parsing, the pre-training that
// Pix2Struct owes its reading to (Lee et al. 2023, arXiv 2210.03347, sections 2.2
// and 2.3): pictures of pages with something to read or to point at.
//
// The nouns:
//
//   - A Screen is the picture of a small page with the tree of what is seen on it,
//     each word and picture with its box in pixels.
//   - A Level says which screens there are: a line of coloured text on plain
//     ground, pages of a few words, whole pages, or cut-outs of your own pages.
//   - A Question is put to a screen in the yellow line above it, where the task
//     pages put their instructions, and has one right answer. Four kinds take
//     turns: to parse a boxed region into simplified HTML, to type the word at a
//     place, to click on a named thing, and to type what the line says. Pointing
//     is asked as often as reading, since a model that had only learnt to read
//     lost what it knew of places.
//   - A Painter draws screens and their questions in a browser, dozens in one
//     screenshot.
//   - A Maker writes the examples of a level into a data set.
//
// A seed fixes its screen, questions and answers to the byte, on one browser and
// font set.
package parsing
