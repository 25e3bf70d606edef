//go:build !amd64 && !arm64

package tensor

// availableKernels lists the kernel sets of this processor, best first.
func availableKernels() []*kernelSet { return []*kernelSet{&portableKernels} }
