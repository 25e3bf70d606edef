package oracle

import "pix2act/gui"

// readScrolling reads what scrolls the task, and of an element in it whether
// all of it can be seen, and how far it lies below the middle.
const readScrolling = `const area = document.querySelector("#area");
	const place = element => {
		if (!element) return null;
		const r = element.getBoundingClientRect(), a = area.getBoundingClientRect();
		return {
			Target: target(element),
			InSight: inSight(element, area),
			Below: r.top + r.height / 2 - a.top - area.clientTop - area.clientHeight / 2,
		};
	};
	const scroller = {Area: target(area), Hovered: area.matches(":hover")};`

// scroller is the part of a page that scrolls.
type scroller struct {
	Area    *target
	Hovered bool
}

// place is an element in a scroller.
type place struct {
	Target  *target
	InSight bool
	Below   float64
}

// by scrolls; the pointer has to be over what scrolls.
func (s scroller) by(v view, distance int) (gui.Action, error) {
	if !s.Hovered {
		return v.point(gui.Move, s.Area, "part that scrolls")
	}
	return gui.Action{Verb: gui.Scroll, DeltaY: distance}, nil
}

// click clicks p, or brings it to the middle first if it is not all in sight.
func (s scroller) click(v view, p *place, name string) (gui.Action, error) {
	switch {
	case p == nil:
		return gui.Action{}, missing(name)
	case p.InSight:
		return v.click(p.Target, name)
	default:
		return s.by(v, int(p.Below))
	}
}

// find clicks p, or scrolls towards it by a step, as one does who does not know
// how far away it is. The pointer scrolls at the left edge: what is under it
// would look as if it were pressed.
func (s scroller) find(v view, p *place, step int, name string) (gui.Action, error) {
	if p == nil {
		return gui.Action{}, missing(name)
	}
	if p.InSight {
		return v.click(p.Target, name)
	}
	if last := v.memory.last.Verb; !s.Hovered || last != gui.Move && last != gui.Scroll {
		edge := target{box: box{X: s.Area.X, Y: s.Area.Y, W: 16, H: s.Area.H}}
		return v.nearest(&edge), nil
	}
	if p.Below < 0 {
		step = -step
	}
	return gui.Action{Verb: gui.Scroll, DeltaY: step}, nil
}
