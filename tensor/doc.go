// Package tensor is a small engine for training and running neural networks
// on float32 arrays.
//
// A [Graph] is a description of a computation. Its [Node] values are made by
// [Graph.Input], [Graph.Ints], [Graph.Parameter] and [Graph.Constant] and by
// the operations, which are functions on nodes ([Add], [MatMul], [Attention],
// …). Building a graph computes nothing but shapes. A mistake in building (two
// shapes that do not fit) is remembered by the graph and returned by
// [Gradient] and [Executor.Compile], so that model code reads as formulas.
//
// [Gradient] is a transform from graph to graph: it adds the nodes that
// compute the derivatives of a scalar to the same graph. Executors know
// nothing of derivatives.
//
// An [Executor] compiles a graph into a [Program], which has fixed shapes and
// a planned memory: each intermediate result has its place in one arena,
// chosen by its life time. [CPU] is the executor of this package; package
// tensor/xla has another, for which [Lower] turns a graph into StableHLO text.
// Data that differs from run to run is fed by name.
//
// Results of the processor do not depend on the number of threads: every sum
// is split the same way whatever the number of workers, so the same feeds give
// the same bits. They do depend, in the last digits, on the kernel set in use
// (see [Kernel]).
//
// Each operation is one file with its shape rule, its gradient rule, its CPU
// kernel and its lowering to StableHLO.
package tensor
