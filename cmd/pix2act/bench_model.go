package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"pix2act/pix2struct"
	"pix2act/tensor"
)

// BenchModelOptions are the flags of bench model.
type BenchModelOptions struct {
	Computing
	Size    string
	Beam    int
	Patches int
	Repeat  int
	Threads int
}

type benchModelResult struct {
	Size       string  `json:"size"`
	Kernel     string  `json:"kernel"`
	Backend    string  `json:"backend"`
	Weights    string  `json:"weights"`
	Threads    int     `json:"threads"`
	Parameters int     `json:"parameters"`
	Patches    int     `json:"patches"`
	Beam       int     `json:"beam"`
	Steps      int     `json:"steps"`
	PatchMS    float64 `json:"patch_ms"`
	EncodeMS   float64 `json:"encode_ms"` // cross keys included
	CrossMS    float64 `json:"cross_ms"`
	DecodeMS   float64 `json:"decode_ms"`
	StepMS     float64 `json:"decode_step_ms"`
	TotalMS    float64 `json:"total_ms"`
	BestMS     float64 `json:"total_best_ms"`

	Peak         float64 `json:"peak_gflops"`
	EncodeGFLOPS float64 `json:"encode_gflops"`
	EncodeRatio  float64 `json:"encode_of_peak"`
	DecodeGFLOPS float64 `json:"decode_gflops"`
	DecodeGBs    float64 `json:"decode_gb_per_s"` // of weights read

	WeightBytes int   `json:"weight_bytes"`
	ArenaBytes  int   `json:"arena_bytes"`
	CacheBytes  int   `json:"cache_bytes"`
	RSSBytes    int64 `json:"rss_bytes"`
	MaxRSSBytes int64 `json:"max_rss_bytes"`

	Interrupted bool `json:"interrupted,omitempty"` // before all was measured
}

// maxPatches is twice what any released model takes; the encoder's memory grows with the square of it.
const maxPatches = 8192

func newBenchModelCommand(g *globalOptions) *cobra.Command {
	var o BenchModelOptions
	c := &cobra.Command{
		Use:   "model",
		Short: "Time one answer: patches, encoder, cross keys, beam search",
		Long: `Time one answer of a model with random weights to a 160×210 picture without a blank patch: medians in milliseconds,
the speed of the products against the measured peak, and memory. Random weights rarely end an answer early, so the
beam search runs for (almost) all steps of the target length. Answers that are timed follow one that is not.
` + exitStatus,
		Args: exactArgs(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error { return runBenchModel(c.Context(), o, g) },
	}
	c.Flags().StringVar(&o.Size, "size", "small", "size of the model: "+pix2struct.SizeHelp)
	o.flags(c.Flags())
	c.Flags().IntVar(&o.Beam, "beam", 8, "width of the beam")
	c.Flags().IntVar(&o.Patches, "patches", 0, "most patches of a picture (0: the size's own)")
	c.Flags().IntVar(&o.Repeat, "repeat", 7, "answers to time")
	c.Flags().IntVar(&o.Threads, "threads", runtime.NumCPU(), "threads")
	return c
}

func runBenchModel(ctx context.Context, o BenchModelOptions, g *globalOptions) error {
	if err := checkLeast(number{"repeat", float64(o.Repeat), 1}, number{"patches", float64(o.Patches), 0}); err != nil {
		return err
	}
	if err := checkThreads(o.Threads); err != nil {
		return err
	}
	if err := checkBenchBeam(o.Beam); err != nil {
		return err
	}
	if o.Patches > maxPatches {
		return usagef("--patches %d: it takes at most %d", o.Patches, maxPatches)
	}
	computes, err := o.open()
	if err != nil {
		return err
	}
	vocabulary, config, err := agentModel(o.Size)
	if err != nil {
		return err
	}
	if o.Patches > 0 {
		config.MaxPatches = o.Patches
	}
	executor := computes.executor(o.Threads)
	var model *pix2struct.Model
	var predictor *pix2struct.Predictor
	stopped := promptly(ctx, func() (err error) {
		if model, err = pix2struct.New(config, 1); err != nil {
			return err
		}
		if err = computes.pack(model); err != nil {
			return err
		}
		predictor, err = pix2struct.NewPredictor(model, vocabulary, executor, pix2struct.BeamOptions{Width: o.Beam})
		return err
	})
	picture := noise(160, 210)
	var patching, encoding, crossing, decoding, total []time.Duration
	r := benchModelResult{Size: o.Size, Kernel: tensor.Kernel(), Backend: computes.String(), Weights: o.Weights, Threads: o.Threads, Parameters: config.Parameters(), Beam: o.Beam}
	for i := 0; stopped == nil && i <= o.Repeat; i++ {
		r.Peak = max(r.Peak, tensor.PeakGFLOPS(o.Threads))
		start := time.Now()
		patches, err := config.Patches(picture)
		if err != nil {
			return err
		}
		patched := time.Since(start)
		stopped = promptly(ctx, func() error {
			_, err := predictor.Predict(ctx, []pix2struct.Patches{patches})
			return err
		})
		if stopped != nil {
			break
		}
		phases := predictor.Phases()
		patching, total = append(patching, patched), append(total, patched+phases.Encode+phases.Decode)
		encoding, crossing, decoding = append(encoding, phases.Encode), append(crossing, phases.Cross), append(decoding, phases.Decode)
		r.Patches, r.Steps = patches.N, phases.Steps
		r.WeightBytes, r.CacheBytes = model.Bytes(), predictor.MemoryBytes()
		if m, ok := executor.(tensor.Meter); ok {
			r.ArenaBytes = m.MemoryBytes()
		}
	}
	r.Interrupted = interrupted(ctx, stopped)
	if stopped != nil && (!r.Interrupted || !g.JSON) {
		return stopped
	}
	if len(total) < 2 { // interrupted before there was anything to time
		return errors.Join(stopped, g.print(r))
	}
	// The first answer builds the programs of the graph.
	median := func(all []time.Duration) float64 { return percentilesOf(all[1:]).P50 }
	r.PatchMS, r.EncodeMS, r.CrossMS, r.DecodeMS, r.TotalMS = median(patching), median(encoding), median(crossing), median(decoding), median(total)
	r.BestMS = milliseconds(slices.Min(total[1:]))
	r.StepMS = r.DecodeMS / float64(r.Steps)
	work := config.Work(r.Patches, r.Beam, r.Steps)
	r.EncodeGFLOPS, r.DecodeGFLOPS = (work.Encode+work.Cross)/r.EncodeMS/1e6, work.Decode/r.DecodeMS/1e6
	r.EncodeRatio = r.EncodeGFLOPS / r.Peak
	r.DecodeGBs = float64(r.Steps) * float64(model.StepBytes()) / r.DecodeMS / 1e6
	r.RSSBytes, r.MaxRSSBytes = resident()
	if g.JSON {
		return errors.Join(stopped, g.print(r))
	}
	fmt.Fprintf(g.stdout, `%s, %d parameters as %s, %d patches, beam %d, %d steps, %s, %d threads
  patches    %8.1f ms
  encoder    %8.1f ms, cross keys %.1f ms: %.0f GFLOP/s, %.0f %% of the measured peak of %.0f
  beam search%8.1f ms, %.2f ms a step: %.0f GFLOP/s, %.1f GB/s of weights
  in all     %8.1f ms, best %.1f ms
  memory     %8.1f MB of weights, %.1f of keys and values, %.1f of intermediate results; %.1f resident, %.1f at most
`, r.Size, r.Parameters, r.Weights, r.Patches, r.Beam, r.Steps, r.Backend, r.Threads,
		r.PatchMS, r.EncodeMS-r.CrossMS, r.CrossMS, r.EncodeGFLOPS, 100*r.EncodeRatio, r.Peak,
		r.DecodeMS, r.StepMS, r.DecodeGFLOPS, r.DecodeGBs, r.TotalMS, r.BestMS,
		float64(r.WeightBytes)/1e6, float64(r.CacheBytes)/1e6, float64(r.ArenaBytes)/1e6, float64(r.RSSBytes)/1e6, float64(r.MaxRSSBytes)/1e6)
	return nil
}

// noise is a picture in which no patch is blank.
func noise(width, height int) *image.RGBA {
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	random := rand.New(rand.NewPCG(1, 2))
	for i := range picture.Pix {
		picture.Pix[i] = uint8(random.Uint32())
	}
	return picture
}
