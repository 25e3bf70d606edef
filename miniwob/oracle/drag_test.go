package oracle

import (
	"testing"

	"pix2act/gui"
)

// TestDragBox plays the task on boxes that follow the pointer exactly, from
// every place, and checks that a bin is always near enough.
func TestDragBox(t *testing.T) {
	l := defaultLattice()
	for sx := 5; sx < 120; sx += 7 {
		for sy := 55; sy < 125; sy += 6 {
			small, large := box{float64(sx), float64(sy), 28, 28}, box{60, 70, 58, 58}
			page := object{"Held": false}
			set := func() {
				page["Small"], page["Large"], page["Submit"] = boxOn(l, small), boxOn(l, large), thing(9, 28, nil)
			}
			a := &agent{page: scene{task: "drag-box", value: page}}
			set()
			var grab gui.Action
			for step := 0; ; step++ {
				decision, err := a.Next(t.Context(), gui.Observation{})
				if err != nil {
					t.Fatal(err)
				}
				action, err := gui.ParseAction(decision.Action, gui.DefaultBins)
				if err != nil {
					t.Fatal(err)
				}
				if action.Verb == gui.Click {
					break
				}
				if step > 1 {
					t.Fatalf("from %d,%d: still %s", sx, sy, decision.Action)
				}
				if action.Verb == gui.BeginDrag {
					grab = action
					page["Held"] = true
					continue
				}
				page["Held"] = false
				small.X += float64(l.Xs[action.X] - l.Xs[grab.X])
				small.Y += float64(l.Ys[action.Y] - l.Ys[grab.Y])
				set()
			}
			if !inside(small, large) {
				t.Errorf("from %d,%d: submitted with the small box at %v", sx, sy, small)
			}
		}
	}
}

func boxOn(l lattice, b box) object {
	return object{"X": b.X, "Y": b.Y, "W": b.W, "H": b.H, "Hits": uncovered(l, b).Hits, "Covers": []object{}}
}
