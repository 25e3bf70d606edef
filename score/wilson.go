package score

import "math"

// z95 is the 97.5th percentile of the normal distribution.
const z95 = 1.959963984540054

// Wilson gives the 95 % score interval of Wilson for a share of successes in n
// independent trials. Both ends lie in [0, 1]. Without trials nothing is known
// and the interval is [0, 1].
func Wilson(successes, n int) (lo, hi float64) {
	if n <= 0 {
		return 0, 1
	}
	total := float64(n)
	share := float64(successes) / total
	centre := share + z95*z95/(2*total)
	margin := z95 * math.Sqrt(share*(1-share)/total+z95*z95/(4*total*total))
	scale := 1 + z95*z95/total
	lo, hi = (centre-margin)/scale, (centre+margin)/scale
	// At the ends of the range the formula is exact and its rounding is not.
	if successes <= 0 {
		lo = 0
	}
	if successes >= n {
		hi = 1
	}
	return lo, hi
}
