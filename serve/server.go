package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/reflection"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"pix2act/gui"
	"pix2act/internal/modelpb"
	"pix2act/play"
)

// Defaults of ServerOptions.
const (
	DefaultBatch    = 8
	DefaultQueue    = 256
	DefaultDeadline = time.Minute
	DefaultLinger   = 5 * time.Millisecond
)

// Description is what a server tells of its model.
type Description struct {
	Agent          string // what was asked to be served, such as "bundled"
	CheckpointHash string
	Settings       gui.Settings // bins, and readings of the grammar
	Beam           int
}

// ServerOptions say what a server does beyond answering.
type ServerOptions struct {
	Description Description
	// Batch is the largest number of pictures the policy is asked at once; 0 means
	// DefaultBatch.
	Batch int
	// Linger is how long a batch that is not full waits for more while others were
	// answered a moment ago; 0 means DefaultLinger, negative not at all.
	Linger time.Duration
	// Queue is how many pictures may wait or be answered; what comes on top is
	// refused. 0 means DefaultQueue.
	Queue int
	// Deadline bounds a request whose client names none, or a later one; 0 means
	// DefaultDeadline.
	Deadline time.Duration
	// Registry collects the metrics; nil leaves them out.
	Registry prometheus.Registerer
	// Log gets faults of the server; nil throws them away.
	Log *slog.Logger
}

func (o ServerOptions) withDefaults() ServerOptions {
	if o.Batch <= 0 {
		o.Batch = DefaultBatch
	}
	if o.Linger == 0 {
		o.Linger = DefaultLinger
	}
	if o.Queue <= 0 {
		o.Queue = DefaultQueue
	}
	if o.Deadline <= 0 {
		o.Deadline = DefaultDeadline
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// Server answers requests with a policy. Its methods are safe for concurrent use.
type Server struct {
	modelpb.UnimplementedModelServerServer
	modelpb.UnimplementedModelCardServer

	options ServerOptions
	policy  gui.Policy
	metrics *metrics
	health  *health.Server
	grpc    *grpc.Server
	waiting atomic.Int64 // pictures in the house
}

// NewServer makes a server of a policy, which gets one call at a time.
func NewServer(policy gui.Policy, options ServerOptions) (*Server, error) {
	options = options.withDefaults()
	s := &Server{options: options, health: health.NewServer()}
	var err error
	if s.metrics, err = newMetrics(options.Registry, s.waiting.Load); err != nil {
		return nil, fmt.Errorf("model server: %w", err)
	}
	s.policy = play.BatchWith(guarded{policy, s.metrics, options.Log}, play.BatchOptions{Limit: options.Batch, Linger: max(0, options.Linger)})
	s.grpc = grpc.NewServer(grpc.MaxRecvMsgSize(maxMessageBytes), grpc.UnaryInterceptor(s.guard))
	modelpb.RegisterModelServerServer(s.grpc, s)
	modelpb.RegisterModelCardServer(s.grpc, s)
	healthpb.RegisterHealthServer(s.grpc, s.health)
	reflection.Register(s.grpc)
	for _, name := range []string{"", modelpb.ModelServer_ServiceDesc.ServiceName} {
		s.health.SetServingStatus(name, healthpb.HealthCheckResponse_SERVING)
	}
	return s, nil
}

// Serve answers on a listener until ctx ends. Then it takes no more requests, tells the health
// service's clients, and finishes what it has begun, for at most grace. It returns nil
// after such an end.
func (s *Server) Serve(ctx context.Context, listener net.Listener, grace time.Duration) error {
	drained := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(drained)
		s.health.Shutdown()
		late := time.AfterFunc(grace, s.grpc.Stop)
		defer late.Stop()
		s.grpc.GracefulStop()
	})
	err := s.grpc.Serve(listener)
	if stop() { // it ended by itself
		s.grpc.Stop()
		return err
	}
	<-drained
	if errors.Is(err, grpc.ErrServerStopped) {
		return nil
	}
	return err
}

// Predict answers a request.
func (s *Server) Predict(ctx context.Context, request *modelpb.Request) (*modelpb.Response, error) {
	n := int64(len(request.GetScreenshotPng()))
	if most := int64(min(MaxPictures, s.options.Queue)); n < 1 || n > most {
		return nil, status.Errorf(codes.InvalidArgument, "the request has %d pictures: from 1 to %d are answered at once", n, most)
	}
	if s.waiting.Add(n) > int64(s.options.Queue) {
		s.waiting.Add(-n)
		return nil, status.Errorf(codes.ResourceExhausted, "%d pictures wait already: come again later, or ask another server", s.waiting.Load())
	}
	defer s.waiting.Add(-n)
	observations, err := decode(request.GetScreenshotPng())
	if err != nil {
		return nil, err
	}
	beams, err := s.policy.Propose(ctx, observations)
	if err != nil {
		return nil, asStatus(ctx, err)
	}
	response := &modelpb.Response{Beams: make([]*modelpb.Beam, len(beams))}
	for i, beam := range beams {
		response.Beams[i] = encodeBeam(beam)
	}
	return response, nil
}

// Describe tells what is served.
func (s *Server) Describe(context.Context, *modelpb.DescribeRequest) (*modelpb.Description, error) {
	d := s.options.Description
	return &modelpb.Description{
		Agent: &d.Agent, CheckpointHash: &d.CheckpointHash, Beam: proto.Int32(int32(d.Beam)),
		BinsX: proto.Int32(int32(d.Settings.Bins.X)), BinsY: proto.Int32(int32(d.Settings.Bins.Y)), Centred: &d.Settings.Bins.Centred,
		ReferenceScroll: &d.Settings.ReferenceScroll, ReferenceKeys: &d.Settings.ReferenceKeys,
	}, nil
}

// encodeBeam writes a beam in the order of the reference, the best last.
func encodeBeam(beam gui.Beam) *modelpb.Beam {
	predictions := make([]*modelpb.Prediction, len(beam))
	for i, proposal := range beam {
		score, logProb := float32(proposal.Score), float32(proposal.LogProb)
		predictions[len(beam)-1-i] = &modelpb.Prediction{Output: &proposal.Action, Score: &score, LogProb: &logProb}
	}
	return &modelpb.Beam{Predictions: predictions}
}

// guard bounds every call, counts it, and turns a panic into an answer.
func (s *Server) guard(ctx context.Context, request any, info *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (answer any, err error) {
	ctx, cancel := context.WithTimeout(ctx, s.options.Deadline)
	defer cancel()
	start := time.Now()
	defer func() {
		if caught := recover(); caught != nil {
			s.options.Log.Error("a request caused a panic", "method", info.FullMethod, "panic", caught, "stack", string(debug.Stack()))
			err = status.Error(codes.Internal, "the server failed at this request; its log says how")
		}
		s.metrics.request(info.FullMethod, status.Code(err), time.Since(start))
	}()
	return handle(ctx, request)
}

// asStatus turns an error into the terms of gRPC.
func asStatus(ctx context.Context, err error) error {
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return status.Error(codes.DeadlineExceeded, "no answer within the deadline")
	case ctx.Err() != nil:
		return status.Error(codes.Canceled, "the client has gone away")
	default:
		return status.Error(codes.Internal, err.Error())
	}
}
