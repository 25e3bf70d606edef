// Package play plays episodes.
//
// A player takes an environment (gui.Env) and an agent (gui.Agent) through
// one episode: reset, then decide and step until the page, the step limit,
// the agent or a fault ends it. What happened is a Record: the actions with
// the agent's decisions, the observation each was decided on, and the step it
// led to. Evaluation, demonstrations and search all play through this
// package, so that an episode means the same to each of them.
//
// A fault is a failure of the machine, not of the agent: a dead browser, a
// crashed tab, a call past its deadline (gui.ErrFault). A state is fixed by
// the episode and its actions, so a fault costs nothing but time: the episode
// is played again from its seed on a fresh environment, and the Record names
// the fault. An episode that cannot be played at all still gives a Record,
// with raw reward −1 and the reason, so that no report drops it silently.
//
// All plays many episodes on several environments at once and delivers their
// records in the order of the episodes, whatever order they finish in. Batch
// lets the agents of those episodes share one policy: calls that wait at the
// same time are answered together.
package play
