package agent

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"pix2act/gui"
	"pix2act/pix2struct"
)

// Preset is what a released checkpoint needs to be used and does not say
// itself: a T5X folder holds weights and nothing else.
type Preset struct {
	Name  string
	About string
	// Source is where the checkpoint was released.
	Source string
	// Size is its size, a name of package pix2struct.
	Size string
	// Suite is the suite whose actions it answers with, "" for a model that
	// does not answer with actions.
	Suite        string
	MaxPatches   int
	TargetLength int
	Beam         int // width of the search
	// Settings are the bins and the reference's readings of the grammar. Step
	// limit and budget stay those of the task.
	Settings gui.Settings
}

// ErrUnknownPreset is matched when there is no preset of a name.
var ErrUnknownPreset = errors.New("unknown preset")

// ErrWrongPreset is matched when a checkpoint cannot be the one that a preset
// is for.
var ErrWrongPreset = errors.New("the preset is not for this checkpoint")

// Readings of the grammar in the reference system, whose checkpoints were
// trained with them.
var (
	miniwobSettings = gui.Settings{Bins: gui.Bins{X: 32, Y: 32, Centred: true}, ReferenceScroll: true, ReferenceKeys: true}
	hundredBins     = gui.Settings{Bins: gui.Bins{X: 100, Y: 100}, ReferenceScroll: true, ReferenceKeys: true}
	webshopSettings = gui.Settings{Bins: gui.Bins{X: 100, Y: 100}, ReferenceScroll: true}
)

// Presets lists the released checkpoints of Pix2Act and Pix2Struct, by the
// names of their folders. Lengths of the fine-tuned Pix2Struct models are those
// of their release's evaluation command.
func Presets() []Preset {
	list := []Preset{
		{"miniwob_mcts", "MiniWoB policy, trained with tree search", "gs://pix2act-data/miniwob_mcts/checkpoint_332000",
			"base", "miniwob", 512, 16, 8, miniwobSettings},
		{"miniwob_critic", "MiniWoB value function: answers with a whole number 0 to 29", "gs://pix2act-data/miniwob_critic/checkpoint_306000",
			"base", "", 512, 16, 8, miniwobSettings},
		{"miniwob_bc_100", "MiniWoB policy cloned from demonstrations, 100 bins: the start of webshop_bc", "gs://pix2act-data/miniwob_bc_100/checkpoint_302800",
			"base", "miniwob", 512, 16, 8, hundredBins},
		{"webshop_bc", "WebShop policy cloned from demonstrations", "gs://pix2act-data/webshop_bc/checkpoint_303600",
			"base", "webshop", 4096, 128, 10, webshopSettings},
	}
	for _, m := range []struct{ name, about, base, large string }{
		{"pix2struct", "pre-trained by parsing screenshots", "checkpoint_280000", "checkpoint_180000"},
		{"warmup", "pre-trained by reading rendered text only", "checkpoint_30000", "checkpoint_30000"},
		{"textcaps", "fine-tuned on TextCaps", "checkpoint_280400", "checkpoint_180600"},
		{"chartqa", "fine-tuned on ChartQA", "checkpoint_287600", "checkpoint_182600"},
		{"widget_captioning", "fine-tuned on Widget Captioning", "checkpoint_281600", "checkpoint_181600"},
		{"screen2words", "fine-tuned on Screen2Words", "checkpoint_282600", "checkpoint_183000"},
		{"refexp", "fine-tuned on RefExp", "checkpoint_290000", "checkpoint_187800"},
		{"docvqa", "fine-tuned on DocVQA", "checkpoint_284400", "checkpoint_184000"},
		{"infographicvqa", "fine-tuned on InfographicVQA", "checkpoint_284000", "checkpoint_182000"},
		{"ocrvqa", "fine-tuned on OCR-VQA", "checkpoint_290000", "checkpoint_188400"},
		{"ai2d", "fine-tuned on AI2D", "checkpoint_284400", "checkpoint_184000"},
	} {
		for _, size := range []struct{ name, step string }{{"base", m.base}, {"large", m.large}} {
			folder := m.name + "_" + size.name
			if folder == "chartqa_large" {
				folder = "charqa_large" // as it was released
			}
			list = append(list, Preset{
				Name: m.name + "_" + size.name, About: m.about, Source: "gs://pix2struct-data/" + folder + "/" + size.step,
				Size: size.name, MaxPatches: 4096, TargetLength: 128, Beam: DefaultBeam,
			})
		}
	}
	return list
}

// PresetNamed finds a preset by name.
func PresetNamed(name string) (Preset, error) {
	var known []string
	for _, p := range Presets() {
		if p.Name == name {
			return p, nil
		}
		known = append(known, p.Name)
	}
	return Preset{}, fmt.Errorf("%w %q; the presets are %s", ErrUnknownPreset, name, strings.Join(known, ", "))
}

// Check refuses a checkpoint that cannot be the released one: its card says how
// it is used already, or its layers have other sizes. Errors match
// [ErrWrongPreset].
func (p Preset) Check(card pix2struct.Card) error {
	switch {
	case card.Preset != "" && card.Preset != p.Name:
		return fmt.Errorf("%w: %s, but its card names %s", ErrWrongPreset, p.Name, card.Preset)
	case card.Preset == "" && (card.Bins != nil || card.Answers != ""):
		return fmt.Errorf("%w: %s, but its card says how it is used; leave the preset out", ErrWrongPreset, p.Name)
	}
	is := card.Config
	wanted, err := pix2struct.Size(p.Size, is.Vocabulary)
	if err != nil {
		return err
	}
	if is.Hidden != wanted.Hidden || is.EncoderLayers != wanted.EncoderLayers || is.DecoderLayers != wanted.DecoderLayers {
		return fmt.Errorf("%w: %s is %d wide with %d encoder and %d decoder layers, this is %d wide with %d and %d", ErrWrongPreset,
			p.Name, wanted.Hidden, wanted.EncoderLayers, wanted.DecoderLayers, is.Hidden, is.EncoderLayers, is.DecoderLayers)
	}
	return nil
}

// PresetOf guesses the preset of a checkpoint: the one its card names, else the
// one that its folder, or the folder above, is named after. False if there is
// none; a checkpoint of ours needs none.
func PresetOf(path string, card pix2struct.Card) (Preset, bool) {
	names := []string{card.Preset}
	if card.Preset == "" && card.Bins == nil {
		if full, err := filepath.Abs(path); err == nil {
			for range 2 {
				names = append(names, presetName(filepath.Base(full)))
				full = filepath.Dir(full)
			}
		}
	}
	for _, p := range Presets() {
		for _, name := range names {
			if name == p.Name || name != "" && name == filepath.Base(filepath.Dir(p.Source)) {
				return p, true
			}
		}
	}
	return Preset{}, false
}

// presetName turns the name of a Hugging Face folder, such as
// pix2struct-textcaps-base, into that of the released folder.
func presetName(folder string) string {
	name := strings.ReplaceAll(folder, "-", "_")
	if rest := strings.TrimPrefix(name, "pix2struct_"); rest != "base" && rest != "large" {
		name = rest
	}
	return name
}

// Apply sets up a checkpoint as the preset says and notes its name in the card.
func (p Preset) Apply(c *pix2struct.Checkpoint) {
	c.Model.Config.MaxPatches, c.Model.Config.TargetLength = p.MaxPatches, p.TargetLength
	c.Model.Config.Fit, c.Model.Config.DropBlank = pix2struct.FitResize, false
	c.Card.Config, c.Card.Preset = c.Model.Config, p.Name
	if p.Settings.Bins != (gui.Bins{}) {
		bins := pix2struct.Bins(p.Settings.Bins)
		c.Card.Bins = &bins
	}
	if c.Card.Suite == "" {
		c.Card.Suite = p.Suite
	}
}
