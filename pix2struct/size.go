package pix2struct

import (
	"fmt"
	"strconv"
	"strings"
)

// SizeHelp says in a command's help what a size may be.
const SizeHelp = "tiny, small, base or large, with changes like small:patch=8,width=256 (pixels of a patch's side, or its HEIGHTxWIDTH; width of the model)"

// Size returns the configuration of a size by name: "tiny" (for tests),
// "small" (trains on a laptop), "base" and "large" (the sizes of the published
// checkpoints). Behind a colon may stand changes, set apart by commas:
// patch=PIXELS or patch=HEIGHTxWIDTH, and width=N, the width of the residual
// stream, to which heads and feed-forward layers keep their proportion. Models
// then see as much of a picture as before, in more patches or fewer. A
// vocabulary of 0 keeps the size's own, which only base and large have (50244).
// An unknown name or change is [ErrUnknownSize].
func Size(name string, vocabulary int) (Config, error) {
	base, changes, changed := strings.Cut(name, ":")
	var known []string
	for _, s := range sizes {
		known = append(known, s.name)
		if s.name != base {
			continue
		}
		c := s.config
		if vocabulary != 0 {
			c.Vocabulary = vocabulary
		}
		if changed {
			for _, change := range strings.Split(changes, ",") {
				if err := c.change(change); err != nil {
					return Config{}, fmt.Errorf("%w %q: %w", ErrUnknownSize, name, err)
				}
			}
		}
		return c, c.Validate()
	}
	return Config{}, fmt.Errorf("%w %q; the sizes are %s", ErrUnknownSize, name, strings.Join(known, ", "))
}

// Bounds of changes to a size.
const (
	mostPatchSide = 64
	mostWidth     = 4096
)

// change takes over one change to a size.
func (c *Config) change(change string) error {
	key, value, _ := strings.Cut(change, "=")
	number := func(text string, step, most int) (int, error) {
		n, err := strconv.Atoi(text)
		if err != nil || n < step || n > most || n%step != 0 {
			return 0, fmt.Errorf("%s takes %d, %d, … up to %d, not %q", key, step, 2*step, most, text)
		}
		return n, nil
	}
	switch key {
	case "patch":
		high, wide, both := strings.Cut(value, "x")
		if !both {
			wide = high
		}
		height, err := number(high, 1, mostPatchSide)
		if err != nil {
			return err
		}
		width, err := number(wide, 1, mostPatchSide)
		if err != nil {
			return err
		}
		rows, columns := c.MaxRows*c.PatchHeight, c.MaxColumns*c.PatchWidth
		c.MaxPatches = c.MaxPatches * c.PatchHeight * c.PatchWidth / (height * width)
		c.MaxRows, c.MaxColumns = rows/height, columns/width
		c.PatchHeight, c.PatchWidth = height, width
	case "width":
		width, err := number(value, c.HeadDim, mostWidth)
		if err != nil {
			return err
		}
		const lane = 16 // feed-forward layers fill the registers
		c.FeedForward = (c.FeedForward*width/c.Hidden + lane - 1) / lane * lane
		c.Hidden, c.Heads = width, width/c.HeadDim
	default:
		return fmt.Errorf("there is no change %q: there are patch and width", change)
	}
	return nil
}
