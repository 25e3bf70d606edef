// Package gui holds the contracts between a graphical user interface and
// whoever acts on it through pixels alone.
//
// Its nouns:
//
//   - Action: one low-level input written as text, such as "click 12 7". X and Y
//     are bins of a grid laid over the picture (see [Bins]).
//   - Observation: the picture that an agent sees: the screenshot with the
//     cursor, the press marker and, where the page does not show it, the
//     instruction drawn in.
//   - Task: a named page with a generator of episodes. Suite: a family of tasks.
//   - Episode: suite, task, seed, data mode and settings. A state is an episode
//     and the actions so far, and nothing else.
//   - Step: what an environment answers: observation, reward, end.
//   - Env: plays one episode at a time. Restorer: an Env that can go back to any
//     state.
//   - Policy: observation to ranked actions. Value: observation to expected
//     reward. Agent: a policy with a rule for choosing, and memory.
//
// The package knows no browsers, suites or models. [MemEnv], [MemPolicy] and
// [MemValue] are in-memory twins for tests without a browser.
package gui
