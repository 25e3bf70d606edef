package oracle

import "pix2act/gui"

// readPhoneBook gives the entry that is asked for if the page shown is that of
// the person, and the arrows to the pages before and after.
const readPhoneBook = `(() => {
	const person = slot() || /^Find (.*) in the /.exec(instruction())[1];
	const kind = instruction().match(/\b(phone|email|address)\b/g).pop();
	const arrow = sign => target(all("#pagination a").find(a => clean(a.textContent) === sign));
	return {
		Found: clean(first("#contact .name").textContent) === person,
		Entry: target(first("#contact a." + kind)),
		Before: arrow("<"),
		After: arrow(">"),
	};
})()`

// solvePhoneBook turns pages until the person is found, and presses the entry.
// At the last page it turns back, and goes on so until the first.
func solvePhoneBook(v view) (gui.Action, error) {
	var page struct {
		Found                bool
		Entry, Before, After *target
	}
	if err := v.read(readPhoneBook, &page); err != nil {
		return gui.Action{}, err
	}
	if page.Found {
		return v.click(page.Entry, "entry that is asked for")
	}
	back := gui.Action{}
	if page.Before != nil {
		var err error
		if back, err = v.click(page.Before, "arrow to the page before"); err != nil {
			return gui.Action{}, err
		}
		if page.After == nil || v.memory.last.String() == back.String() {
			return back, nil
		}
	}
	return v.click(page.After, "arrow to the page after")
}
