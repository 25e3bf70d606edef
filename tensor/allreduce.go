package tensor

import "pix2act/tensor/stablehlo"

// allReduceOp adds up over the devices that run a program together.
type allReduceOp struct{ noGradient }

func (allReduceOp) String() string      { return "all reduce" }
func (allReduceOp) offset(*Node) int    { return 0 }
func (allReduceOp) kernel(*Node) kernel { return nil }

// AllReduce is the sum of x over the devices that run a program together, each
// on data of its own; each of them gets the sum. On a device that runs alone it
// is x. It is meant for derivatives and losses, and has no derivative itself.
func AllReduce(x *Node) *Node {
	g, bad := check("all reduce", x)
	if bad != nil {
		return bad
	}
	if x.kind != Float {
		return g.fail(x.shape, "all reduce: %s must be float", x)
	}
	return g.add(allReduceOp{}, Float, x.shape, x)
}

func (allReduceOp) lower(l *lowering, _ *Node, in []stablehlo.Value) stablehlo.Value {
	if l.replicas == 1 {
		return in[0]
	}
	return l.AllReduce(in[0], l.replicas)
}
