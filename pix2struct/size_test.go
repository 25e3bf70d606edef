package pix2struct

import (
	"errors"
	"testing"
)

func TestSizeChanges(t *testing.T) {
	type shape struct{ hidden, heads, feedForward, height, width, patches, rows, columns int }
	of := func(c Config) shape {
		return shape{c.Hidden, c.Heads, c.FeedForward, c.PatchHeight, c.PatchWidth, c.MaxPatches, c.MaxRows, c.MaxColumns}
	}
	for name, want := range map[string]shape{
		"small":                       {192, 3, 512, 16, 16, 256, 32, 32},
		"small:patch=8":               {192, 3, 512, 8, 8, 1024, 64, 64},
		"small:patch=16x8":            {192, 3, 512, 16, 8, 512, 32, 64},
		"small:width=256":             {256, 4, 688, 16, 16, 256, 32, 32},
		"small:width=128,patch=10x20": {128, 2, 352, 10, 20, 327, 51, 25},
		"small:patch=8,patch=16":      {192, 3, 512, 16, 16, 256, 32, 32},
	} {
		c, err := Size(name, 640)
		if err != nil || of(c) != want {
			t.Errorf("%s: %+v, %v; want %+v", name, of(c), err, want)
		}
	}
	for _, name := range []string{
		"", "huge", "small:", "small:patch", "small:patch=", "small:patch=0", "small:patch=8x", "small:patch=8x8x8", "small:patch=65",
		"small:width=100", "small:width=-64", "small:width=1e9", "small:depth=3", "small:patch=8,", "small:patch=8;width=64", ":patch=8",
	} {
		if _, err := Size(name, 640); !errors.Is(err, ErrUnknownSize) {
			t.Errorf("%q: %v", name, err)
		}
	}
}
