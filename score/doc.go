// Package score turns played episodes into numbers that can be trusted.
//
// The nouns:
//
//   - The raw reward in [-1, 1] is what the page gave. The score is raw/2+0.5.
//     A success is a raw reward that reaches the task's threshold. An episode
//     that anything but its page ended has raw -1, score 0 and is no success.
//   - A [Report] holds the means of these over every episode that was asked
//     for, by task and in all, the 95 % intervals of the successes, and the
//     faults met on the way. No episode is left out; those that an interruption
//     kept from being played are counted as missing.
//   - The [Protocol] is everything a number depends on and cannot be compared
//     without: suite and hash, data mode, seeds, time budget, step limit,
//     browser, fonts, checkpoint, command.
//   - A [Summary] takes records one at a time, so that a long evaluation keeps
//     no pictures.
//   - A table sets a report beside a second one, as a rule a random agent's.
package score
