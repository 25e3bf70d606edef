package serve

import (
	"context"
	"errors"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc"

	"image"

	"pix2act/gui"
	"pix2act/internal/modelpb"
)

func observation(n int) gui.Observation { return gui.NewObservation(picture(n), image.Point{}, 1) }

// counting counts the pictures that a policy is asked.
func counting(n *atomic.Int64) gui.Policy {
	return policyFunc(func(ctx context.Context, batch []gui.Observation) ([]gui.Beam, error) {
		n.Add(int64(len(batch)))
		return naming(ctx, batch)
	})
}

// TestClientSurvives asks two servers, of which one dies.
func TestClientSurvives(t *testing.T) {
	var asked [2]atomic.Int64
	about := ServerOptions{Description: Description{Agent: "naming", CheckpointHash: "abc", Settings: gui.Settings{Bins: gui.DefaultBins}}}
	first, second := start(t, counting(&asked[0]), about), start(t, counting(&asked[1]), about)
	client, err := Dial(t.Context(), []string{first.address, second.address}, 8)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if client.Description() != about.Description {
		t.Errorf("described as %+v", client.Description())
	}
	ask := func(rounds int) {
		var group sync.WaitGroup
		for n := range 8 {
			group.Go(func() {
				for i := range rounds {
					o := observation(n*100 + i)
					beams, err := client.Propose(t.Context(), []gui.Observation{o, observation(5)})
					want, _ := naming(t.Context(), []gui.Observation{o, observation(5)})
					if err != nil || !slices.EqualFunc(beams, want, func(a, b gui.Beam) bool { return slices.Equal(a, b) }) {
						t.Errorf("%v (%v), want %v", beams, err, want)
						return
					}
				}
			})
		}
		group.Wait()
	}
	ask(10)
	if asked[0].Load() == 0 || asked[1].Load() == 0 {
		t.Errorf("asked %d and %d pictures: both servers should have work", asked[0].Load(), asked[1].Load())
	}
	first.stop()
	ask(10)
	if err := <-first.ended; err != nil {
		t.Error(err)
	}
	before := asked[1].Load()
	ask(1)
	if asked[1].Load() != before+16 {
		t.Errorf("the server that is left was asked %d pictures of 16", asked[1].Load()-before)
	}
}

// TestClientGivesUp asks the only server after it has died.
func TestClientGivesUp(t *testing.T) {
	server := start(t, naming, ServerOptions{Description: Description{Agent: "one", CheckpointHash: "1", Settings: gui.Settings{Bins: gui.DefaultBins}}})
	client, err := Dial(t.Context(), []string{server.address}, 8)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	client.comeback = 50 * time.Millisecond
	if _, err := client.Propose(t.Context(), []gui.Observation{observation(1)}); err != nil {
		t.Fatal(err)
	}
	server.stop()
	if err := <-server.ended; err != nil {
		t.Error(err)
	}
	_, err = client.Propose(t.Context(), []gui.Observation{observation(2)})
	if !errors.Is(err, ErrNoServer) || !errors.Is(err, gui.ErrUnavailable) || !strings.Contains(err.Error(), server.address) {
		t.Errorf("%v", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := client.Propose(cancelled, []gui.Observation{observation(3)}); !errors.Is(err, context.Canceled) || errors.Is(err, gui.ErrUnavailable) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestDialRefusals(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := listener.Addr().String()
	listener.Close()
	one := start(t, naming, ServerOptions{Description: Description{Agent: "one", CheckpointHash: "1", Settings: gui.Settings{Bins: gui.DefaultBins}}})
	two := start(t, naming, ServerOptions{Description: Description{Agent: "two", CheckpointHash: "2", Settings: gui.Settings{Bins: gui.DefaultBins}}})
	for _, c := range []struct {
		addresses []string
		want      error
	}{
		{nil, ErrNoServer},
		{[]string{nobody}, ErrNoServer},
		{[]string{one.address, two.address}, ErrServersDiffer},
		{[]string{nobody, one.address}, nil},
	} {
		client, err := Dial(t.Context(), c.addresses, 8)
		if !errors.Is(err, c.want) {
			t.Errorf("%v: %v, want %v", c.addresses, err, c.want)
		}
		if client != nil {
			client.Close()
		}
	}
}

// reference is a server that has nothing but what the reference's has.
type reference struct {
	modelpb.UnimplementedModelServerServer
}

func (reference) Predict(_ context.Context, request *modelpb.Request) (*modelpb.Response, error) {
	response := &modelpb.Response{}
	for range request.GetScreenshotPng() {
		beam := encodeBeam(gui.Beam{{Action: "click 3 4", Score: -0.25}, {Action: "wait", Score: -1}})
		for _, p := range beam.GetPredictions() {
			p.LogProb = nil
		}
		response.Beams = append(response.Beams, beam)
	}
	return response, nil
}

func TestReferenceServer(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	modelpb.RegisterModelServerServer(server, reference{})
	go func() { _ = server.Serve(listener) }()
	defer server.Stop()
	client, err := Dial(t.Context(), []string{listener.Addr().String()}, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if client.Description().Settings.Bins != gui.DefaultBins {
		t.Errorf("bins %v", client.Description().Settings.Bins)
	}
	beams, err := client.Propose(t.Context(), []gui.Observation{observation(1)})
	if err != nil || len(beams) != 1 || len(beams[0]) != 1 || beams[0][0] != (gui.Proposal{Action: "click 3 4", LogProb: -0.25, Score: -0.25}) {
		t.Errorf("%v (%v)", beams, err)
	}
}
