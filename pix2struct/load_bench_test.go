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

// benchmarkFolders writes a checkpoint of a size in each format.
func benchmarkFolders(b *testing.B, size string) (folder func(name string) string, config Config) {
	b.Helper()
	dir := b.TempDir()
	s, err := ParseVocabulary(big().Marshal())
	if err != nil {
		b.Fatal(err)
	}
	if config, err = Size(size, len(s.Pieces)); err != nil {
		b.Fatal(err)
	}
	c := &Checkpoint{Model: &Model{Config: config, Parameters: map[string]*tensor.Array{}}, SPM: s.Marshal()}
	if c.Vocabulary, err = s.Vocabulary(); err != nil {
		b.Fatal(err)
	}
	for _, shape := range config.Shapes() {
		a := tensor.NewArray(shape.Dimensions...)
		for i := range a.Data {
			a.Data[i] = float32(i%251-125) / 2048
		}
		c.Model.Parameters[shape.Name] = a
	}
	folder = func(name string) string { return filepath.Join(dir, name) }
	for name, save := range map[string]func(dir string) error{
		"pix2act-float32":      func(dir string) error { return c.Save(dir, SaveOptions{}) },
		"pix2act-bfloat16":     func(dir string) error { return c.Save(dir, SaveOptions{BFloat16: true}) },
		"huggingface-float32":  func(dir string) error { return c.SaveHuggingFace(dir, SaveOptions{}) },
		"huggingface-bfloat16": func(dir string) error { return c.SaveHuggingFace(dir, SaveOptions{BFloat16: true}) },
	} {
		if err := save(folder(name)); err != nil {
			b.Fatal(err)
		}
	}
	return folder, config
}

// benchmarkSizes are the sizes to read. The size base takes 4 GB of disk, so it
// must be asked for with PIX2ACT_BASE=1.
func benchmarkSizes() []string {
	if os.Getenv("PIX2ACT_BASE") != "" {
		return []string{"small", "base"}
	}
	return []string{"small"}
}

// BenchmarkLoad reads checkpoints in each format that is written; what it
// reads is in the page cache. cpu-s is the processor time, resident-MB the
// memory that loading added.
func BenchmarkLoad(b *testing.B) {
	for _, size := range benchmarkSizes() {
		folder, _ := benchmarkFolders(b, size)
		for _, name := range []string{"pix2act-float32", "pix2act-bfloat16", "huggingface-float32", "huggingface-bfloat16"} {
			b.Run(size+"/"+name, func(b *testing.B) {
				for b.Loop() {
					b.StopTimer()
					debug.FreeOSMemory()
					before, used := memory(b, "VmRSS"), processor(b)
					b.StartTimer()
					loaded, err := Load(folder(name))
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(processor(b)-used, "cpu-s")
					b.ReportMetric(memory(b, "VmRSS")-before, "resident-MB")
					if err := loaded.Close(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkLoadAndAnswer reads a checkpoint, packs it and answers a picture.
// peak-MB is the most memory that was added on the way, of-weights its share of
// the parameters' size in float32.
func BenchmarkLoadAndAnswer(b *testing.B) {
	for _, size := range benchmarkSizes() {
		folder, config := benchmarkFolders(b, size)
		weights := 4 * float64(config.Parameters()) / (1 << 20)
		for _, name := range []string{"pix2act-float32", "huggingface-float32", "pix2act-bfloat16"} {
			for _, storage := range []tensor.Storage{tensor.Float32, tensor.BFloat16} {
				b.Run(size+"/"+name+"/packed-"+string(storage), func(b *testing.B) {
					for b.Loop() {
						debug.FreeOSMemory()
						before := memory(b, "VmRSS")
						if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil { // the peak starts anew
							b.Skipf("SKIPPED: %v", err)
						}
						c, err := Load(folder(name))
						if err != nil {
							b.Fatal(err)
						}
						if err := c.Model.Pack(storage); err != nil {
							b.Fatal(err)
						}
						p, err := NewPredictor(c.Model, c.Vocabulary, tensor.CPU(2), BeamOptions{})
						if err != nil {
							b.Fatal(err)
						}
						patches, err := c.Model.Config.Patches(noisy(210, 160))
						if err != nil {
							b.Fatal(err)
						}
						if _, err := p.Predict(b.Context(), []Patches{patches}); err != nil {
							b.Fatal(err)
						}
						peak := memory(b, "VmHWM") - before
						b.ReportMetric(peak, "peak-MB")
						b.ReportMetric(peak/weights, "of-weights")
						if err := c.Close(); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
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

// memory is a line of the process's status in MB: VmRSS, VmHWM.
func memory(b *testing.B, line string) float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Skip("SKIPPED: this system does not tell the memory of a process")
	}
	_, rest, _ := strings.Cut(string(status), line+":")
	kilobytes, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		b.Fatal(err)
	}
	return float64(kilobytes) / 1024
}
