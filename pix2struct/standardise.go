package pix2struct

import (
	"image"
	"image/color"
	"math"
)

// standardise gives the pixels zero mean and unit deviation over all values.
// The deviation is the population's and at least 1/sqrt(values), so that a
// picture of one colour gives zeros. The result is valid until the next call.
func (s *scratch) standardise(img image.Image) []float32 {
	s.pixels = rgb(s.pixels, img)
	var sum, squares uint64
	for _, v := range s.pixels {
		sum += uint64(v)
		squares += uint64(v) * uint64(v)
	}
	n := float64(len(s.pixels))
	mean := float32(float64(sum) / n)
	m := float64(mean)
	deviation := float32(math.Sqrt(max(0, (float64(squares)-2*m*float64(sum))/n+m*m)))
	floor := 1 / float32(math.Sqrt(float64(float32(len(s.pixels)))))
	deviation = max(deviation, floor)
	var table [256]float32
	for v := range table {
		table[v] = (float32(v) - mean) / deviation
	}
	s.standard = grown(s.standard, len(s.pixels))
	for i, v := range s.pixels {
		s.standard[i] = table[v]
	}
	return s.standard
}

// rgb copies the picture's red, green and blue bytes; alpha is dropped and
// colours stay as they are without it.
func rgb(dst []uint8, img image.Image) []uint8 {
	b := img.Bounds()
	width, height := b.Dx(), b.Dy()
	dst = grown(dst, width*height*channels)
	switch img := img.(type) {
	case *image.NRGBA:
		for y := range height {
			line := img.Pix[img.PixOffset(b.Min.X, b.Min.Y+y):][:4*width]
			to := dst[y*width*channels:][:channels*width]
			for len(line) >= 4 && len(to) >= 3 {
				to[0], to[1], to[2] = line[0], line[1], line[2]
				line, to = line[4:], to[3:]
			}
		}
	case *image.RGBA:
		for y := range height {
			line := img.Pix[img.PixOffset(b.Min.X, b.Min.Y+y):][:4*width]
			to := dst[y*width*channels:][:channels*width]
			for len(line) >= 4 && len(to) >= 3 {
				if line[3] != 0xff { // stored multiplied by alpha
					c := color.NRGBAModel.Convert(color.RGBA{line[0], line[1], line[2], line[3]}).(color.NRGBA)
					to[0], to[1], to[2] = c.R, c.G, c.B
				} else {
					to[0], to[1], to[2] = line[0], line[1], line[2]
				}
				line, to = line[4:], to[3:]
			}
		}
	case *image.Gray:
		for y := range height {
			line := img.Pix[img.PixOffset(b.Min.X, b.Min.Y+y):][:width]
			to := dst[y*width*channels:]
			for x, v := range line {
				to[3*x], to[3*x+1], to[3*x+2] = v, v, v
			}
		}
	default:
		i := 0
		for y := b.Min.Y; y < b.Max.Y; y++ {
			for x := b.Min.X; x < b.Max.X; x++ {
				c := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
				dst[i], dst[i+1], dst[i+2] = c.R, c.G, c.B
				i += channels
			}
		}
	}
	return dst
}
