package sheet

import (
	"image"
	"image/color"
	"testing"
)

func TestDraw(t *testing.T) {
	red, green := color.RGBA{R: 255, A: 255}, color.RGBA{G: 255, A: 255}
	full := image.NewRGBA(image.Rect(0, 0, 16, 21))
	for i := 0; i < len(full.Pix); i += 4 {
		copy(full.Pix[i:], []byte{255, 0, 0, 255})
	}
	large := image.NewRGBA(image.Rect(0, 0, 64, 84))
	for i := 0; i < len(large.Pix); i += 4 {
		copy(large.Pix[i:], []byte{255, 0, 0, 255})
	}
	cells := []Cell{
		{"one", []Picture{{Image: full, Mark: green, Note: "solved"}, {}}},
		{"a title that is wider than its cell by far", []Picture{{Image: large}}},
		{"three", nil},
	}
	s, err := Draw(cells, 2, image.Pt(16, 21))
	if err != nil {
		t.Fatal(err)
	}
	// Two columns of two pictures, two rows.
	if want := image.Rect(0, 0, 2*(2*16+gap+margin)+margin, 2*(titleLine+21+markHeight+noteLine+margin)+margin); s.Bounds() != want {
		t.Errorf("bounds %v, want %v", s.Bounds(), want)
	}
	left, top := margin, margin+titleLine
	for _, c := range []struct {
		what string
		x, y int
		want color.RGBA
	}{
		{"the first picture", left, top, red},
		{"its end", left + 15, top + 20, red},
		{"its mark", left + 5, top + 21, green},
		{"beside it", left + 16, top, ground},
		{"an empty place", left + 16 + gap, top, empty},
		{"the larger picture, made smaller", left + 2*16 + gap + margin + 15, top + 20, red},
		{"behind the last cell", s.Bounds().Dx() - 1, s.Bounds().Dy() - 1, ground},
	} {
		if got := s.RGBAAt(c.x, c.y); got != c.want {
			t.Errorf("%s: %v at (%d, %d), want %v", c.what, got, c.x, c.y, c.want)
		}
	}
	titled := false
	for y := margin; y < margin+titleLine; y++ {
		for x := left; x < left+36; x++ {
			titled = titled || s.RGBAAt(x, y).R < 100
		}
		for x := left + 36; x < left+36+margin; x++ {
			if s.RGBAAt(x, y) != ground {
				t.Errorf("a title leaves its cell at (%d, %d)", x, y)
			}
		}
	}
	if !titled {
		t.Error("there is no title")
	}
	if s, err := Draw(nil, 3, image.Pt(16, 21)); err != nil || s.Bounds().Empty() {
		t.Errorf("no cells give %v (%v)", s.Bounds(), err)
	}
}
