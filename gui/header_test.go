package gui

import (
	"encoding/json"
	"image"
	"image/draw"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// golden returns the path of a reference file: in the folder named by
// PIX2ACT_GOLDEN, else in testdata, where a part of the files is kept. A file
// that is in neither skips the test.
func golden(t *testing.T, parts ...string) string {
	t.Helper()
	name := filepath.Join(parts...)
	if folder := os.Getenv("PIX2ACT_GOLDEN"); folder != "" {
		return filepath.Join(folder, name)
	}
	path := filepath.Join("testdata", "golden", name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("SKIPPED: %s is not among the committed reference data; PIX2ACT_GOLDEN names no folder that has it", name)
	}
	return path
}

func readPicture(t *testing.T, path string) *image.RGBA {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	decoded, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	out := image.NewRGBA(image.Rectangle{Max: decoded.Bounds().Size()})
	draw.Draw(out, out.Rect, decoded, decoded.Bounds().Min, draw.Src)
	return out
}

// differences returns the mean and the largest difference of the colour bytes
// over the common part of two pictures.
func differences(a, b *image.RGBA) (mean float64, largest int) {
	size := image.Pt(min(a.Rect.Dx(), b.Rect.Dx()), min(a.Rect.Dy(), b.Rect.Dy()))
	sum := 0
	for y := range size.Y {
		for x := range size.X {
			for c := range 3 {
				d := int(a.Pix[y*a.Stride+4*x+c]) - int(b.Pix[y*b.Stride+4*x+c])
				d = max(d, -d)
				sum += d
				largest = max(largest, d)
			}
		}
	}
	return float64(sum) / float64(size.X*size.Y*3), largest
}

func TestGoldenHeader(t *testing.T) {
	var all struct {
		Picture string
		Texts   []struct {
			Name, Text, Background string
			Lines                  []string
			Width, Height          int
			Composite              struct {
				Width, Height int
				HeaderHeight  int `json:"header_height"`
			}
		}
	}
	blob, err := os.ReadFile(golden(t, "header", "header.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(blob, &all); err != nil {
		t.Fatal(err)
	}
	for _, want := range all.Texts {
		t.Run(want.Name, func(t *testing.T) {
			if lines := WrapText(want.Text, HeaderColumns); !slices.Equal(lines, want.Lines) {
				t.Errorf("lines\n%q, want\n%q", lines, want.Lines)
			}
			background := White
			if want.Background == "yellow" {
				background = Yellow
			}
			header := RenderHeader(want.Text, background)
			size := header.Rect.Size()
			if math.Abs(float64(size.X-want.Width)) > 0.02*float64(want.Width) || max(size.Y-want.Height, want.Height-size.Y) > 3 {
				t.Errorf("size %v, want %dx%d", size, want.Width, want.Height)
			}
			mean, _ := differences(header, readPicture(t, golden(t, "header", want.Name+".png")))
			t.Logf("size %v, reference %dx%d, mean difference %.2f", size, want.Width, want.Height, mean)
			if mean > 8 {
				t.Errorf("the pixels differ by %.2f of 255 in the mean, more than 8", mean)
			}
			reference := readPicture(t, golden(t, "header", want.Name+".png"))
			whole, origin, scale := Compose(reference, image.NewRGBA(image.Rect(0, 0, 160, 210)))
			if got := whole.Rect.Size(); got != image.Pt(want.Composite.Width, want.Composite.Height) || origin != image.Pt(0, want.Composite.HeaderHeight) {
				t.Errorf("composed to %v with the page at %v, want %+v", got, origin, want.Composite)
			}
			if wantScale := float64(want.Composite.Width) / 160; scale != wantScale {
				t.Errorf("scale %v, want %v", scale, wantScale)
			}
			if want.Name == "empty" || want.Name == "short" {
				page := readPicture(t, golden(t, "patches", "images", all.Picture))
				whole, _, _ := Compose(reference, page)
				composed := readPicture(t, golden(t, "header", want.Name+".composite.png"))
				if _, largest := differences(whole, composed); largest > 1 {
					t.Errorf("the composed picture differs by %d, more than 1", largest)
				}
			}
		})
	}
}

func TestGoldenResize(t *testing.T) {
	in := readPicture(t, golden(t, "header", "bicubic_in.png"))
	for _, name := range []string{"bicubic_103x77.png", "bicubic_21x17.png"} {
		t.Run(name, func(t *testing.T) {
			want := readPicture(t, golden(t, "header", name))
			got := Resize(in, want.Rect.Dx(), want.Rect.Dy())
			if _, largest := differences(got, want); largest > 1 {
				t.Errorf("differs by %d, more than 1", largest)
			}
		})
	}
}
