package tensor

import "math"

// portableVector is plain Go. It is the fallback, and what the others are
// tested against.
var portableVector = vectorKernels{
	add: func(out, a, b []float32) {
		a, b = a[:len(out)], b[:len(out)]
		for i := range out {
			out[i] = a[i] + b[i]
		}
	},
	mul: func(out, a, b []float32, s float32) {
		a, b = a[:len(out)], b[:len(out)]
		for i := range out {
			out[i] = a[i] * b[i] * s
		}
	},
	scale: func(out, a []float32, s float32) {
		a = a[:len(out)]
		for i := range out {
			out[i] = a[i] * s
		}
	},
	axpy: func(out, a []float32, s float32) {
		a = a[:len(out)]
		for i := range out {
			out[i] += a[i] * s
		}
	},
	sum: func(a []float32) float32 {
		var s [4]float32
		for len(a) >= 4 {
			s[0] += a[0]
			s[1] += a[1]
			s[2] += a[2]
			s[3] += a[3]
			a = a[4:]
		}
		for _, v := range a {
			s[0] += v
		}
		return (s[0] + s[1]) + (s[2] + s[3])
	},
	max: func(a []float32) float32 {
		top := a[0]
		for _, v := range a[1:] {
			if !(v <= top) {
				top = v
			}
		}
		return top
	},
	dot: func(a, b []float32) float32 {
		b = b[:len(a)]
		var s [4]float32
		for len(a) >= 4 {
			s[0] += a[0] * b[0]
			s[1] += a[1] * b[1]
			s[2] += a[2] * b[2]
			s[3] += a[3] * b[3]
			a, b = a[4:], b[4:]
		}
		for i, v := range a {
			s[0] += v * b[i]
		}
		return (s[0] + s[1]) + (s[2] + s[3])
	},
	dot3: func(a, b, c []float32) float32 {
		b, c = b[:len(a)], c[:len(a)]
		var s float32
		for i, v := range a {
			s += v * b[i] * c[i]
		}
		return s
	},
	expSub: func(out, a []float32, m float32) float32 {
		a = a[:len(out)]
		var s float32
		for i := range out {
			out[i] = exp(a[i] - m)
			s += out[i]
		}
		return s
	},
	mulSub: func(out, a, b []float32, m float32) {
		a, b = a[:len(out)], b[:len(out)]
		for i := range out {
			out[i] = a[i] * (b[i] - m)
		}
	},
	normGradient: func(dx, gain, x, g, dy []float32, r, s float32) {
		gain, x, g, dy = gain[:len(dx)], x[:len(dx)], g[:len(dx)], dy[:len(dx)]
		for i := range dx {
			t := r * dy[i]
			gain[i] += t * x[i]
			dx[i] = t*g[i] - s*x[i]
		}
	},
	gatedGELU: func(out, a, b []float32) {
		a, b = a[:len(out)], b[:len(out)]
		for i := range out {
			u := a[i]
			out[i] = u * geluGate(u) * b[i]
		}
	},
	gatedGELUGradient: func(da, db, a, b, dy []float32) {
		db, a, b, dy = db[:len(da)], a[:len(da)], b[:len(da)], dy[:len(da)]
		for i := range da {
			u := a[i]
			s := geluGate(u)
			slope := s + u*s*(1-s)*(geluLinear+3*geluCubic*u*u)
			y := dy[i]
			da[i], db[i] = y*b[i]*slope, y*u*s
		}
	},
}

// gelu(u) = u/2·(1 + tanh z) = u·σ(2z) with 2z = geluLinear·u + geluCubic·u³.
const (
	geluLinear = 1.5957691216057308 // 2·√(2/π)
	geluCubic  = 0.044715 * geluLinear
)

// geluGate is σ(2z).
func geluGate(u float32) float32 {
	return 1 / (1 + exp(-u*(geluLinear+geluCubic*u*u)))
}

// exp is e^x to about 1e-7 of its value. Below -87.3 and above 88.3 it stays
// at the value there; NaN stays NaN.
func exp(x float32) float32 {
	if x < expLowest {
		x = expLowest
	} else if x > expHighest {
		x = expHighest
	} else if x != x {
		return x
	}
	// x = n·ln 2 + r with |r| ≤ ln 2 / 2, ln 2 in two parts.
	n := float32(math.RoundToEven(float64(x * (1 / math.Ln2))))
	r := x - n*ln2High - n*ln2Low
	// The Taylor series of degree 7: the next term is below 6e-9.
	p := float32(1.0 / 5040)
	p = p*r + 1.0/720
	p = p*r + 1.0/120
	p = p*r + 1.0/24
	p = p*r + 1.0/6
	p = p*r + 0.5
	p = p*r + 1
	p = p*r + 1
	return p * math.Float32frombits(uint32(int32(n)+127)<<23)
}

const (
	expLowest  = -87.3
	expHighest = 88.3
	ln2High    = 0.693359375
	ln2Low     = -2.12194440e-4
)
