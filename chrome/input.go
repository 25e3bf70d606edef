package chrome

import (
	"fmt"

	"github.com/chromedp/cdproto/input"
)

// input is the protocol's form of an input event.
func (p *page) input(event Event) (command, error) {
	switch event := event.(type) {
	case Move:
		mouse := input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: event.X, Y: event.Y}
		if p.held {
			mouse.Button, mouse.Buttons = input.MouseButtonLeft, 1
		}
		return request(input.DispatchMouseEvent, mouse, nil), nil
	case Press:
		p.held = true
		return button(input.DispatchMouseEventTypeMousePressed, event.X, event.Y, event.Clicks, 1), nil
	case Release:
		p.held = false
		return button(input.DispatchMouseEventTypeMouseReleased, event.X, event.Y, event.Clicks, 0), nil
	case Wheel:
		return command{method: input.CommandDispatchMouseEvent, params: wheel{
			Type: input.DispatchMouseEventTypeMouseWheel, X: event.X, Y: event.Y, DeltaX: event.DeltaX, DeltaY: event.DeltaY,
		}}, nil
	case KeyDown:
		return keyInput(event.Key, event.Modifiers, true)
	case KeyUp:
		return keyInput(event.Key, event.Modifiers, false)
	case Insert:
		return request(input.InsertText, input.InsertTextParams{Text: event.Text}, nil), nil
	}
	return command{}, fmt.Errorf("unknown kind of event %T", event)
}

// wheel is the protocol's wheel event. The generated type leaves out a delta of
// zero, and the browser then refuses the event.
type wheel struct {
	Type   input.DispatchMouseEventType `json:"type"`
	X      float64                      `json:"x"`
	Y      float64                      `json:"y"`
	DeltaX float64                      `json:"deltaX"`
	DeltaY float64                      `json:"deltaY"`
}

func button(kind input.DispatchMouseEventType, x, y float64, clicks int, buttons int64) command {
	return request(input.DispatchMouseEvent, input.DispatchMouseEventParams{
		Type: kind, X: x, Y: y, Button: input.MouseButtonLeft, Buttons: buttons, ClickCount: int64(max(clicks, 1)),
	}, nil)
}

func keyInput(name string, modifiers Modifiers, down bool) (command, error) {
	key, _, ok := keyFor(name)
	if !ok {
		return command{}, fmt.Errorf("unknown key %q: want a key name or one printable character", name)
	}
	params := input.DispatchKeyEventParams{
		Type: input.DispatchKeyEventTypeKeyUp, Modifiers: int64(modifiers),
		Key: key.key, Code: key.code, WindowsVirtualKeyCode: key.number, NativeVirtualKeyCode: key.number,
	}
	if down {
		params.Type = input.DispatchKeyEventTypeRawKeyDown
		if modifiers&(Ctrl|Alt|Meta) == 0 && key.text != "" {
			params.Type = input.DispatchKeyEventTypeKeyDown
			params.Text, params.UnmodifiedText = key.text, key.text
		}
		if command := editing[key.code]; command != "" && modifiers == Ctrl {
			params.Commands = []string{command}
		}
	}
	return request(input.DispatchKeyEvent, params, nil), nil
}
