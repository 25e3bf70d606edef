package pix2struct

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"math"
	"path"
	"strings"
	"testing"
)

// reference cuts like the published models, whatever the picture's size.
func reference(maxPatches int) Config {
	return Config{PatchHeight: 16, PatchWidth: 16, MaxPatches: maxPatches, MaxRows: 4096, MaxColumns: 4096, Fit: FitResize}
}

func goldenImage(t testing.TB, name string) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(goldenFile(t, "patches/images/"+path.Base(name))))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func TestGoldenGrid(t *testing.T) {
	var cases []struct {
		Height, Width int
		MaxPatches    int `json:"max_patches"`
		Rows, Cols    int
	}
	goldenJSON(t, "patches/grids.json", &cases)
	for _, g := range cases {
		if rows, columns := reference(g.MaxPatches).grid(g.Height, g.Width); rows != g.Rows || columns != g.Cols {
			t.Errorf("%dx%d in %d: %dx%d, want %dx%d", g.Height, g.Width, g.MaxPatches, rows, columns, g.Rows, g.Cols)
		}
	}
	t.Logf("%d grids", len(cases))
}

func TestGoldenPatches(t *testing.T) {
	var cases []struct {
		Image            string
		MaxPatches       int `json:"max_patches"`
		Rows, Cols, Real int
		Sum              float64
		File             string
	}
	goldenJSON(t, "patches/index.json", &cases)
	const tolerance = 2e-5
	largest, compared := 0.0, 0
	for _, g := range cases {
		t.Run(strings.TrimSuffix(g.File, ".safetensors"), func(t *testing.T) {
			f := goldenTensors(t, "patches/"+g.File)
			p, err := reference(g.MaxPatches).Patches(goldenImage(t, g.Image))
			if err != nil {
				t.Fatal(err)
			}
			if p.N != g.Real {
				t.Fatalf("%d patches, want %d", p.N, g.Real)
			}
			const columns = 770
			row := func(i int) []float32 {
				out := make([]float32, columns)
				if i < p.N {
					out[0], out[1] = float32(p.Rows[i]), float32(p.Columns[i])
					copy(out[2:], p.Values[i*768:])
				}
				return out
			}
			compared++
			want := floats(t, f, "patches")
			for n, i := range ints(t, f, "index") {
				d := worst(t, row(int(i)), want[n*columns:(n+1)*columns])
				largest = max(largest, d)
				if !(d <= tolerance) {
					t.Errorf("row %d differs by %g", i, d)
				}
			}
			byColumn, err := f.Float32s("column_sums", []int{columns})
			if err != nil {
				t.Fatal(err)
			}
			sums := make([]float64, columns)
			for i := range p.N {
				for j, v := range row(i) {
					sums[j] += float64(v)
				}
			}
			for j, want := range byColumn {
				// The reference sums pass through float32 here.
				if d := math.Abs(sums[j] - float64(want)); d > tolerance*float64(p.N)+1e-6*math.Abs(float64(want)) {
					t.Errorf("sum of column %d is %g, want %g", j, sums[j], want)
				}
			}
		})
	}
	if compared < 10 {
		t.Errorf("only %d cases compared", compared)
	}
	t.Logf("%d cases, largest difference %.2g", compared, largest)
}

// screen draws a picture like a small page: a yellow band above white, with a
// grey box and noise in a corner of one patch.
func screen() *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, 160, 210))
	for y := range 210 {
		for x := range 160 {
			c := color.RGBA{255, 255, 255, 255}
			switch {
			case y < 48:
				c = color.RGBA{255, 255, 0, 255}
			case x >= 32 && x < 64 && y >= 80 && y < 96:
				c = color.RGBA{200, 200, 200, 255}
			case x == 100 && y == 150:
				c = color.RGBA{254, 255, 255, 255}
			}
			img.SetRGBA(x, y, c)
		}
	}
	return img
}

func small(t testing.TB) Config {
	t.Helper()
	c, err := Size("small", 640)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestNativePatches(t *testing.T) {
	c := small(t)
	c.DropBlank = false
	img := screen()
	p, err := c.Patches(img)
	if err != nil {
		t.Fatal(err)
	}
	if p.N != 130 || p.Rows[129] != 13 || p.Columns[129] != 10 || len(p.Values) != 130*768 {
		t.Fatalf("%d patches to row %d, column %d", p.N, p.Rows[p.N-1], p.Columns[p.N-1])
	}
	mean, squares := 0.0, 0.0
	for y := range 210 {
		for x := range 160 {
			r := img.RGBAAt(x, y)
			for _, v := range []uint8{r.R, r.G, r.B} {
				mean += float64(v)
				squares += float64(v) * float64(v)
			}
		}
	}
	const values = 210 * 160 * 3
	mean /= values
	deviation := math.Sqrt(squares/values - mean*mean)
	i := (9*10 + 6) * 768 // patch row 9, column 6: pixel 100, 150 at (4, 6)
	if got, want := p.Values[i+(6*16+4)*3], float32((254-mean)/deviation); math.Abs(float64(got-want)) > 1e-5 {
		t.Errorf("pixel is %v, want %v", got, want)
	}

	c.DropBlank = true
	p, err = c.Patches(img)
	if err != nil {
		t.Fatal(err)
	}
	// The grey box and the patch with the one odd pixel stay.
	if p.N != 3 || p.Rows[0] != 6 || p.Columns[0] != 3 || p.Columns[1] != 4 || p.Rows[2] != 10 || p.Columns[2] != 7 {
		t.Errorf("kept rows %v, columns %v", p.Rows, p.Columns)
	}
}

func TestPatchesOfAwkwardPictures(t *testing.T) {
	c := small(t)
	p, err := c.Patches(image.NewRGBA(image.Rect(0, 0, 160, 210)))
	if err != nil || p.N != 1 {
		t.Errorf("one colour: %d patches, %v", p.N, err)
	}
	if p, err := c.Patches(image.NewGray(image.Rect(5, 5, 645, 485))); err != nil || p.N != 1 {
		t.Errorf("large: %d patches, %v", p.N, err)
	}
	c.DropBlank = false
	if p, err := c.Patches(image.NewGray(image.Rect(5, 5, 645, 485))); err != nil || p.N > 256 || p.N < 200 {
		t.Errorf("large, resized: %d patches, %v", p.N, err)
	}
	if p, err := c.Patches(image.NewGray(image.Rect(0, 0, 8, 8))); err != nil || p.N != 256 {
		t.Errorf("smaller than a patch: %d patches, %v", p.N, err)
	}
	if _, err := c.Patches(image.NewRGBA(image.Rect(0, 0, 0, 9))); !errors.Is(err, ErrPicture) {
		t.Errorf("empty: %v", err)
	}
	if _, err := c.Patches(image.NewRGBA(image.Rect(0, 0, 16, 16*40))); !errors.Is(err, ErrPicture) {
		t.Errorf("more rows than the table: %v", err)
	}
}

// The same pixels give the same patches whatever type holds them.
func TestPatchesOfImageTypes(t *testing.T) {
	base := screen()
	nrgba := image.NewNRGBA(base.Bounds())
	copy(nrgba.Pix, base.Pix)
	for i := 3; i < len(nrgba.Pix); i += 4 {
		nrgba.Pix[i] = uint8(i) | 1 // alpha is dropped
	}
	inside := image.NewRGBA(image.Rect(0, 0, 200, 230))
	for y := range 210 {
		for x := range 160 {
			inside.SetRGBA(x+7, y+9, base.RGBAAt(x, y))
		}
	}
	c := small(t)
	want, err := c.Patches(base)
	if err != nil {
		t.Fatal(err)
	}
	for name, img := range map[string]image.Image{
		"nrgba": nrgba, "part": inside.SubImage(image.Rect(7, 9, 167, 219)), "unknown type": struct{ image.Image }{base},
	} {
		got, err := c.Patches(img)
		if err != nil {
			t.Fatal(err)
		}
		if d := worst(t, got.Values, want.Values); d != 0 {
			t.Errorf("%s differs by %g", name, d)
		}
	}
}

func BenchmarkPatches(b *testing.B) {
	var file bytes.Buffer
	if err := png.Encode(&file, screen()); err != nil {
		b.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(file.Bytes()))
	if err != nil {
		b.Fatal(err)
	}
	run := func(name string, c Config, decode bool) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				img := img
				if decode {
					img, err = png.Decode(bytes.NewReader(file.Bytes()))
				}
				if _, err := c.Patches(img); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	run("resize512", reference(512), false)
	run("resize512+png", reference(512), true)
	run("small", small(b), false)
	run("small+png", small(b), true)
}
