package tensor

import (
	"strings"
	"testing"
)

// TestChooseKernels checks that no set but the one asked for is taken in silence, by the tests neither.
func TestChooseKernels(t *testing.T) {
	if err := CheckKernel(); err != nil {
		t.Fatal(err)
	}
	all := availableKernels()
	for _, s := range all {
		if got, err := chooseKernels(s.name); got != s || err != nil {
			t.Errorf("%s gives %s, %v", s.name, got.name, err)
		}
		if _, err := chooseKernels("foo"); err == nil || !strings.Contains(err.Error(), s.name) || !strings.Contains(err.Error(), KernelVariable+"=foo") {
			t.Errorf("an unknown set: %v", err)
		}
	}
	if got, err := chooseKernels(""); got != all[0] || err != nil {
		t.Errorf("by default %s, %v", got.name, err)
	}
}
