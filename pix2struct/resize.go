package pix2struct

import (
	"math"
	"sync"
)

// taps are the source places and weights of one output place.
type taps struct {
	first   int
	weights []float32
}

// triangle gives the taps of a triangle filter with antialias and half-pixel
// centres for every output place of an axis. Float32 arithmetic in this order
// is part of the definition; float64 would move results by up to 4e-4. The
// conversions keep the compiler from fusing operations.
func triangle(in, out int) []taps {
	list := make([]taps, out)
	inverse := float32(in) / float32(out)
	reach := max(inverse, 1)
	for x := range list {
		centre := float32((float32(x) + 0.5) * inverse)
		first := max(0, int(math.Ceil(float64(float32(centre-reach)-0.5))))
		last := min(in-1, int(math.Floor(float64(float32(centre+reach)-0.5))))
		weights := make([]float32, last-first+1)
		total := float32(0)
		for i := range weights {
			distance := float32(float32(first+i)+0.5) - centre
			if distance < 0 {
				distance = -distance
			}
			weights[i] = max(0, 1-float32(distance/reach))
			total += weights[i]
		}
		for i := range weights {
			weights[i] /= total
		}
		// Zeros at the ends add nothing but work.
		for len(weights) > 1 && weights[len(weights)-1] == 0 {
			weights = weights[:len(weights)-1]
		}
		for len(weights) > 1 && weights[0] == 0 {
			weights, first = weights[1:], first+1
		}
		list[x] = taps{first, weights}
	}
	return list
}

// axes keeps the taps of the axes in use: pictures of one source share a size.
var axes sync.Map // [2]int{in, out} to []taps

func axis(in, out int) []taps {
	key := [2]int{in, out}
	if t, ok := axes.Load(key); ok {
		return t.([]taps)
	}
	t := triangle(in, out)
	if in < 1<<12 && out < 1<<12 {
		axes.Store(key, t)
	}
	return t
}

// resize stretches a plane to a size, rows first. The result is valid until
// the next call.
func (s *scratch) resize(p plane, height, width int) plane {
	line := p.width * channels
	s.vertical = grown(s.vertical, height*line)
	for y, t := range axis(p.height, height) {
		to := s.vertical[y*line:][:line]
		source := p.values[t.first*line:]
		if len(t.weights) == 2 {
			a, b, wa, wb := source[:line], source[line:][:line], t.weights[0], t.weights[1]
			for i := range to {
				to[i] = float32(a[i]*wa) + float32(b[i]*wb)
			}
			continue
		}
		for i, v := range source[:line] {
			to[i] = v * t.weights[0]
		}
		for n, w := range t.weights[1:] {
			for i, v := range source[(n+1)*line:][:line] {
				to[i] += float32(v * w)
			}
		}
	}
	s.resized = grown(s.resized, height*width*channels)
	horizontal := axis(p.width, width)
	for y := range height {
		source := s.vertical[y*line:][:line]
		to := s.resized[y*width*channels:][:width*channels]
		for _, t := range horizontal {
			from := source[t.first*channels:]
			var r, g, b float32
			for _, w := range t.weights {
				r += float32(from[0] * w)
				g += float32(from[1] * w)
				b += float32(from[2] * w)
				from = from[channels:]
			}
			to[0], to[1], to[2] = r, g, b
			to = to[channels:]
		}
	}
	return plane{height: height, width: width, values: s.resized}
}
