package chrome

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math/rand/v2"
	"os"
	"testing"
)

// shot is a screenshot of testdata/input.html.
func shot(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/shot.png")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// reference decodes with the standard library.
func reference(data []byte, crop image.Rectangle) (*image.RGBA, error) {
	decoded, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	out := image.NewRGBA(image.Rect(0, 0, crop.Dx(), crop.Dy()))
	draw.Draw(out, out.Bounds(), decoded, crop.Min, draw.Src)
	return out, nil
}

func TestDecode(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	encode := func(img image.Image) []byte {
		var b bytes.Buffer
		if err := png.Encode(&b, img); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	gradient := image.NewNRGBA(image.Rect(0, 0, 200, 220)) // gets every filter
	translucent := image.NewNRGBA(gradient.Rect)
	for y := range 220 {
		for x := range 200 {
			c := color.NRGBA{uint8(x), uint8(y), uint8(x * y / 100), 255}
			if y%3 == 0 {
				c.B = uint8(random.Uint32())
			}
			gradient.SetNRGBA(x, y, c)
			c.A = uint8(random.Uint32())
			translucent.SetNRGBA(x, y, c)
		}
	}
	palette := image.NewPaletted(gradient.Rect, color.Palette{color.White, color.Black})
	palette.SetColorIndex(3, 4, 1)

	var d decoder // one for all, so that its buffers are reused
	for name, data := range map[string][]byte{
		"screenshot": shot(t), "gradient": encode(gradient), "translucent": encode(translucent),
		"palette": encode(palette), "tiny": encode(gradient.SubImage(image.Rect(3, 3, 4, 4))),
	} {
		for _, crop := range []image.Rectangle{
			image.Rect(0, 0, 160, 210), image.Rect(20, 30, 25, 31), image.Rect(0, 0, 500, 500), image.Rect(190, 0, 250, 20), image.Rect(600, 600, 700, 700),
		} {
			got, err := d.decode(data, crop)
			if err != nil {
				t.Errorf("%s %v: %v", name, crop, err)
				continue
			}
			want, err := reference(data, crop)
			if err != nil {
				t.Fatal(err)
			}
			if got.Bounds() != want.Bounds() || !bytes.Equal(got.Pix, want.Pix) {
				t.Errorf("%s %v: differs from the standard library in %d pixels", name, crop, differing(got, want))
			}
		}
	}
}

func FuzzDecode(f *testing.F) {
	data := shot(f)
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Add([]byte(pngSignature))
	var d decoder
	crop := image.Rect(0, 0, 160, 210)
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := d.decode(data, crop)
		if err != nil {
			return
		}
		if want, err := reference(data, crop); err == nil && !bytes.Equal(got.Pix, want.Pix) {
			t.Error("differs from the standard library")
		}
	})
}
