package tensor

var (
	floats512 = microSet{32, 1, [13]microFunction{1: gemm512x1, 2: gemm512x2, 4: gemm512x4, 8: gemm512x8, 12: gemm512x12}}
	wide512   = microSet{32, 2, [13]microFunction{1: gemmWide512x1, 2: gemmWide512x2, 4: gemmWide512x4, 8: gemmWide512x8, 12: gemmWide512x12}}
	pairs512  = microSet{32, 1, [13]microFunction{1: gemmPairs512x1, 2: gemmPairs512x2, 4: gemmPairs512x4, 8: gemmPairs512x8, 12: gemmPairs512x12}}
	floats256 = microSet{16, 1, [13]microFunction{1: gemm256x1, 2: gemm256x2, 4: gemm256x4, 6: gemm256x6}}
	wide256   = microSet{16, 2, [13]microFunction{1: gemmWide256x1, 2: gemmWide256x2, 4: gemmWide256x4, 6: gemmWide256x6}}
)

// roundInPairs rounds with the instruction of AVX512-BF16, which takes numbers
// below 1.2e-38 for zero; the end that fills no register goes one by one.
func roundInPairs(dst, src []float32) {
	whole := len(src) &^ 31
	if whole > 0 {
		_ = dst[whole/2-1]
		roundPairs512(&dst[0], &src[0], whole)
	}
	roundPairsPortable(dst[whole/2:], src[whole:])
}
