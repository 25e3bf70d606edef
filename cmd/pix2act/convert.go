package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"pix2act/internal/folder"
	"pix2act/pix2struct"
)

// ConvertOptions are the flags of convert.
type ConvertOptions struct {
	To         string
	Preset     string
	Vocabulary string
	BFloat16   bool
	Overwrite  bool
}

type convertResult struct {
	In         string            `json:"in"`
	From       pix2struct.Format `json:"from"`
	Out        string            `json:"out"`
	To         pix2struct.Format `json:"to"`
	Storage    string            `json:"storage"`
	Parameters int               `json:"parameters"`
	Preset     string            `json:"preset,omitempty"`
	SHA256     string            `json:"weights_sha256"`
}

func newConvertCommand(g *globalOptions) *cobra.Command {
	var o ConvertOptions
	c := &cobra.Command{
		Use:   "convert IN OUT",
		Short: "Rewrite a checkpoint in another format",
		Long: `Read a checkpoint folder (of pix2act, Hugging Face or T5X, told by its content) and write it as pix2act or Hugging Face.
IN may be bundled too. OUT appears whole or not at all; with --overwrite it replaces a folder that holds nothing but a
checkpoint of that format.
` + exitStatus,
		Args: exactArgs(2, "a checkpoint folder and the folder to write"),
		RunE: func(c *cobra.Command, args []string) error { return runConvert(c.Context(), o, g, args[0], args[1]) },
	}
	f := c.Flags()
	f.StringVar(&o.To, "to", string(pix2struct.FormatPix2Act), "format to write: pix2act or huggingface")
	f.StringVar(&o.Preset, "preset", "", presetHelp)
	f.StringVar(&o.Vocabulary, "vocabulary", "", "SentencePiece model or tokenizer.json to use in place of the folder's")
	f.BoolVar(&o.Overwrite, "overwrite", false, "replace a checkpoint that stands at OUT")
	f.BoolVar(&o.BFloat16, "bfloat16", false, "store values in half the size, rounded to nearest")
	return c
}

// checkConvertTarget refuses to write over or into what is read, and over another checkpoint that nobody said may go.
func checkConvertTarget(in, out string, to pix2struct.Format, overwrite bool) error {
	if in != "bundled" && folder.Within(out, in) {
		return usagef("%s is the checkpoint that is read, or lies in it; choose another folder to write", out)
	}
	if err := pix2struct.CheckTarget(out, to); err != nil {
		return targetError(err)
	}
	if there, err := os.ReadDir(out); err == nil && len(there) > 0 && !overwrite {
		return usagef("%s holds a checkpoint already; choose another folder, or replace it with --overwrite", out)
	}
	return nil
}

func runConvert(ctx context.Context, o ConvertOptions, g *globalOptions, in, out string) error {
	to := pix2struct.Format(o.To)
	if to != pix2struct.FormatPix2Act && to != pix2struct.FormatHuggingFace {
		return usagef("--to %s: formats that are written are %s and %s", o.To, pix2struct.FormatPix2Act, pix2struct.FormatHuggingFace)
	}
	if err := checkConvertTarget(in, out, to, o.Overwrite); err != nil {
		return err
	}
	from, preset, err := openCheckpoint(in, o.Preset, o.Vocabulary)
	if err != nil {
		return err
	}
	defer from.Close()
	checkpoint, err := from.Load()
	if err != nil {
		return fmt.Errorf("checkpoint %s: %w", in, err)
	}
	result := convertResult{
		In: in, From: from.Format, Out: out, To: to, Storage: "float32", Parameters: checkpoint.Model.Config.Parameters(),
	}
	if o.BFloat16 {
		result.Storage = "bfloat16"
	}
	if preset != nil {
		preset.Apply(checkpoint)
		result.Preset = preset.Name
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	options := pix2struct.SaveOptions{BFloat16: o.BFloat16}
	if to == pix2struct.FormatPix2Act {
		err = checkpoint.Save(out, options)
	} else {
		err = checkpoint.SaveHuggingFace(out, options)
		if checkpoint.Model.Config.Fit == pix2struct.FitNative {
			fmt.Fprintln(g.stderr, "note: this model keeps the pictures' pixels; the Hugging Face preprocessor resizes them, so give it patches made another way")
		}
	}
	if err != nil {
		return targetError(err)
	}
	written, err := pix2struct.Open(out, pix2struct.OpenOptions{})
	if err != nil {
		return err
	}
	defer written.Close()
	if result.SHA256, err = written.Hash(); err != nil {
		return err
	}
	if g.JSON {
		return g.print(result)
	}
	fmt.Fprintf(g.stdout, "%s (%s) → %s (%s, %s), %s parameters, SHA-256 %s\n",
		in, result.From, out, result.To, result.Storage, thousands(result.Parameters), result.SHA256)
	return nil
}
