package stablehlo

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestModule writes every operation once. Compilers have read the file: package
// xla's tests compile texts of these forms.
func TestModule(t *testing.T) {
	f := NewFunction()
	x, table, ids := f.Argument(F32, 2, 3), f.Argument(F32, 4, 3), f.Argument(I32, 2)
	y := f.Add(x, f.Floats([]float32{1, -2, 0.5, 0, float32(math.Inf(1)), 3}, 2, 3))
	y = f.Mul(f.Sub(y, f.Float(0.5)), f.Div(x, f.Float(2)))
	y = f.Select(f.Compare("LT", f.Iota(0, 2, 3), f.Broadcast(ids, []int{2, 3}, 0)), f.Unary("tanh", y), f.Float(0.5))
	y = f.Concat(0, y, f.Gather(table, 0, ids, 0), f.Slice(table, 0, 1, 3))
	y = f.Dot(y, f.Transpose(table, 1, 0), 0, 1, 0)
	z := f.Dot(f.Reshape(y, 2, 3, 4), f.Reshape(y, 2, 3, 4), 1, 2, 2)
	z = f.Add(z, f.Broadcast(f.Max(z, 2), z.Shape, 0, 1))
	picked := f.Gather(f.Barrier(f.Reshape(x, 2, 3)), 1, ids, 1)
	scattered := f.AllReduce(f.ScatterAdd(5, ids, x), 2)
	got := f.Module(2, f.Sum(z, 0, 1, 2), picked, scattered, f.Sum(ids, 0), f.Floats([]float32{7}, 1))

	path := filepath.Join("testdata", "module.mlir")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the text differs from %s (-update writes it anew):\n%s", path, got)
	}
}
