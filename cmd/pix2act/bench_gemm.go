package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"pix2act/tensor"
)

// BenchGemmOptions are the flags of bench gemm.
type BenchGemmOptions struct {
	M, N, K int
	Threads int
}

type benchGemmResult struct {
	Kernel  string `json:"kernel"`
	Threads int    `json:"threads"`
	gemmTimes
	// Models are the products of an answer of the base and small sizes; left out
	// where --m, --n or --k ask for a certain one.
	Models []gemmTimes `json:"models,omitempty"`

	Interrupted bool `json:"interrupted,omitempty"` // before all was measured
}

// gemmTimes are the speeds of one product: of operands as they lie, of b packed
// as weights, and of b packed as bfloat16.
type gemmTimes struct {
	What          string  `json:"what,omitempty"`
	M             int     `json:"m"`
	N             int     `json:"n"`
	K             int     `json:"k"`
	Peak          float64 `json:"peak_gflops"`
	GFLOPS        float64 `json:"gflops"`
	Ratio         float64 `json:"ratio"`
	Packed        float64 `json:"packed_gflops"`
	PackedRatio   float64 `json:"packed_ratio"`
	PackedGBs     float64 `json:"packed_gb_per_s"` // of weights
	BFloat16      float64 `json:"bfloat16_gflops"`
	BFloat16Ratio float64 `json:"bfloat16_ratio"`
	BFloat16GBs   float64 `json:"bfloat16_gb_per_s"`
}

// modelProducts are those that take most of the time of an answer: m is the
// number of patches, or of hypotheses.
var modelProducts = []gemmTimes{
	{What: "base encoder: query, key, value, out", M: 475, N: 768, K: 768},
	{What: "base encoder: wi", M: 475, N: 2048, K: 768},
	{What: "base encoder: wo", M: 475, N: 768, K: 2048},
	{What: "small encoder: query, key, value, out", M: 130, N: 192, K: 192},
	{What: "small encoder: wi", M: 130, N: 512, K: 192},
	{What: "small encoder: wo", M: 130, N: 192, K: 512},
	{What: "small encoder: patches", M: 130, N: 192, K: 768},
	{What: "base step: query, out", M: 8, N: 768, K: 768},
	{What: "base step: wi", M: 8, N: 2048, K: 768},
	{What: "base step: wo", M: 8, N: 768, K: 2048},
	{What: "base step: logits", M: 8, N: 50244, K: 768},
}

func newBenchGemmCommand(g *globalOptions) *cobra.Command {
	var o BenchGemmOptions
	c := &cobra.Command{
		Use:   "gemm",
		Short: "Time the float32 matrix product against the machine's measured peak",
		Long: `Time C = A·B in float32: with B as it lies, and with B packed for inference, as float32 and as bfloat16. The peak is
that of float32, measured in the same run by a loop of independent fused multiply-adds, alternating with the products,
so that a busy machine slows both. Without --m, --n or --k the products of the models are timed too; those with 8 rows
read all of B for little arithmetic, so what counts there is GB/s.
` + exitStatus,
		Args: exactArgs(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error {
			f := c.Flags()
			return runBenchGemm(c.Context(), o, !f.Changed("m") && !f.Changed("n") && !f.Changed("k"), g)
		},
	}
	c.Flags().IntVar(&o.M, "m", 1024, "rows of A")
	c.Flags().IntVar(&o.N, "n", 1024, "columns of B")
	c.Flags().IntVar(&o.K, "k", 1024, "columns of A")
	c.Flags().IntVar(&o.Threads, "threads", runtime.NumCPU(), "threads")
	return c
}

// Bounds of what is timed, which keep it within the memory of ordinary machines.
const (
	mostRows   = 1 << 20
	mostValues = 1 << 29
)

func runBenchGemm(ctx context.Context, o BenchGemmOptions, models bool, g *globalOptions) error {
	for flag, value := range map[string]int{"m": o.M, "n": o.N, "k": o.K} {
		if value < 1 || value > mostRows {
			return usagef("--%s %d: it takes 1 to %d", flag, value, mostRows)
		}
	}
	if float64(o.M)*float64(o.K)+float64(o.K)*float64(o.N)+float64(o.M)*float64(o.N) > mostValues {
		return usagef("--m %d --n %d --k %d: the three matrices may have %d values together", o.M, o.N, o.K, mostValues)
	}
	if err := checkThreads(o.Threads); err != nil {
		return err
	}
	r := benchGemmResult{Kernel: tensor.Kernel(), Threads: o.Threads, gemmTimes: gemmTimes{M: o.M, N: o.N, K: o.K}}
	err := r.measure(ctx, o.Threads)
	if models {
		for _, t := range modelProducts {
			if err != nil {
				break
			}
			if err = t.measure(ctx, o.Threads); err == nil {
				r.Models = append(r.Models, t)
			}
		}
	}
	r.Interrupted = interrupted(ctx, err)
	if err != nil && (!r.Interrupted || !g.JSON) {
		return err
	}
	if g.JSON {
		return errors.Join(err, g.print(r))
	}
	fmt.Fprintf(g.stdout, "%d×%d×%d float32, %s, %d threads: %.0f GFLOP/s, %.0f %% of the measured peak of %.0f; packed %.0f %%, bfloat16 %.0f %%\n",
		o.M, o.N, o.K, r.Kernel, o.Threads, r.GFLOPS, 100*r.Ratio, r.Peak, 100*r.PackedRatio, 100*r.BFloat16Ratio)
	for _, t := range r.Models {
		fmt.Fprintf(g.stdout, "%-40s %17s  %3.0f %%   packed %3.0f %% %5.1f GB/s   bfloat16 %3.0f %% %5.1f GB/s\n", t.What,
			fmt.Sprintf("%d×%d×%d", t.M, t.N, t.K), 100*t.Ratio, 100*t.PackedRatio, t.PackedGBs, 100*t.BFloat16Ratio, t.BFloat16GBs)
	}
	return nil
}

// measure takes the best of ten rounds of each form, alternating. Interrupted it measures nothing.
func (t *gemmTimes) measure(ctx context.Context, threads int) error {
	random := rand.New(rand.NewPCG(1, 2))
	fill := func(shape ...int) *tensor.Array {
		a := tensor.NewArray(shape...)
		for i := range a.Data {
			a.Data[i] = random.Float32() - 0.5
		}
		return a
	}
	a, b := fill(t.M, t.K), fill(t.K, t.N)
	graph := tensor.NewGraph()
	c := tensor.MatMul(graph.Input("a", t.M, t.K), graph.Parameter("b", t.K, t.N), false, false)
	program, err := tensor.CPU(threads).Compile(graph, []*tensor.Node{c})
	if err != nil {
		return err
	}
	forms := []*tensor.Array{b}
	for _, storage := range []tensor.Storage{tensor.Float32, tensor.BFloat16} {
		packed := &tensor.Array{Shape: b.Shape, Data: b.Data}
		if err := packed.Pack(storage); err != nil {
			return err
		}
		forms = append(forms, packed)
	}
	work := 2 * float64(t.M) * float64(t.N) * float64(t.K)
	// Small products are timed several at once, lest the clock's reading counts.
	several := int(max(1, 1e7/work))
	var best [3]float64
	for range 10 {
		if err := ctx.Err(); err != nil {
			return err
		}
		t.Peak = max(t.Peak, tensor.PeakGFLOPS(threads))
		for i, form := range forms {
			feeds := map[string]any{"a": a, "b": form}
			for range 5 {
				start := time.Now()
				for range several {
					if _, err := program.Run(feeds); err != nil {
						return err
					}
				}
				best[i] = max(best[i], work*float64(several)/time.Since(start).Seconds()/1e9)
			}
		}
	}
	t.GFLOPS, t.Packed, t.BFloat16 = best[0], best[1], best[2]
	t.Ratio, t.PackedRatio, t.BFloat16Ratio = best[0]/t.Peak, best[1]/t.Peak, best[2]/t.Peak
	gigabytes := func(gflops float64, a *tensor.Array) float64 { return gflops / work * float64(a.Bytes()) }
	t.PackedGBs, t.BFloat16GBs = gigabytes(best[1], forms[1]), gigabytes(best[2], forms[2])
	return nil
}
