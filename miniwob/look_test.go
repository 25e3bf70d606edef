package miniwob

import (
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

// TestLook writes contact sheets to look at, one a task: the embedded page above, the
// public page below, one column a seed. It runs only where PIX2ACT_LOOK names a
// folder.
func TestLook(t *testing.T) {
	folder := os.Getenv("PIX2ACT_LOOK")
	if folder == "" {
		t.Skip("PIX2ACT_LOOK names no folder for the pictures")
	}
	const seeds, gap = 6, 6
	suites := []*Suite{builtin(t), public(t)}
	tasks, err := suites[0].List("all")
	if err != nil {
		t.Fatal(err)
	}
	tabs := []*tab{newTab(t, suites[0]), newTab(t, suites[1])}
	for _, task := range tasks {
		sheet := image.NewRGBA(image.Rect(0, 0, seeds*(pageWidth+gap), 2*(pageHeight+gap)))
		for row, b := range tabs {
			b.open(task)
			for seed := range seeds {
				b.start(task, int64(seed))
				at := image.Pt(seed*(pageWidth+gap), row*(pageHeight+gap))
				draw.Draw(sheet, image.Rectangle{at, at.Add(image.Pt(pageWidth, pageHeight))}, b.capture(), image.Point{}, draw.Src)
			}
		}
		file, err := os.Create(filepath.Join(folder, task+".png"))
		if err != nil {
			t.Fatal(err)
		}
		if err := png.Encode(file, sheet); err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
