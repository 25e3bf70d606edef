// Package pagetest checks that task pages keep what the runtime, the environment and other
// drivers expect of a page, and says what does not in the words of a page's author.
//
// Its nouns:
//
//   - Check: a kind of fault that is looked for; see Checks.
//   - Finding: a fault that a page has, with the task, the seed and the check.
//   - Watch: what runs in a page beside its own scripts and notes errors, chance, timers
//     and handlers (watch.js). It changes nothing that a page sees.
//
// A page is played in a fresh document, in another one, and again and again in one document, with
// the actions that its own controls invite to.
package pagetest
