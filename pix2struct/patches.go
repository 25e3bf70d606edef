package pix2struct

import (
	"errors"
	"fmt"
	"image"
	"math"
	"sync"
)

// Patches are the rows that the encoder reads of one picture, in raster order.
type Patches struct {
	N       int       // rows
	Rows    []int32   // [N], from 1
	Columns []int32   // [N], from 1
	Values  []float32 // [N, PatchHeight*PatchWidth*3], row-major inside a patch, channels last
}

// ErrPicture is matched by errors about pictures that a configuration cannot
// cut into patches.
var ErrPicture = errors.New("picture does not fit the model")

// Patches cuts a picture into patches: the pixel values are standardised over
// the whole picture, the picture is fitted to the grid (see Config.Fit) and
// cut. Alpha is dropped without compositing. An empty picture, or one that
// needs more rows or columns than the position tables have, gives an error
// matching [ErrPicture]. It is safe for use by several goroutines.
func (c Config) Patches(img image.Image) (Patches, error) {
	width, height := img.Bounds().Dx(), img.Bounds().Dy()
	if width <= 0 || height <= 0 {
		return Patches{}, fmt.Errorf("%w: it is %dx%d pixels", ErrPicture, width, height)
	}
	rows, columns, native := c.fit(height, width)
	if rows >= c.MaxRows || columns >= c.MaxColumns {
		return Patches{}, fmt.Errorf("%w: %dx%d pixels make %d rows and %d columns of patches, the model knows %d and %d",
			ErrPicture, width, height, rows, columns, c.MaxRows-1, c.MaxColumns-1)
	}
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	p := plane{height: height, width: width, values: s.standardise(img)}
	corners := p.corners()
	if !native {
		p = s.resize(p, rows*c.PatchHeight, columns*c.PatchWidth)
	}
	return c.cut(p, rows, columns, corners), nil
}

// fit chooses the grid.
func (c Config) fit(height, width int) (rows, columns int, native bool) {
	if c.Fit == FitNative {
		rows, columns = height/c.PatchHeight, width/c.PatchWidth
		if rows > 0 && columns > 0 && rows*columns <= c.MaxPatches {
			return rows, columns, true
		}
	}
	rows, columns = c.grid(height, width)
	return rows, columns, false
}

// grid gives rows and columns of a resized picture. Float32 arithmetic in this
// order is part of the definition: in float64 some sizes give another grid.
func (c Config) grid(height, width int) (rows, columns int) {
	h, w := float32(height), float32(width)
	ph, pw := float32(c.PatchHeight), float32(c.PatchWidth)
	scale := float32(math.Sqrt(float64(float32(float32(c.MaxPatches)*(ph/h)) * (pw / w))))
	side := func(length, patch float32) int {
		n := int(math.Floor(float64(float32(scale*length) / patch)))
		return max(min(n, c.MaxPatches), 1)
	}
	return side(h, ph), side(w, pw)
}

// plane is a picture of floats, row-major, three channels a pixel.
type plane struct {
	height, width int
	values        []float32
}

type colour [channels]float32

func (p plane) at(y, x int) colour {
	return colour(p.values[(y*p.width+x)*channels:])
}

func (p plane) corners() [4]colour {
	bottom, right := p.height-1, p.width-1
	return [4]colour{p.at(0, 0), p.at(0, right), p.at(bottom, 0), p.at(bottom, right)}
}

// blankTolerance separates equal colours after resizing from colours one level
// apart, which differ by at least 1/127.5 after standardising.
const blankTolerance = 1e-3

func near(a, b colour) bool {
	for i := range a {
		if d := a[i] - b[i]; d > blankTolerance || d < -blankTolerance {
			return false
		}
	}
	return true
}

// blank tells whether the patch at (y0, x0) has one colour, a corner's.
func (c Config) blank(p plane, y0, x0 int, corners [4]colour) bool {
	first := p.at(y0, x0)
	if !near(first, corners[0]) && !near(first, corners[1]) && !near(first, corners[2]) && !near(first, corners[3]) {
		return false
	}
	for y := y0; y < y0+c.PatchHeight; y++ {
		line := p.values[(y*p.width+x0)*channels:][:c.PatchWidth*channels]
		for i := 0; i < len(line); i += channels {
			if !near(colour(line[i:]), first) {
				return false
			}
		}
	}
	return true
}

// cut takes the patches out of a plane of at least rows x columns patches.
func (c Config) cut(p plane, rows, columns int, corners [4]colour) Patches {
	keep := make([]int32, 0, rows*columns)
	for i := range rows * columns {
		if c.DropBlank && c.blank(p, i/columns*c.PatchHeight, i%columns*c.PatchWidth, corners) {
			continue
		}
		keep = append(keep, int32(i))
	}
	if len(keep) == 0 { // a picture of one colour still has something to say
		keep = append(keep, 0)
	}
	out := Patches{
		N: len(keep), Rows: make([]int32, len(keep)), Columns: make([]int32, len(keep)),
		Values: make([]float32, len(keep)*c.PatchValues()),
	}
	line := c.PatchWidth * channels
	to := out.Values
	for n, i := range keep {
		row, column := int(i)/columns, int(i)%columns
		out.Rows[n], out.Columns[n] = int32(row+1), int32(column+1)
		for y := range c.PatchHeight {
			copy(to[:line], p.values[((row*c.PatchHeight+y)*p.width+column*c.PatchWidth)*channels:])
			to = to[line:]
		}
	}
	return out
}

// scratch is memory for the steps between a picture and its patches.
type scratch struct {
	pixels                      []uint8
	standard, vertical, resized []float32
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// grown returns a slice of length n, reusing the memory of s if it is enough.
func grown[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
