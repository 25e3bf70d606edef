package webenv

import (
	"container/list"
	"encoding/json"
	"strings"

	"pix2act/gui"
)

// DefaultCache is the number of states kept where the options name none; a state
// of a 160x210 picture takes some 130 kB.
const DefaultCache = 64

// stepCache keeps the steps of the states seen last. A state is fixed by its
// episode and actions, so that what was seen once holds.
type stepCache struct {
	size  int
	order *list.List // of *cachedState, the one used last in front
	byKey map[string]*list.Element
}

type cachedState struct {
	key string
	at  position
}

func newStepCache(size int) *stepCache {
	if size == 0 {
		size = DefaultCache
	}
	return &stepCache{size: size, order: list.New(), byKey: map[string]*list.Element{}}
}

// stateKey spells a state out.
func stateKey(episode gui.Episode, actions []string) string {
	head, err := json.Marshal(episode)
	if err != nil {
		// An Episode is plain values; it always marshals.
		return ""
	}
	// Actions that are legal hold no line break, and illegal ones change nothing
	// but the count; escape the break so that the two cannot be confused.
	var b strings.Builder
	b.Write(head)
	for _, action := range actions {
		b.WriteByte('\n')
		b.WriteString(strings.NewReplacer("\\", "\\\\", "\n", "\\n").Replace(action))
	}
	return b.String()
}

func (c *stepCache) get(key string) *position {
	element, ok := c.byKey[key]
	if !ok {
		return nil
	}
	c.order.MoveToFront(element)
	at := element.Value.(*cachedState).at
	return &at
}

func (c *stepCache) put(key string, at position) {
	if c.size < 0 {
		return
	}
	if element, ok := c.byKey[key]; ok {
		element.Value.(*cachedState).at = at
		c.order.MoveToFront(element)
		return
	}
	c.byKey[key] = c.order.PushFront(&cachedState{key: key, at: at})
	if c.order.Len() > c.size {
		oldest := c.order.Back()
		c.order.Remove(oldest)
		delete(c.byKey, oldest.Value.(*cachedState).key)
	}
}
