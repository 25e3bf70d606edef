package main

import (
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
	Kernel  string  `json:"kernel"`
	M       int     `json:"m"`
	N       int     `json:"n"`
	K       int     `json:"k"`
	Threads int     `json:"threads"`
	Peak    float64 `json:"peak_gflops"`
	GFLOPS  float64 `json:"gflops"`
	Ratio   float64 `json:"ratio"`
}

func newBenchGemmCommand(g *globalOptions) *cobra.Command {
	var o BenchGemmOptions
	c := &cobra.Command{
		Use:   "gemm",
		Short: "Time the float32 matrix product against the machine's measured peak",
		Long: `Time C = A·B in float32. The peak is measured in the same run by a loop of independent fused multiply-adds,
alternating with the product, so that a busy machine slows both.
` + exitStatus,
		Args: exactArgs(0, "no arguments"),
		RunE: func(*cobra.Command, []string) error { return runBenchGemm(o, g) },
	}
	c.Flags().IntVar(&o.M, "m", 1024, "rows of A")
	c.Flags().IntVar(&o.N, "n", 1024, "columns of B")
	c.Flags().IntVar(&o.K, "k", 1024, "columns of A")
	c.Flags().IntVar(&o.Threads, "threads", runtime.NumCPU(), "threads")
	return c
}

func runBenchGemm(o BenchGemmOptions, g *globalOptions) error {
	if o.M < 1 || o.N < 1 || o.K < 1 || o.Threads < 1 {
		return usagef("--m, --n, --k and --threads take positive numbers")
	}
	random := rand.New(rand.NewPCG(1, 2))
	fill := func(n int) []float32 {
		v := make([]float32, n)
		for i := range v {
			v[i] = random.Float32() - 0.5
		}
		return v
	}
	a, b, c := fill(o.M*o.K), fill(o.K*o.N), make([]float32, o.M*o.N)
	work := 2 * float64(o.M) * float64(o.N) * float64(o.K)
	result := benchGemmResult{Kernel: tensor.Kernel(), M: o.M, N: o.N, K: o.K, Threads: o.Threads}
	for range 10 {
		result.Peak = max(result.Peak, tensor.PeakGFLOPS(o.Threads))
		for range 5 {
			start := time.Now()
			if err := tensor.Gemm(o.Threads, c, a, b, o.M, o.N, o.K, false, false); err != nil {
				return err
			}
			result.GFLOPS = max(result.GFLOPS, work/time.Since(start).Seconds()/1e9)
		}
	}
	result.Ratio = result.GFLOPS / result.Peak
	if g.JSON {
		return g.print(result)
	}
	fmt.Fprintf(g.stdout, "%d×%d×%d float32, %s, %d threads: %.0f GFLOP/s, %.0f %% of the measured peak of %.0f\n",
		o.M, o.N, o.K, result.Kernel, o.Threads, result.GFLOPS, 100*result.Ratio, result.Peak)
	return nil
}
