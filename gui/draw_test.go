package gui

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// plain returns a white page of the size that agents see.
func plain() *image.RGBA {
	page := image.NewRGBA(image.Rect(0, 0, 160, 210))
	draw.Draw(page, page.Rect, image.White, image.Point{}, draw.Src)
	return page
}

// changed returns the smallest box around the pixels that are not white.
func changed(page *image.RGBA) image.Rectangle {
	var box image.Rectangle
	for y := range page.Rect.Dy() {
		for x := range page.Rect.Dx() {
			if page.RGBAAt(x, y) != White {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

func TestCursorHotSpots(t *testing.T) {
	at := image.Pt(80, 100)
	for _, test := range []struct {
		css  string
		ink  color.RGBA  // at the hot spot
		tip  image.Point // of the box around the cursor, from the hot spot
		size image.Point // at most
	}{
		// The arrow points with its upper left corner, the crosshair with its middle.
		{"pointer", color.RGBA{}, image.Pt(-2, -1), image.Pt(17, 22)},
		{"crosshair", color.RGBA{A: 255}, image.Pt(-10, -9), image.Pt(21, 19)},
	} {
		page := plain()
		seen := Draw(page, DrawOptions{Pointer: at, Cursor: CursorFromCSS(test.css)})
		box := changed(seen.Image)
		if box.Min.X < at.X+test.tip.X || box.Min.Y < at.Y+test.tip.Y || box.Dx() > test.size.X || box.Dy() > test.size.Y || box.Empty() {
			t.Errorf("%s: the cursor covers %v around %v", test.css, box, at)
		}
		if got := seen.Image.RGBAAt(at.X, at.Y); test.ink.A != 0 && got != test.ink {
			t.Errorf("%s: the hot spot is %v, want %v", test.css, got, test.ink)
		}
		if seen.Origin != (image.Point{}) || seen.Scale != 1 || !seen.Image.Opaque() {
			t.Errorf("%s: origin %v, scale %v, opaque %v", test.css, seen.Origin, seen.Scale, seen.Image.Opaque())
		}
	}
}

// A cursor at the edge is cut off there.
func TestCursorAtTheEdge(t *testing.T) {
	for _, at := range []image.Point{{0, 0}, {159, 209}, {-50, 900}} {
		page := plain()
		Draw(page, DrawOptions{Pointer: at})
	}
}

func TestPressMarker(t *testing.T) {
	page := plain()
	Draw(page, DrawOptions{Pointer: image.Pt(-100, -100), Pressed: true})
	if box := changed(page); box != image.Rect(150, 5, 156, 11) {
		t.Errorf("the marker covers %v, want (150,5) to (155,10), both included", box)
	}
	if got := page.RGBAAt(155, 10); got != (color.RGBA{R: 255, A: 255}) {
		t.Errorf("the marker is %v, want red", got)
	}
}

func TestHeaderStandsAboveThePage(t *testing.T) {
	page := plain()
	seen := Draw(page, DrawOptions{Header: "Press the button", Pointer: image.Pt(80, 100)})
	if seen.Origin.X != 0 || seen.Origin.Y <= 0 || seen.Scale < 1 {
		t.Fatalf("origin %v, scale %v", seen.Origin, seen.Scale)
	}
	size := seen.Image.Rect.Size()
	if want := seen.Origin.Y + int(210*seen.Scale); size.Y != want || size.X != int(160*seen.Scale) {
		t.Errorf("size %v with the page at %v, scale %v", size, seen.Origin, seen.Scale)
	}
}

func TestLoadSprites(t *testing.T) {
	folder := t.TempDir()
	write := func(name string, ink color.Color, side int) {
		picture := image.NewNRGBA(image.Rect(0, 0, side, side))
		draw.Draw(picture, picture.Rect, image.NewUniform(ink), image.Point{}, draw.Src)
		var out bytes.Buffer
		if err := png.Encode(&out, picture); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), out.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	refused := func(what, name string) {
		t.Helper()
		if _, err := LoadSprites(folder); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v, want an error that names %s", what, err, name)
		}
	}
	red, blue := color.RGBA{R: 255, A: 255}, color.RGBA{B: 255, A: 255}
	refused("an empty folder", "left_ptr.png")
	write("left_ptr.png", red, 16)
	refused("no crosshair", "cross.png")
	write("cross.png", blue, 1000)
	refused("a picture that is no cursor", "cross.png")
	if err := os.WriteFile(filepath.Join(folder, "cross.png"), []byte("no picture"), 0o600); err != nil {
		t.Fatal(err)
	}
	refused("a file that is no picture", "cross.png")
	write("cross.png", blue, 20)
	sprites, err := LoadSprites(folder)
	if err != nil {
		t.Fatal(err)
	}
	for shape, want := range map[CursorShape]image.Rectangle{
		CursorArrow:     image.Rect(0, 0, 16, 16).Add(image.Pt(80-3, 100-4)),
		CursorCrosshair: image.Rect(0, 0, 20, 20).Add(image.Pt(80-10, 100-9)),
	} {
		page := plain()
		Draw(page, DrawOptions{Pointer: image.Pt(80, 100), Cursor: shape, Sprites: sprites})
		if box := changed(page); box != want {
			t.Errorf("%s covers %v, want %v", shape, box, want)
		}
	}
}

func TestObservationSHA256(t *testing.T) {
	picture := image.NewRGBA(image.Rect(0, 0, 2, 1))
	picture.SetRGBA(0, 0, color.RGBA{1, 2, 3, 255})
	picture.SetRGBA(1, 0, color.RGBA{4, 5, 6, 255})
	// printf '\0\0\0\2\0\0\0\1\1\2\3\4\5\6' | sha256sum
	const want = "562f567f19e0af6f51b8a5ad9b2746b8a5f25051cc298eccdbc62ece11f7ab30"
	seen := NewObservation(picture, image.Point{}, 1)
	if got := seen.SHA256(); got != want {
		t.Errorf("SHA256 = %s, want %s", got, want)
	}
	// A part of a larger picture has the hash of its own pixels.
	larger := plain()
	part := larger.SubImage(image.Rect(0, 0, 2, 1)).(*image.RGBA)
	draw.Draw(part, part.Rect, picture, image.Point{}, draw.Src)
	if got := NewObservation(part, image.Point{}, 1).SHA256(); got != want {
		t.Errorf("the same pixels in a larger picture: %s, want %s", got, want)
	}
	if got := (Observation{}).SHA256(); got != "" {
		t.Errorf("without a picture: %q, want nothing", got)
	}
}

// crowded returns a page with as much on it as tasks have.
func crowded() *image.RGBA {
	page := plain()
	random := rand.New(rand.NewPCG(1, 2))
	draw.Draw(page, image.Rect(0, 0, 160, 50), image.NewUniform(Yellow), image.Point{}, draw.Src)
	for range 12 {
		x, y := random.IntN(140), 50+random.IntN(150)
		ink := color.RGBA{byte(random.IntN(256)), byte(random.IntN(256)), byte(random.IntN(256)), 255}
		draw.Draw(page, image.Rect(x, y, x+20, y+10), image.NewUniform(ink), image.Point{}, draw.Src)
	}
	text := RenderHeader("click the button called Submit", Yellow)
	small := Resize(text, 150, 12)
	draw.Draw(page, small.Rect.Add(image.Pt(5, 10)), small, image.Point{}, draw.Src)
	return page
}

func TestPNG(t *testing.T) {
	seen := Draw(crowded(), DrawOptions{Pointer: PointerStart})
	first, err := seen.PNG()
	if err != nil {
		t.Fatal(err)
	}
	again, err := NewObservation(seen.Image, image.Point{}, 1).PNG()
	if err != nil || !bytes.Equal(again, first) {
		t.Errorf("the same pixels give other bytes (%v)", err)
	}
	decoded, err := png.Decode(bytes.NewReader(first))
	if err != nil {
		t.Fatal(err)
	}
	back := image.NewRGBA(decoded.Bounds())
	draw.Draw(back, back.Rect, decoded, image.Point{}, draw.Src)
	if NewObservation(back, image.Point{}, 1).SHA256() != seen.SHA256() {
		t.Errorf("the file holds other pixels")
	}
	if _, err := (Observation{}).PNG(); err == nil {
		t.Errorf("an observation without a picture has a PNG form")
	}
}

func BenchmarkPNG(b *testing.B) {
	page := crowded()
	for b.Loop() {
		blob, err := NewObservation(page, image.Point{}, 1).PNG()
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(blob)), "bytes")
	}
}

func BenchmarkSHA256(b *testing.B) {
	seen := NewObservation(crowded(), image.Point{}, 1)
	for b.Loop() {
		seen.SHA256()
	}
}
