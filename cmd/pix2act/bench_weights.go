package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"math"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"pix2act/agent/bundled"
	"pix2act/episode"
	"pix2act/pix2struct"
	"pix2act/tensor"
)

// BenchWeightsOptions are the flags of bench weights.
type BenchWeightsOptions struct {
	Data    string
	Agent   string
	Beam    int
	Most    int
	Threads int
}

type benchWeightsResult struct {
	Agent       string  `json:"agent"`
	Kernel      string  `json:"kernel"`
	Pictures    int     `json:"pictures"`
	SameTop     int     `json:"same_top_action"`
	SameBeam    int     `json:"same_beam"`             // every answer, in the same order
	ScoreError  float64 `json:"score_error"`           // largest difference of the best answer's score
	Float32MS   float64 `json:"float32_ms"`            // a picture, median
	BFloat16MS  float64 `json:"bfloat16_ms"`           // a picture, median
	Float32     int     `json:"float32_bytes"`         // of the model
	BFloat16    int     `json:"bfloat16_bytes"`        // of the model
	Interrupted bool    `json:"interrupted,omitempty"` // before all was measured
}

func newBenchWeightsCommand(g *globalOptions) *cobra.Command {
	var o BenchWeightsOptions
	c := &cobra.Command{
		Use:   "weights",
		Short: "Compare an agent's answers with bfloat16 weights to those with float32",
		Long: `Answer the pictures of a data set with float32 weights and with bfloat16 weights, in turn, and count where the best
action and where the whole beam are the same.
` + exitStatus,
		Args: exactArgs(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error { return runBenchWeights(c.Context(), o, g) },
	}
	c.Flags().StringVar(&o.Data, "data", "", "folder of examples, as demos writes it")
	c.Flags().StringVar(&o.Agent, "agent", "bundled", "bundled, or a checkpoint folder")
	c.Flags().IntVar(&o.Beam, "beam", 8, "width of the beam")
	c.Flags().IntVar(&o.Most, "most", 1000, "pictures at most")
	c.Flags().IntVar(&o.Threads, "threads", runtime.NumCPU(), "threads")
	requireFlags(c, "data")
	return c
}

func runBenchWeights(ctx context.Context, o BenchWeightsOptions, g *globalOptions) error {
	if err := checkLeast(number{"most", float64(o.Most), 1}); err != nil {
		return err
	}
	if err := checkThreads(o.Threads); err != nil {
		return err
	}
	if err := checkBenchBeam(o.Beam); err != nil {
		return err
	}
	data, err := episode.Open(o.Data)
	if errors.Is(err, episode.ErrNoData) || errors.Is(err, episode.ErrUnfinished) {
		return usageError{err}
	} else if err != nil {
		return err
	}
	defer func() { _ = data.Close() }() // only read
	load := bundled.Checkpoint
	if o.Agent != "bundled" {
		load = func() (*pix2struct.Checkpoint, error) { return pix2struct.Load(o.Agent) }
	}
	r := benchWeightsResult{Agent: o.Agent, Kernel: tensor.Kernel()}
	var config pix2struct.Config
	var predictors []*pix2struct.Predictor
	for _, storage := range []tensor.Storage{tensor.Float32, tensor.BFloat16} {
		checkpoint, err := load()
		if errors.Is(err, pix2struct.ErrNoCheckpoint) {
			return usagef("agent: %w", err)
		} else if err != nil {
			return fmt.Errorf("agent %s: %w", o.Agent, err)
		}
		if err := checkpoint.Model.Pack(storage); err != nil {
			return err
		}
		predictor, err := pix2struct.NewPredictor(checkpoint.Model, checkpoint.Vocabulary, tensor.CPU(o.Threads), pix2struct.BeamOptions{Width: o.Beam})
		if err != nil {
			return err
		}
		config, predictors = checkpoint.Model.Config, append(predictors, predictor)
		if storage == tensor.Float32 {
			r.Float32 = checkpoint.Model.Bytes()
		} else {
			r.BFloat16 = checkpoint.Model.Bytes()
		}
	}
	var times [2][]time.Duration
	var stopped error
pictures:
	for i := range min(data.Len(), o.Most) {
		example, err := data.Example(i)
		if err != nil {
			return err
		}
		picture, err := png.Decode(bytes.NewReader(example.Image))
		if err != nil {
			return fmt.Errorf("example %s: %w", example.ID, err)
		}
		patches, err := config.Patches(picture)
		if err != nil {
			return fmt.Errorf("example %s: %w", example.ID, err)
		}
		var answers [2][]pix2struct.Hypothesis
		for j, p := range predictors {
			start := time.Now()
			all, err := p.Predict(ctx, []pix2struct.Patches{patches})
			if err != nil {
				stopped = err
				break pictures
			}
			times[j], answers[j] = append(times[j], time.Since(start)), all[0]
		}
		r.compare(answers[0], answers[1])
	}
	r.Interrupted = interrupted(ctx, stopped)
	if stopped != nil && (!r.Interrupted || !g.JSON) {
		return stopped
	}
	r.Float32MS, r.BFloat16MS = percentilesOf(times[0]).P50, percentilesOf(times[1]).P50
	if g.JSON {
		return errors.Join(stopped, g.print(r))
	}
	fmt.Fprintf(g.stdout, "%s, %d pictures, %s: the same best action in %d, the same beam in %d; best scores differ by at most %.3f\n"+
		"  a picture  %.1f ms in float32, %.1f ms in bfloat16\n  the model  %.1f MB and %.1f MB\n",
		r.Agent, r.Pictures, r.Kernel, r.SameTop, r.SameBeam, r.ScoreError, r.Float32MS, r.BFloat16MS, float64(r.Float32)/1e6, float64(r.BFloat16)/1e6)
	return nil
}

// compare counts one picture's answers.
func (r *benchWeightsResult) compare(a, b []pix2struct.Hypothesis) {
	r.Pictures++
	if len(a) == 0 || len(b) == 0 {
		return
	}
	same := len(a) == len(b)
	for i := range min(len(a), len(b)) {
		same = same && a[i].Text == b[i].Text
	}
	if same {
		r.SameBeam++
	}
	if a[0].Text == b[0].Text {
		r.SameTop++
	}
	r.ScoreError = max(r.ScoreError, math.Abs(a[0].Score-b[0].Score))
}
