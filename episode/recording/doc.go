// Package recording reads demonstrations that other programs recorded, and turns
// them into actions of our grammar.
//
// The nouns:
//
//   - A [Recording] is one human episode as the recorder of the public MiniWoB++
//     pages writes it, in 2018 and today: the events that the page saw. It has
//     neither pictures nor a seed, so the page cannot be drawn again.
//   - A [Sequence] is what becomes of it: task, instruction and the actions with
//     their times. It says what people do; it is never a training example.
//   - A [Report] counts what was converted and, reason by reason, what was not.
//
// Whatever cannot be told from the events drops the whole recording with a
// [Reason]: an action left out or guessed would show something that nobody did.
package recording
