package pix2struct

// Work is the number of floating point operations of the matrix products of
// one answer, two for each multiply-add.
type Work struct {
	Encode float64 // the encoder layers
	Cross  float64 // cross-attention keys and values of all decoder layers
	Decode float64 // all steps of the beam search
}

// Work counts the operations of one answer to a picture of patches patches
// with a beam of width hypotheses that runs for steps steps.
func (c Config) Work(patches, width, steps int) Work {
	n, d, inner, ff := float64(patches), float64(c.Hidden), float64(c.inner()), float64(c.FeedForward)
	projections, mlp := 4*d*inner, 3*d*ff
	w := Work{
		Encode: 2 * (n*float64(c.PatchValues())*d + float64(c.EncoderLayers)*(n*(projections+mlp)+2*n*n*inner)),
		Cross:  2 * float64(c.DecoderLayers) * n * 2 * d * inner,
	}
	for step := range steps {
		slots := float64(width)
		if step == 0 { // all hypotheses are alike
			slots = 1
		}
		layer := projections + 2*d*inner + mlp + 2*(n+float64(step+1))*inner
		w.Decode += 2 * slots * (float64(c.DecoderLayers)*layer + d*float64(c.Vocabulary))
	}
	return w
}
