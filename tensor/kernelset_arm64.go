package tensor

// availableKernels lists the kernel sets of this processor, best first. Every
// arm64 has NEON.
func availableKernels() []*kernelSet { return []*kernelSet{&neonKernels, &portableKernels} }

var (
	floatsNEON = microSet{16, 1, [13]microFunction{1: gemmNEONx1, 2: gemmNEONx2, 4: gemmNEONx4, 6: gemmNEONx6}}
	wideNEON   = microSet{16, 2, [13]microFunction{1: gemmWideNEONx1, 2: gemmWideNEONx2, 4: gemmWideNEONx4, 6: gemmWideNEONx6}}
)

var neonKernels = kernelSet{
	name:     "neon",
	tileRows: 6, tileColumns: 16,
	rowCounts:  []int{6, 4, 2, 1},
	micro:      floatsNEON.run,
	microPairs: wideNEON.run,
	transpose8: transposePortable,
	copyRows:   copyPortable,
	vector: vectorSet(vectorAssembly{
		add: addNEON, mul: mulNEON, scale: scaleNEON, axpy: axpyNEON, sum: sumNEON, max: maxNEON, dot: dotNEON, dot3: dot3NEON,
		expSub: expSubNEON, mulSub: mulSubNEON, normGradient: normGradientNEON,
		gatedGELU: gatedGELUNEON, gatedGELUGradient: gatedGELUGradientNEON,
	}),
	peak: func(n int) float64 { peakNEON(n); return float64(n) * peakRegisters * 4 * 2 },
}
