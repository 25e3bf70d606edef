package oracle

import "pix2act/gui"

// solveNavigateTree clicks the name asked for once it is shown, and until then
// opens the uppermost closed folder. An open folder shows as open, so the
// picture tells which ones have been looked into.
func solveNavigateTree(v view) (gui.Action, error) {
	var page struct {
		Wanted, Closed *target
	}
	const read = `(() => {
		const wanted = slot();
		const names = all("#tree span").filter(e => clean(e.innerText) === wanted);
		return {Wanted: target(names[0]), Closed: target(first("#tree .expandable > span"))};
	})()`
	if err := v.read(read, &page); err != nil {
		return gui.Action{}, err
	}
	if page.Wanted != nil {
		return v.click(page.Wanted, "item asked for")
	}
	return v.click(page.Closed, "item asked for, and no closed folder")
}
