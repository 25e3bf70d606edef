package webenv

import (
	"context"
	"slices"

	"pix2act/gui"
)

// Restore goes to the state after the actions and returns its step. A state seen
// lately is answered at once, and the page is brought there by the next Step or
// Evaluate. Any other is replayed from the seed, or from where the page is if
// that lies on the way, and only its last picture is taken.
func (e *Env) Restore(ctx context.Context, episode gui.Episode, actions []string) (gui.Step, error) {
	if e.closed {
		return gui.Step{}, gui.ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return gui.Step{}, err
	}
	wanted, err := e.locate(episode)
	if err != nil {
		return gui.Step{}, err
	}
	e.waiting = nil
	if known := e.cache.get(stateKey(wanted.episode, actions)); known != nil {
		known.last.Timing = gui.Timing{} // nothing was done for it
		e.waiting = known
		return known.last, nil
	}
	if err := e.replay(ctx, wanted.episode, actions, true); err != nil {
		return gui.Step{}, err
	}
	return e.current.last, nil
}

// arrive brings the page to the state that Restore promised.
func (e *Env) arrive(ctx context.Context) error {
	p := e.waiting
	if p == nil {
		return nil
	}
	e.waiting = nil
	if err := e.replay(ctx, p.episode, p.actions, false); err != nil {
		return err
	}
	e.current.last = p.last
	return nil
}

// replay brings the page to a state. With a look the picture of the state is
// taken, and no other but that of an end, so that as many frames are drawn as
// stepping draws. The picture belongs to the last legal action that is played,
// since illegal ones leave the page as it is.
func (e *Env) replay(ctx context.Context, episode gui.Episode, actions []string, look bool) error {
	// Nothing is played beyond the step limit.
	actions = actions[:min(len(actions), episode.Settings.MaxSteps)]
	rest, onTheWay := actions, false
	if at := e.current; at != nil && at.episode == episode && len(at.actions) <= len(actions) &&
		slices.Equal(at.actions, actions[:len(at.actions)]) {
		rest, onTheWay = actions[len(at.actions):], true
	}
	shown := lastLegal(rest, episode.Settings.Bins)
	if onTheWay && look && shown < 0 && e.current.last.Observation.Image == nil {
		// The page is in that very state, but came there without a look. Looking
		// now would draw one frame more than stepping does.
		rest, onTheWay = actions, false
		shown = lastLegal(rest, episode.Settings.Bins)
	}
	if !onTheWay {
		if _, err := e.reset(ctx, episode, look && shown < 0); err != nil {
			return err
		}
	}
	for i, action := range rest {
		if e.current.last.Done {
			break
		}
		if _, err := e.step(ctx, action, look && i == shown); err != nil {
			return err
		}
	}
	return nil
}

// lastLegal returns the index of the last action that does something, or −1.
func lastLegal(actions []string, bins gui.Bins) int {
	for i := len(actions) - 1; i >= 0; i-- {
		if _, err := parse(actions[i], bins); err == nil {
			return i
		}
	}
	return -1
}
