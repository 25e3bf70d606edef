package main

import (
	"context"
	"fmt"
	"image"
	"math/rand/v2"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"pix2act/pix2struct"
	"pix2act/tensor"
)

// BenchModelOptions are the flags of bench model.
type BenchModelOptions struct {
	Size    string
	Beam    int
	Repeat  int
	Threads int
}

type benchModelResult struct {
	Size       string  `json:"size"`
	Kernel     string  `json:"kernel"`
	Parameters int     `json:"parameters"`
	Patches    int     `json:"patches"`
	Beam       int     `json:"beam"`
	Steps      int     `json:"steps"`
	PatchMS    float64 `json:"patch_ms"`
	EncodeMS   float64 `json:"encode_ms"`
	DecodeMS   float64 `json:"decode_ms"`
}

func newBenchModelCommand(g *globalOptions) *cobra.Command {
	var o BenchModelOptions
	c := &cobra.Command{
		Use:   "model",
		Short: "Time one answer: patches, encoder, beam search",
		Long: `Time one answer of a model with random weights to a 160×210 picture without a blank patch: medians in milliseconds.
Random weights rarely end an answer early, so the beam search runs for (almost) all steps of the target length.
` + exitStatus,
		Args: exactArgs(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error { return runBenchModel(c.Context(), o, g) },
	}
	c.Flags().StringVar(&o.Size, "size", "small", "size of the model: tiny, small, base or large")
	c.Flags().IntVar(&o.Beam, "beam", 8, "width of the beam")
	c.Flags().IntVar(&o.Repeat, "repeat", 7, "answers to time")
	c.Flags().IntVar(&o.Threads, "threads", runtime.NumCPU(), "threads")
	return c
}

func runBenchModel(ctx context.Context, o BenchModelOptions, g *globalOptions) error {
	if o.Beam < 1 || o.Repeat < 1 || o.Threads < 1 {
		return usagef("--beam, --repeat and --threads take positive numbers")
	}
	vocabulary, config, err := agentModel(o.Size)
	if err != nil {
		return err
	}
	model, err := pix2struct.New(config, 1)
	if err != nil {
		return err
	}
	predictor, err := pix2struct.NewPredictor(model, vocabulary, tensor.CPU(o.Threads), pix2struct.BeamOptions{Width: o.Beam})
	if err != nil {
		return err
	}
	picture := noise(160, 210)
	var patching, encoding, decoding []time.Duration
	result := benchModelResult{Size: o.Size, Kernel: tensor.Kernel(), Parameters: config.Parameters(), Beam: o.Beam}
	for range o.Repeat + 1 {
		start := time.Now()
		patches, err := config.Patches(picture)
		if err != nil {
			return err
		}
		patching = append(patching, time.Since(start))
		if _, err := predictor.Predict(ctx, []pix2struct.Patches{patches}); err != nil {
			return err
		}
		phases := predictor.Phases()
		encoding, decoding = append(encoding, phases.Encode), append(decoding, phases.Decode)
		result.Patches, result.Steps = patches.N, phases.Steps
	}
	// The first answer builds the programs of the graph.
	result.PatchMS, result.EncodeMS, result.DecodeMS = percentilesOf(patching[1:]).P50, percentilesOf(encoding[1:]).P50, percentilesOf(decoding[1:]).P50
	if g.JSON {
		return g.print(result)
	}
	fmt.Fprintf(g.stdout, "%s, %d parameters, %d patches, beam %d, %d steps, %s, %d threads: patches %.1f ms, encoder %.1f ms, beam search %.1f ms\n",
		o.Size, result.Parameters, result.Patches, o.Beam, result.Steps, result.Kernel, o.Threads, result.PatchMS, result.EncodeMS, result.DecodeMS)
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
