package oracle

import "pix2act/gui"

// readResizable gives what is asked of a text area, and the handle at its corner.
const readResizable = `(() => {
	const text = instruction();
	const handle = all("#area *").find(e => getComputedStyle(e).cursor === "se-resize");
	return {
		Width: /width/.test(text), Larger: /larger/.test(text),
		Area: target(first("#area textarea")), Handle: target(handle), Submit: target(first("#area button")),
	};
})()`

// solveResize drags the corner of the text area along the edge asked for, and
// submits.
func solveResize(v view) (gui.Action, error) {
	var page struct {
		Width, Larger        bool
		Area, Handle, Submit *target
	}
	if err := v.read(readResizable, &page); err != nil {
		return gui.Action{}, err
	}
	last := v.memory.last
	switch {
	case page.Area == nil || page.Handle == nil:
		return gui.Action{}, missing("text area with handles")
	case last.Verb == gui.BeginDrag:
		step := -3
		if page.Larger {
			step = 3
		}
		if page.Width {
			return gui.Action{Verb: gui.EndDrag, X: clamp(last.X+step, len(v.lattice.Xs)), Y: last.Y}, nil
		}
		return gui.Action{Verb: gui.EndDrag, X: last.X, Y: clamp(last.Y+step, len(v.lattice.Ys))}, nil
	case last.Verb == gui.EndDrag:
		return v.click(page.Submit, "Submit button")
	}
	return v.point(gui.BeginDrag, page.Handle, "corner of the text area")
}
