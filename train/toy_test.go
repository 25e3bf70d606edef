package train

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math/rand/v2"
	"testing"

	"pix2act/episode"
)

// toy is examples in memory: a page with one coloured square to click.
type toy []episode.Example

func (s toy) Len() int                               { return len(s) }
func (s toy) ID(i int) string                        { return s[i].ID }
func (s toy) Example(i int) (episode.Example, error) { return s[i], nil }

var toyColours = []color.RGBA{{200, 30, 30, 255}, {30, 160, 30, 255}, {30, 30, 200, 255}}

// newToy draws n pages. distinct actions: a click in the middle of the square,
// in 32 × 32 bins.
func newToy(t testing.TB, n int, seed uint64) toy {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 0))
	var list toy
	for i := range n {
		picture := image.NewRGBA(image.Rect(0, 0, 160, 210))
		draw.Draw(picture, picture.Rect, image.White, image.Point{}, draw.Src)
		draw.Draw(picture, image.Rect(0, 0, 160, 40), image.NewUniform(color.RGBA{255, 255, 0, 255}), image.Point{}, draw.Src)
		const side = 24
		x, y := random.IntN(160-side), 40+random.IntN(170-side)
		colour := toyColours[random.IntN(len(toyColours))]
		draw.Draw(picture, image.Rect(x, y, x+side, y+side), image.NewUniform(colour), image.Point{}, draw.Src)
		var file bytes.Buffer
		if err := png.Encode(&file, picture); err != nil {
			t.Fatal(err)
		}
		list = append(list, episode.Example{
			ID:    fmt.Sprintf("toy/click-square/%d/0", 1000000+int64(seed)*100000+int64(i)),
			Image: file.Bytes(),
			Parse: fmt.Sprintf("click %d %d", (x+side/2)*32/160, (y+side/2)*32/210),
		})
	}
	return list
}
