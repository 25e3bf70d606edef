// Package oracle holds scripted solvers of MiniWoB tasks. They make
// demonstrations; they are never an agent's input.
//
// An oracle is an agent that looks behind the picture: it reads the page with
// small scripts and answers with one action in the grammar that every agent
// uses, on the same bins. It is a closed loop. Every decision reads the page
// anew and follows from that state, so a wrong or half-done state is put
// right where the task allows it, and the same state gets the same action.
// Where what was shown is gone, or nothing but time passes, the solver
// remembers it.
//
// The solvers read what the built-in pages and the public MiniWoB++ pages
// have in common: ids, tags, visible text, computed colours and geometry. The
// sequences they choose are short and natural, and each action can be told
// from the picture alone, so that a model can learn them.
//
// A target is a place on the page to be clicked. Of the pixels that bins
// stand for, an oracle takes one that would really hit the target, covered
// parts left out, as deep inside it as possible.
package oracle
