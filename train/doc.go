// Package train makes policies out of demonstrations, and value functions out of
// whole episodes.
//
// The nouns:
//
//   - A source is a set of examples (picture and action) with a weight; Policy
//     draws from all sources in a seeded order that is a pure function of the
//     number of examples drawn, so that a resumed run continues it exactly.
//   - A value function (Value) learns the surrogate reward that is still to come,
//     as a number in the place of an action; all else is as for a policy.
//   - An episode's hash puts all its steps either into training or into
//     development; steps never straddle the two.
//   - A batch is examples packed without padding, in parts that are computed one
//     after the other. One program (graph, gradient and plan) is compiled for
//     each bucketed shape of a part.
//   - Adafactor turns gradients into updates; a Schedule gives its rate.
//   - A run is a folder: config.json, log.jsonl, event files for TensorBoard, one
//     folder for each kept checkpoint, and the links latest and best.
//
// The package knows no browsers and no suites: evaluation by playing comes in
// as a callback.
package train
