// Package agent turns a model into something that plays.
//
// The nouns:
//
//   - The action vocabulary (ActionVocabulary) is a SentencePiece model in
//     which every part of an action is one piece: the verb, each X bin, each Y
//     bin, each key name. A click is three pieces and the end mark.
//   - Target text is how an action is spelled for that vocabulary:
//     `click 3 12` is `<click><X3><Y12>`. FormatTarget and ParseTarget go
//     between it and the grammar of package gui, without loss.
//   - A policy (NewPolicy) ranks actions for a batch of observations with the
//     model of a checkpoint, and answers in the grammar.
//   - A value function (NewValue) answers with numbers instead, read as how near
//     an observation is to success.
//   - An agent chooses: Greedy takes the best action not yet tried on this very
//     picture, Random is the yardstick that every score is printed beside.
//   - Detours leads any agent astray now and then, for demonstrations of the way
//     back.
//
// Nothing here knows training, oracles or task suites.
package agent
