//go:build unix

package pix2struct

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"pix2act/tensor"
)

// BenchmarkLoad reads checkpoints in each format that is written; what it
// reads is in the page cache. Its metric resident-MB is the memory that loading
// added. The size base takes 4 GB of disk, so it must be asked for with
// PIX2ACT_BASE=1.
func BenchmarkLoad(b *testing.B) {
	sizes := []string{"small"}
	if os.Getenv("PIX2ACT_BASE") != "" {
		sizes = append(sizes, "base")
	}
	for _, size := range sizes {
		dir := b.TempDir()
		s, err := ParseVocabulary(big().Marshal())
		if err != nil {
			b.Fatal(err)
		}
		config, err := Size(size, len(s.Pieces))
		if err != nil {
			b.Fatal(err)
		}
		c := &Checkpoint{Model: &Model{Config: config, Parameters: map[string]*tensor.Array{}}, SPM: s.Marshal()}
		if c.Vocabulary, err = s.Vocabulary(); err != nil {
			b.Fatal(err)
		}
		for _, shape := range config.Shapes() {
			a := tensor.NewArray(shape.Dimensions...)
			for i := range a.Data {
				a.Data[i] = float32(i%251) / 8
			}
			c.Model.Parameters[shape.Name] = a
		}
		for name, save := range map[string]func(dir string) error{
			"pix2act-float32":      func(dir string) error { return c.Save(dir, SaveOptions{}) },
			"pix2act-bfloat16":     func(dir string) error { return c.Save(dir, SaveOptions{BFloat16: true}) },
			"huggingface-float32":  func(dir string) error { return c.SaveHuggingFace(dir, SaveOptions{}) },
			"huggingface-bfloat16": func(dir string) error { return c.SaveHuggingFace(dir, SaveOptions{BFloat16: true}) },
		} {
			if err := save(filepath.Join(dir, name)); err != nil {
				b.Fatal(err)
			}
		}
		c = nil
		for _, name := range []string{"pix2act-float32", "pix2act-bfloat16", "huggingface-float32", "huggingface-bfloat16"} {
			b.Run(size+"/"+name, func(b *testing.B) {
				for b.Loop() {
					b.StopTimer()
					debug.FreeOSMemory()
					before, used := resident(b), processor(b)
					b.StartTimer()
					loaded, err := Load(filepath.Join(dir, name))
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(processor(b)-used, "cpu-s")
					b.ReportMetric(resident(b)-before, "resident-MB")
					if err := loaded.Close(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// processor is the time in seconds that all threads of this process ran.
func processor(b *testing.B) float64 {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		b.Fatal(err)
	}
	return float64(use.Utime.Nano()+use.Stime.Nano()) / 1e9
}

// resident is the memory of this process in MB.
func resident(b *testing.B) float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Skip("SKIPPED: this system does not tell the memory of a process")
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	kilobytes, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		b.Fatal(err)
	}
	return float64(kilobytes) / 1024
}
