package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"pix2act/agent"
	"pix2act/pix2struct"
)

type inspectResult struct {
	Path       string            `json:"path"`
	Format     pix2struct.Format `json:"format"`
	Storage    string            `json:"storage"`
	Tensors    int               `json:"tensors"`
	Parameters int               `json:"parameters"`
	SHA256     string            `json:"weights_sha256"`
	Step       int               `json:"step,omitempty"`
	Optimizer  bool              `json:"optimizer"` // its state is there
	Preset     string            `json:"preset,omitempty"`
	Vocabulary inspectVocabulary `json:"vocabulary"`
	Card       pix2struct.Card   `json:"card"` // with the preset applied
}

type inspectVocabulary struct {
	Algorithm    string         `json:"algorithm"`
	Normalizer   string         `json:"normalizer,omitempty"`
	Pieces       int            `json:"pieces"`
	Kinds        map[string]int `json:"kinds"`
	ByteFallback bool           `json:"byte_fallback"`
	Actions      bool           `json:"actions"` // it is the action vocabulary
}

func newInspectCommand(g *globalOptions) *cobra.Command {
	var presets bool
	var preset, vocabulary string
	c := &cobra.Command{
		Use:   "inspect CHECKPOINT",
		Short: "Say what a checkpoint folder holds",
		Long: `Check a checkpoint folder (of pix2act, Hugging Face or T5X), or bundled, and print its sizes, vocabulary and card.
Names and shapes of all parameters are checked and their files hashed; the values are not used.
` + exitStatus,
		Args: func(c *cobra.Command, args []string) error {
			if presets {
				return exactArgs(0, "no folder with --presets")(c, args)
			}
			return exactArgs(1, "one checkpoint folder")(c, args)
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if presets {
				return listPresets(g)
			}
			return runInspect(g, args[0], preset, vocabulary)
		},
	}
	f := c.Flags()
	f.BoolVar(&presets, "presets", false, "list the released checkpoints that are known")
	f.StringVar(&preset, "preset", "", presetHelp)
	f.StringVar(&vocabulary, "vocabulary", "", "SentencePiece model or tokenizer.json to use in place of the folder's")
	return c
}

func runInspect(g *globalOptions, path, preset, vocabulary string) error {
	folder, used, err := openCheckpoint(path, preset, vocabulary)
	if err != nil {
		return err
	}
	defer folder.Close()
	result := inspectResult{
		Path: path, Format: folder.Format, Storage: folder.Storage, Tensors: len(folder.Card.Config.Shapes()),
		Parameters: folder.Card.Config.Parameters(), Step: folder.Step, Vocabulary: describe(folder), Card: folder.Card,
	}
	if used != nil {
		// Without weights, a checkpoint is enough for the card.
		c := &pix2struct.Checkpoint{Model: &pix2struct.Model{Config: folder.Card.Config}, Card: folder.Card}
		used.Apply(c)
		result.Card, result.Preset = c.Card, used.Name
	}
	switch _, err := folder.Optimizer(); {
	case err == nil:
		result.Optimizer = true
	case !errors.Is(err, pix2struct.ErrNoOptimizer):
		return err
	}
	if result.SHA256, err = folder.Hash(); err != nil {
		return err
	}
	if said := folder.Card.SHA256; said != "" && said != result.SHA256 {
		return fmt.Errorf("checkpoint %s: the weights have SHA-256 %s, the card says %s", path, result.SHA256, said)
	}
	if g.JSON {
		return g.print(result)
	}
	printInspection(g.stdout, result)
	return nil
}

// describe counts the pieces of a vocabulary.
func describe(folder *pix2struct.Folder) inspectVocabulary {
	names := map[pix2struct.PieceType]string{
		pix2struct.Normal: "normal", pix2struct.Unknown: "unknown", pix2struct.Control: "control",
		pix2struct.UserDefined: "user-defined", pix2struct.Unused: "unused", pix2struct.Byte: "byte",
	}
	v := inspectVocabulary{
		Algorithm: "unigram", Normalizer: folder.Pieces.Normalizer, Pieces: len(folder.Pieces.Pieces), Kinds: map[string]int{},
		ByteFallback: folder.Pieces.ByteFallback, Actions: agent.IsActionVocabulary(folder.Vocabulary),
	}
	if folder.Pieces.Algorithm == pix2struct.BPE {
		v.Algorithm = "byte-pair encoding"
	}
	for _, p := range folder.Pieces.Pieces {
		v.Kinds[names[p.Type]]++
	}
	return v
}

func printInspection(w io.Writer, r inspectResult) {
	c := r.Card.Config
	line := func(name, format string, args ...any) {
		fmt.Fprintf(w, "%-11s %s\n", name, fmt.Sprintf(format, args...))
	}
	line("checkpoint", "%s", r.Path)
	if r.Step > 0 {
		optimizer := "without the optimizer's state"
		if r.Optimizer {
			optimizer = "with the optimizer's state"
		}
		line("format", "%s, step %d, %s", r.Format, r.Step, optimizer)
	} else {
		line("format", "%s", r.Format)
	}
	line("weights", "%s parameters in %d tensors, %s", thousands(r.Parameters), r.Tensors, r.Storage)
	line("sha-256", "%s", r.SHA256)
	line("model", "%d wide, %d heads of %d, feed-forward %d, %d encoder and %d decoder layers",
		c.Hidden, c.Heads, c.HeadDim, c.FeedForward, c.EncoderLayers, c.DecoderLayers)
	blank := ""
	if c.DropBlank {
		blank = ", blank patches left out"
	}
	line("pictures", "at most %d patches of %d×%d pixels, %d rows and %d columns known, fit %s%s",
		c.MaxPatches, c.PatchHeight, c.PatchWidth, c.MaxRows, c.MaxColumns, c.Fit, blank)
	bins := ""
	if b := r.Card.Bins; b != nil {
		bins = fmt.Sprintf(", %d×%d bins", b.X, b.Y)
		if b.Centred {
			bins += ", centred"
		}
	}
	if r.Card.Answers != "" {
		bins += ", " + r.Card.Answers
	}
	line("answers", "at most %d tokens, ids below %d%s", c.TargetLength, c.Vocabulary, bins)
	var kinds []string
	for _, kind := range []string{"normal", "user-defined", "byte", "control", "unknown", "unused"} {
		if n := r.Vocabulary.Kinds[kind]; n > 0 {
			kinds = append(kinds, fmt.Sprintf("%d %s", n, kind))
		}
	}
	actions := ""
	if r.Vocabulary.Actions {
		actions = ", the action vocabulary"
	}
	line("vocabulary", "%d pieces, %s: %s%s", r.Vocabulary.Pieces, r.Vocabulary.Algorithm, strings.Join(kinds, ", "), actions)
	if r.Preset != "" {
		line("preset", "%s", r.Preset)
	}
	if r.Card.Suite != "" {
		line("suite", "%s", strings.TrimSpace(fmt.Sprintf("%s %.12s", r.Card.Suite, r.Card.SuiteHash)))
	}
	if !r.Card.Created.IsZero() {
		line("created", "%s", r.Card.Created.Format("2006-01-02 15:04:05 MST"))
	}
	var training struct{ Steps, Examples, Seconds float64 }
	if json.Unmarshal(r.Card.Training, &training) == nil && training.Steps > 0 {
		line("training", "%.0f steps, %.0f examples, %s; --json prints the whole record",
			training.Steps, training.Examples, time.Duration(training.Seconds*float64(time.Second)).Round(time.Second))
	}
}

func listPresets(g *globalOptions) error {
	presets := agent.Presets()
	if g.JSON {
		return g.print(presets)
	}
	for _, p := range presets {
		fmt.Fprintf(g.stdout, "%-24s %-5s  %4d patches, %3d tokens  %s\n%31s %s\n", p.Name, p.Size, p.MaxPatches, p.TargetLength, p.About, "", p.Source)
	}
	return nil
}

// thousands writes a count with commas.
func thousands(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
