package parsing

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// colour is red, green and blue in 0..255.
type colour [3]int

func (c colour) String() string { return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2]) }

// luminance and contrast are those of the Web Content Accessibility Guidelines 2.1.
func (c colour) luminance() float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		v := float64(c[i]) / 255
		if v <= 0.03928 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		sum += weight * v
	}
	return sum
}

func (c colour) contrast(other colour) float64 {
	a, b := c.luminance(), other.luminance()
	return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

// readable is the contrast that text of any size needs by the same guidelines (level AA).
const readable = 4.5

var (
	white = colour{255, 255, 255}
	black = colour{}
)

// ground draws a background: mostly white or light, as pages are.
func ground(r *rand.Rand) colour {
	switch n := r.IntN(10); {
	case n < 5:
		return white
	case n < 9:
		return colour{215 + r.IntN(41), 215 + r.IntN(41), 215 + r.IntN(41)}
	default:
		return anyColour(r)
	}
}

func anyColour(r *rand.Rand) colour { return colour{r.IntN(256), r.IntN(256), r.IntN(256)} }

// ink draws a colour that can be read on a ground.
func ink(r *rand.Rand, on colour) colour {
	if r.IntN(2) == 0 {
		return plainest(on)
	}
	for range 20 {
		if c := anyColour(r); c.contrast(on) >= readable {
			return c
		}
	}
	return plainest(on)
}

// plainest is black or white, whichever stands out more.
func plainest(on colour) colour {
	if black.contrast(on) >= white.contrast(on) {
		return black
	}
	return white
}

// named are colours that people have short names for.
var named = []struct {
	name string
	colour
}{
	{"red", colour{220, 20, 30}}, {"blue", colour{20, 40, 220}}, {"green", colour{0, 130, 30}}, {"yellow", colour{255, 225, 0}},
	{"orange", colour{255, 140, 0}}, {"purple", colour{128, 0, 128}}, {"black", black}, {"grey", colour{128, 128, 128}},
	{"pink", colour{255, 130, 170}}, {"cyan", colour{0, 215, 230}}, {"brown", colour{120, 70, 20}}, {"magenta", colour{255, 0, 255}},
	{"lime", colour{0, 255, 0}}, {"olive", colour{128, 128, 0}},
}
