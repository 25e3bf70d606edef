package gui

import (
	"bytes"
	"image"
	"math"
)

// Resampling weights are whole numbers of this many binary digits after the
// point, so that results are the same on every machine.
const (
	weightBits = 22
	half       = 1 << (weightBits - 1) // is added before the bits after the point are cut off
)

// window is what one output pixel is mixed from: inputs first … first+len−1.
type window struct {
	first   int
	weights []int64
}

// Resize resamples an opaque picture to the given size with a bicubic filter
// (a = −0.5) that is widened when shrinking, first along the rows and then along
// the columns, each pass rounded to bytes: the default of the imaging library
// that the reference uses, byte for byte within one.
func Resize(picture *image.RGBA, width, height int) *image.RGBA {
	size := picture.Bounds().Size()
	if size.X < 1 || size.Y < 1 || width < 1 || height < 1 {
		return image.NewRGBA(image.Rect(0, 0, max(width, 0), max(height, 0)))
	}
	if size.X != width {
		picture = resizeRows(picture, width)
	}
	if size.Y != height {
		picture = resizeColumns(picture, height)
	}
	return picture
}

// Where all inputs of a window are equal, which on pages they mostly are, so is the result: the
// weights make one, but for less than rounding sees.

func resizeRows(in *image.RGBA, width int) *image.RGBA {
	size := in.Bounds().Size()
	out := image.NewRGBA(image.Rect(0, 0, width, size.Y))
	for x, w := range windows(size.X, width) {
		for y := range size.Y {
			from := in.Pix[y*in.Stride+4*w.first:][:4*len(w.weights)]
			if bytes.Equal(from[4:], from[:len(from)-4]) {
				copy(out.Pix[y*out.Stride+4*x:], from[:4])
			} else {
				mixPixels(out.Pix[y*out.Stride+4*x:], from, w.weights)
			}
		}
	}
	return out
}

// mixPixels writes one opaque pixel.
func mixPixels(out, in []byte, weights []int64) {
	red, green, blue := int64(half), int64(half), int64(half)
	for i, w := range weights {
		pixel := in[4*i : 4*i+3]
		red += w * int64(pixel[0])
		green += w * int64(pixel[1])
		blue += w * int64(pixel[2])
	}
	out[0], out[1], out[2], out[3] = toByte(red), toByte(green), toByte(blue), 255
}

func resizeColumns(in *image.RGBA, height int) *image.RGBA {
	size := in.Bounds().Size()
	out := image.NewRGBA(image.Rect(0, 0, size.X, height))
	row := func(y int) []byte { return in.Pix[y*in.Stride:][:4*size.X] }
	sums := make([]int64, 4*size.X)
	for y, w := range windows(size.Y, height) {
		line := out.Pix[y*out.Stride:][:4*size.X]
		equal := true
		for k := 1; k < len(w.weights) && equal; k++ {
			equal = bytes.Equal(row(w.first), row(w.first+k))
		}
		if equal {
			copy(line, row(w.first))
		} else {
			mixRows(line, row, w, sums)
		}
	}
	return out
}

// mixRows writes one row of opaque pixels, with the help of as many sums.
func mixRows(out []byte, row func(y int) []byte, w window, sums []int64) {
	for i := range sums {
		sums[i] = half
	}
	for k, weight := range w.weights {
		for i, value := range row(w.first + k)[:len(sums)] {
			sums[i] += weight * int64(value)
		}
	}
	for i, sum := range sums {
		out[i] = toByte(sum)
	}
}

func toByte(sum int64) byte {
	return byte(min(max(sum>>weightBits, 0), 255))
}

// windows computes the weights of every output pixel along one axis.
func windows(from, to int) []window {
	scale := float64(from) / float64(to)
	stretch := max(scale, 1)
	reach := 2 * stretch
	all := make([]window, to)
	for i := range all {
		centre := (float64(i) + 0.5) * scale
		first := max(int(centre-reach+0.5), 0)
		end := min(int(centre+reach+0.5), from)
		raw := make([]float64, end-first)
		sum := 0.0
		for k := range raw {
			raw[k] = cubic((float64(first+k) - centre + 0.5) / stretch)
			sum += raw[k]
		}
		weights := make([]int64, len(raw))
		for k, w := range raw {
			weights[k] = int64(math.Round(w / sum * (1 << weightBits)))
		}
		all[i] = window{first, weights}
	}
	return all
}

// cubic is Keys' convolution kernel with a = −0.5.
func cubic(x float64) float64 {
	x = math.Abs(x)
	switch {
	case x < 1:
		return (1.5*x-2.5)*x*x + 1
	case x < 2:
		return ((-0.5*x+2.5)*x-4)*x + 2
	}
	return 0
}
