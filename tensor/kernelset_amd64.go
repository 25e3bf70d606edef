package tensor

import (
	"slices"

	"github.com/klauspost/cpuid/v2"
)

// availableKernels lists the kernel sets of this processor, best first.
func availableKernels() []*kernelSet {
	sets := []*kernelSet{}
	if cpuid.CPU.Supports(cpuid.AVX512F, cpuid.AVX512DQ, cpuid.AVX512BW, cpuid.AVX512VL, cpuid.FMA3) {
		sets = append(sets, &avx512Kernels)
		if cpuid.CPU.Supports(cpuid.AVX512BF16) {
			sets = append(sets, &avx512BF16Kernels)
		}
		// AMD's processors multiply pairs of bfloat16 twice as fast as floats, Intel's half as fast
		// (measured on Zen 4 and Emerald Rapids; docs/performance.md).
		if len(sets) > 1 && cpuid.CPU.IsVendor(cpuid.AMD) {
			slices.Reverse(sets)
		}
	}
	if cpuid.CPU.Supports(cpuid.AVX2, cpuid.FMA3) {
		sets = append(sets, &avx2Kernels)
	}
	return append(sets, &portableKernels)
}

var avx512Kernels = kernelSet{
	name:     "avx512",
	tileRows: 12, tileColumns: 32,
	rowCounts:  []int{12, 8, 4, 2, 1},
	micro:      floats512.run,
	microPairs: wide512.run,
	transpose8: transposeBlocks,
	copyRows:   copyBlocks,
	vector: vectorSet(vectorAssembly{
		add: add512, mul: mul512, scale: scale512, axpy: axpy512, sum: sum512, max: max512, dot: dot512, dot3: dot3512,
		expSub: expSub512, mulSub: mulSub512, normGradient: normGradient512,
		gatedGELU: gatedGELU512, gatedGELUGradient: gatedGELUGradient512,
	}),
	peak: func(n int) float64 { peak512(n); return float64(n) * peakRegisters * 16 * 2 },
}

// avx512BF16Kernels differ in what they do with bfloat16 weights.
var avx512BF16Kernels = func() kernelSet {
	s := avx512Kernels
	s.name, s.microPairs, s.roundPairs = "avx512-bf16", pairs512.run, roundInPairs
	return s
}()

var avx2Kernels = kernelSet{
	name:     "avx2",
	tileRows: 6, tileColumns: 16,
	rowCounts:  []int{6, 4, 2, 1},
	micro:      floats256.run,
	microPairs: wide256.run,
	transpose8: transposeBlocks,
	copyRows:   copyBlocks,
	vector: vectorSet(vectorAssembly{
		add: add256, mul: mul256, scale: scale256, axpy: axpy256, sum: sum256, max: max256, dot: dot256, dot3: dot3256,
		expSub: expSub256, mulSub: mulSub256, normGradient: normGradient256,
		gatedGELU: gatedGELU256, gatedGELUGradient: gatedGELUGradient256,
	}),
	peak: func(n int) float64 { peak256(n); return float64(n) * peakRegisters * 8 * 2 },
}

func transposeBlocks(dst []float32, dstStride int, src []float32, srcStride, blocks int) {
	if blocks > 0 {
		_, _ = dst[(8*blocks-1)*dstStride+7], src[7*srcStride+8*blocks-1]
		transpose8(&dst[0], dstStride*4, &src[0], srcStride*4, blocks)
	}
}

func copyBlocks(dst, src []float32, srcStride, blocks, rows int) {
	if blocks > 0 && rows > 0 {
		_, _ = dst[8*blocks*rows-1], src[(rows-1)*srcStride+8*blocks-1]
		copyRows(&dst[0], &src[0], srcStride*4, blocks, rows)
	}
}
