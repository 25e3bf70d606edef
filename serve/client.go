package serve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"google.golang.org/grpc"
	_ "google.golang.org/grpc/balancer/roundrobin" // the policy that clientConfig names
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/resolver/manual"
	"google.golang.org/grpc/status"

	"pix2act/gui"
	"pix2act/internal/modelpb"
)

// clientConfig spreads calls over the servers that answer, and asks another one where
// one has died or is full. A prediction changes nothing, so that asking twice does no harm.
const clientConfig = `{
	"loadBalancingConfig": [{"round_robin": {}}],
	"methodConfig": [{
		"name": [{"service": "pix2act.ModelServer"}],
		"retryPolicy": {
			"maxAttempts": 5, "initialBackoff": "0.05s", "maxBackoff": "2s", "backoffMultiplier": 3,
			"retryableStatusCodes": ["UNAVAILABLE", "RESOURCE_EXHAUSTED"]
		}
	}]
}`

// How long a client waits for a server's description, for an answer, and for any server to
// come back when none can be reached.
const (
	describeDeadline = 10 * time.Second
	answerDeadline   = 90 * time.Second // less than play.DefaultDeadline, which would blame the page
	comebackDeadline = 15 * time.Second
)

// ErrNoServer is matched when none of the addresses answers, together with
// gui.ErrUnavailable once there has been one that did.
var ErrNoServer = errors.New("no model server answers")

// ErrServersDiffer is matched when the addresses serve different models.
var ErrServersDiffer = errors.New("the model servers differ")

// Client is a gui.Policy whose answers come from model servers. It is safe for concurrent
// use.
type Client struct {
	connection  *grpc.ClientConn
	model       modelpb.ModelServerClient
	description Description
	addresses   string
	comeback    time.Duration // comebackDeadline, but in tests
	beam        int
}

// Dial connects to the servers at the addresses (host:port) and asks what they serve. A
// server that does not answer is left for later if another one does (ErrNoServer if none); all that
// answer must serve the same weights (ErrServersDiffer). A server that has no description, as
// the reference's, is taken to speak the reference's bins. Of each beam the best are kept, as
// many as beam says; 0 keeps all.
func Dial(ctx context.Context, addresses []string, beam int) (*Client, error) {
	endpoints := make([]resolver.Endpoint, len(addresses))
	for i, address := range addresses {
		endpoints[i] = resolver.Endpoint{Addresses: []resolver.Address{{Addr: address}}}
	}
	description, err := agree(ctx, addresses)
	if err != nil {
		return nil, err
	}
	names := manual.NewBuilderWithScheme("pix2act")
	names.InitialState(resolver.State{Endpoints: endpoints})
	connection, err := grpc.NewClient(names.Scheme()+":///model", append(dialOptions(),
		grpc.WithResolvers(names), grpc.WithDefaultServiceConfig(clientConfig))...)
	if err != nil {
		return nil, fmt.Errorf("model servers %s: %w", strings.Join(addresses, ", "), err)
	}
	return &Client{
		connection: connection, model: modelpb.NewModelServerClient(connection), description: description,
		addresses: strings.Join(addresses, ", "), comeback: comebackDeadline, beam: beam,
	}, nil
}

func dialOptions() []grpc.DialOption {
	return []grpc.DialOption{
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxMessageBytes)),
	}
}

// agree asks every server what it serves.
func agree(ctx context.Context, addresses []string) (Description, error) {
	if len(addresses) == 0 {
		return Description{}, fmt.Errorf("%w: no address was given", ErrNoServer)
	}
	var first Description
	var from string
	var silent error
	for _, address := range addresses {
		d, err := describe(ctx, address)
		switch {
		case err != nil:
			silent = errors.Join(silent, fmt.Errorf("%s: %w", address, err))
		case from == "":
			first, from = d, address
		case d.CheckpointHash != first.CheckpointHash || d.Settings != first.Settings:
			return Description{}, fmt.Errorf("%w: %s serves %s (weights %.12s), %s serves %s (weights %.12s)",
				ErrServersDiffer, from, first.Agent, first.CheckpointHash, address, d.Agent, d.CheckpointHash)
		}
	}
	if from == "" {
		return Description{}, fmt.Errorf("%w: %w; start one with: pix2act serve model", ErrNoServer, silent)
	}
	return first, nil
}

func describe(ctx context.Context, address string) (Description, error) {
	ctx, cancel := context.WithTimeout(ctx, describeDeadline)
	defer cancel()
	connection, err := grpc.NewClient("passthrough:///"+address, dialOptions()...)
	if err != nil {
		return Description{}, err
	}
	defer connection.Close()
	d, err := modelpb.NewModelCardClient(connection).Describe(ctx, &modelpb.DescribeRequest{})
	if status.Code(err) == codes.Unimplemented {
		return Description{Agent: "a model server without a card", Settings: gui.Settings{Bins: gui.DefaultBins}}, nil
	}
	if err != nil {
		return Description{}, errors.New(status.Convert(err).Message())
	}
	return Description{
		Agent: d.GetAgent(), CheckpointHash: d.GetCheckpointHash(), Beam: int(d.GetBeam()),
		Settings: gui.Settings{
			Bins:            gui.Bins{X: int(d.GetBinsX()), Y: int(d.GetBinsY()), Centred: d.GetCentred()},
			ReferenceScroll: d.GetReferenceScroll(), ReferenceKeys: d.GetReferenceKeys(),
		},
	}, nil
}

// Description is what the servers serve.
func (c *Client) Description() Description { return c.description }

// Propose asks a server. One that dies or is full is passed over. When none can be reached
// for a while, or none answers in time, the error matches ErrNoServer and gui.ErrUnavailable.
func (c *Client) Propose(ctx context.Context, batch []gui.Observation) ([]gui.Beam, error) {
	if len(batch) == 0 {
		return nil, ctx.Err()
	}
	request := &modelpb.Request{}
	for _, observation := range batch {
		file, err := observation.PNG()
		if err != nil {
			return nil, fmt.Errorf("model server: %w", err)
		}
		request.ScreenshotPng = append(request.ScreenshotPng, file)
	}
	response, err := c.predict(ctx, request)
	if err != nil {
		return nil, fmt.Errorf("model server: %w", err)
	}
	if len(response.GetBeams()) != len(batch) {
		return nil, fmt.Errorf("model server: %d beams for %d pictures", len(response.GetBeams()), len(batch))
	}
	beams := make([]gui.Beam, len(batch))
	for i, beam := range response.GetBeams() {
		beams[i] = decodeBeam(beam)
		if c.beam > 0 {
			beams[i] = beams[i][:min(len(beams[i]), c.beam)]
		}
	}
	return beams, nil
}

// predict asks until there is an answer, the caller gives up, or there is no hope.
func (c *Client) predict(ctx context.Context, request *modelpb.Request) (*modelpb.Response, error) {
	asking, cancel := context.WithTimeout(ctx, answerDeadline)
	defer cancel()
	watched, lose := context.WithCancelCause(asking)
	defer lose(nil)
	go c.watch(watched, lose)
	response, err := c.model.Predict(watched, request, grpc.WaitForReady(true))
	switch {
	case err == nil:
		return response, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(context.Cause(watched), ErrNoServer):
		return nil, context.Cause(watched)
	case asking.Err() != nil:
		return nil, fmt.Errorf("%w within %v: %s: %w", ErrNoServer, answerDeadline, c.addresses, gui.ErrUnavailable)
	case status.Code(err) == codes.Unavailable:
		return nil, fmt.Errorf("%w: %s: %s: %w", ErrNoServer, c.addresses, status.Convert(err).Message(), gui.ErrUnavailable)
	}
	return nil, err
}

// watch gives a call up once no server has been reached for a while.
func (c *Client) watch(ctx context.Context, lose context.CancelCauseFunc) {
	for {
		reachable, cancel := context.WithTimeout(ctx, c.comeback)
		state := c.connection.GetState()
		for state != connectivity.Ready && c.connection.WaitForStateChange(reachable, state) {
			state = c.connection.GetState()
		}
		late := reachable.Err() != nil
		cancel()
		switch {
		case ctx.Err() != nil:
			return
		case late:
			lose(fmt.Errorf("%w for %v: %s: %w", ErrNoServer, c.comeback, c.addresses, gui.ErrUnavailable))
			return
		}
		c.connection.WaitForStateChange(ctx, connectivity.Ready)
	}
}

// decodeBeam turns a beam of the wire, the best last, into one of ours.
func decodeBeam(beam *modelpb.Beam) gui.Beam {
	decoded := make(gui.Beam, 0, len(beam.GetPredictions()))
	for _, p := range slices.Backward(beam.GetPredictions()) {
		if score := float64(p.GetScore()); p.GetOutput() != "" && !math.IsNaN(score) {
			logProb := score // of the reference's server, which tells no other
			if p.LogProb != nil {
				logProb = float64(p.GetLogProb())
			}
			decoded = append(decoded, gui.Proposal{Action: p.GetOutput(), LogProb: logProb, Score: score})
		}
	}
	return decoded
}

// Close ends the connection. Calls under way fail.
func (c *Client) Close() error { return c.connection.Close() }
