package oracle

import (
	"errors"
	"testing"

	"pix2act/gui"
)

// defaultLattice is that of the default bins on a page of the default size.
func defaultLattice() lattice { return newLattice(gui.DefaultBins, 160, 210) }

// uncovered gives a target that every pixel inside it hits.
func uncovered(l lattice, b box) *target {
	t := &target{box: b}
	for j, y := range l.Ys {
		for i, x := range l.Xs {
			if b.depth(x, y) > 0 {
				t.Hits = append(t.Hits, [2]int{i, j})
			}
		}
	}
	return t
}

func TestTargetBin(t *testing.T) {
	l := defaultLattice()
	tests := []struct {
		name string
		box  box
		x, y int // pixel
	}{
		{"square", box{X: 40, Y: 60, W: 40, H: 40}, 58, 82},
		{"wide: of many as deep the middle one", box{X: 10, Y: 70, W: 120, H: 20}, 68, 82},
		{"thin: the only row that hits", box{X: 10, Y: 81, W: 50, H: 3}, 32, 82},
	}
	for _, test := range tests {
		x, y, err := uncovered(l, test.box).bin(l)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if px, py := l.Xs[x], l.Ys[y]; px != test.x || py != test.y {
			t.Errorf("%s: pixel %d,%d, want %d,%d", test.name, px, py, test.x, test.y)
		}
	}
}

// TestTargetCovered takes the part of a button that another one leaves free.
func TestTargetCovered(t *testing.T) {
	l := defaultLattice()
	cover := box{X: 50, Y: 60, W: 40, H: 40}
	button := uncovered(l, box{X: 30, Y: 60, W: 40, H: 40})
	free := button.Hits[:0:0]
	for _, hit := range button.Hits {
		if cover.depth(l.Xs[hit[0]], l.Ys[hit[1]]) < 0 {
			free = append(free, hit)
		}
	}
	button.Hits, button.Covers = free, []box{cover}
	x, y, err := button.bin(l)
	if err != nil {
		t.Fatal(err)
	}
	// Free is the left half, 20 pixels wide: its middle, not the button's.
	if px := l.Xs[x]; px < 37 || px > 42 {
		t.Errorf("pixel column %d", px)
	}
	if py := l.Ys[y]; py < 74 || py > 86 {
		t.Errorf("pixel row %d", py)
	}

	button.Hits = nil
	if _, _, err := button.bin(l); !errors.Is(err, errUnreachable) {
		t.Errorf("error %v", err)
	}
}

func TestLattice(t *testing.T) {
	l := defaultLattice()
	if len(l.Xs) != 32 || len(l.Ys) != 32 {
		t.Fatalf("%d columns, %d rows", len(l.Xs), len(l.Ys))
	}
	for i := 0; i < 32; i++ {
		x, y := gui.DefaultBins.Pixel(i, 31-i, 160, 210)
		if l.Xs[i] != x || l.Ys[31-i] != y {
			t.Errorf("bin %d,%d: pixel %d,%d, want %d,%d", i, 31-i, l.Xs[i], l.Ys[31-i], x, y)
		}
	}
	if w := widest(l.Ys); w != 7 {
		t.Errorf("rows are %v pixels apart at most", w)
	}
}
