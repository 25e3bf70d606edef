// Package web makes the pages to look at.
//
// An episodes page is one HTML file without anything outside itself: a score
// table, and for each episode the strip of its steps. Each step shows the
// picture the agent saw, its ranked actions with their probabilities, and the
// chosen action drawn onto the picture.
package web
