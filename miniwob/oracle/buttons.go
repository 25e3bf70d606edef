package oracle

import (
	"fmt"

	"pix2act/gui"
)

// readButtons lists the buttons of a page in document order.
const readButtons = `targets("#area button")`

// labelled gives the first button with a label, or nil.
func labelled(buttons []*target, label string) *target {
	for _, button := range buttons {
		if button.Text == label {
			return button
		}
	}
	return nil
}

// solveClickTest clicks the only button.
func solveClickTest(v view) (gui.Action, error) {
	var button *target
	if err := v.read(`target(first("#area button"))`, &button); err != nil {
		return gui.Action{}, err
	}
	return v.press(button, "button")
}

// solveClickTest2 clicks ONE.
func solveClickTest2(v view) (gui.Action, error) {
	var buttons []*target
	if err := v.read(readButtons, &buttons); err != nil {
		return gui.Action{}, err
	}
	return v.press(labelled(buttons, "ONE"), "button ONE")
}

// solveClickButton clicks the button of the label asked for.
func solveClickButton(v view) (gui.Action, error) {
	var page struct {
		Label   string
		Buttons []*target
	}
	if err := v.read(`{Label: slot(), Buttons: `+readButtons+`}`, &page); err != nil {
		return gui.Action{}, err
	}
	return v.press(labelled(page.Buttons, page.Label), fmt.Sprintf("button %q", page.Label))
}

// solveClickButtonSequence clicks ONE and then TWO. A button keeps the focus
// once it is clicked, so the focus tells what comes next.
func solveClickButtonSequence(v view) (gui.Action, error) {
	var buttons []*target
	if err := v.read(readButtons, &buttons); err != nil {
		return gui.Action{}, err
	}
	one, two := labelled(buttons, "ONE"), labelled(buttons, "TWO")
	if one != nil && one.Focused && v.memory.last.Key != "Tab" {
		return v.press(two, "button TWO")
	}
	return v.press(one, "button ONE")
}

// solveClickDialog closes the dialog with the button in its title bar.
func solveClickDialog(v view) (gui.Action, error) {
	var button *target
	if err := v.read(`target(first("[role=dialog] button"))`, &button); err != nil {
		return gui.Action{}, err
	}
	return v.press(button, "dialog with a close button")
}

// solveClickTestTransfer clicks the button named in the instruction.
func solveClickTestTransfer(v view) (gui.Action, error) {
	var page struct {
		Label   string
		Buttons []*target
	}
	const read = `{Label: (/button (\w+)/i.exec(instruction()) || [])[1] || "", Buttons: ` + readButtons + `}`
	if err := v.read(read, &page); err != nil {
		return gui.Action{}, err
	}
	return v.press(labelled(page.Buttons, page.Label), fmt.Sprintf("button %q", page.Label))
}

// solveClickDialog2 clicks the button of the dialog that is asked for. The x
// is the one in the title bar, the first.
func solveClickDialog2(v view) (gui.Action, error) {
	var page struct {
		Label   string
		Buttons []*target
	}
	if err := v.read(`{Label: slot(), Buttons: targets("[role=dialog] button")}`, &page); err != nil {
		return gui.Action{}, err
	}
	button := labelled(page.Buttons, page.Label)
	if page.Label == "x" && len(page.Buttons) > 0 {
		button = page.Buttons[0]
	}
	return v.press(button, fmt.Sprintf("button %q", page.Label))
}

// solveClickWidget clicks the first widget of the kind asked for.
func solveClickWidget(v view) (gui.Action, error) {
	var widget *target
	if err := v.read(`target(first('#area [data-type="' + slot() + '"]'))`, &widget); err != nil {
		return gui.Action{}, err
	}
	return v.click(widget, "widget asked for")
}
