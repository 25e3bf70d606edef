package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/spf13/cobra"

	"pix2act/serve"
)

// ServeModelOptions are the flags of serve model.
type ServeModelOptions struct {
	Agent, Preset string
	Computing
	Address, Metrics string
	Beam             int
	Batch, Queue     int
	Deadline, Grace  time.Duration
}

// served is printed once the server answers.
type served struct {
	Address        string `json:"address"`
	Metrics        string `json:"metrics"`
	Agent          string `json:"agent"`
	CheckpointHash string `json:"checkpoint_hash"`
}

func newServeCommand(g *globalOptions) *cobra.Command {
	c := &cobra.Command{
		Use:   "serve",
		Short: "Put a model behind a network address",
		Long:  "Put a model behind a network address.\n" + exitStatus,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("nothing called %q can be served: use model", args[0])
			}
			return nil
		},
		RunE: func(c *cobra.Command, _ []string) error { return usagef("say what to serve: model") },
	}
	c.AddCommand(newServeModelCommand(g))
	return c
}

func newServeModelCommand(g *globalOptions) *cobra.Command {
	o := ServeModelOptions{}
	c := &cobra.Command{
		Use:   "model",
		Short: "Answer pictures with actions over gRPC",
		Long: `Answer pictures with beams of actions: gRPC service pix2act.ModelServer, as in the reference, with health and
reflection. Requests that come at the same time are answered together. Play with it by --agent grpc://HOST:PORT.
At an interrupt it answers what was asked and ends with status 0. There is no encryption, so keep it in a trusted network.
` + exitStatus,
		Args: exactArgs(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error { return runServeModel(c.Context(), o, g) },
	}
	f := c.Flags()
	f.StringVar(&o.Agent, "agent", "bundled", "bundled, or the path of a checkpoint")
	f.StringVar(&o.Preset, "preset", "", presetHelp)
	o.flags(f)
	f.StringVar(&o.Address, "address", "127.0.0.1:8500", "where to answer; port 0 takes any free one")
	f.StringVar(&o.Metrics, "metrics", "", "where to show metrics for Prometheus (path /metrics), such as 127.0.0.1:8501; none by default")
	f.IntVar(&o.Beam, "beam", 0, "actions the policy ranks for each picture (0: the model's own, mostly 8)")
	f.IntVar(&o.Batch, "batch", serve.DefaultBatch, "most pictures answered together")
	f.IntVar(&o.Queue, "queue", serve.DefaultQueue, "most pictures that may wait; what comes on top is refused")
	f.DurationVar(&o.Deadline, "deadline", serve.DefaultDeadline, "longest time for an answer")
	f.DurationVar(&o.Grace, "grace", 30*time.Second, "time to finish what was begun when the server is told to end")
	return c
}

func runServeModel(ctx context.Context, o ServeModelOptions, g *globalOptions) error {
	if err := checkLeast(number{"batch", float64(o.Batch), 1}, number{"queue", float64(o.Queue), 1}); err != nil {
		return err
	}
	if err := checkBeam(o.Beam); err != nil {
		return err
	}
	if o.Deadline <= 0 {
		return usagef("--deadline %s: give a time above 0, such as 30s", o.Deadline)
	}
	if o.Grace < 0 {
		return usagef("--grace %s: give a time such as 30s", o.Grace)
	}
	if err := o.check(); err != nil {
		return err
	}
	m, err := openModel(o.Agent, o.Preset, o.Computing, o.Beam)
	if err != nil {
		return err
	}
	hash, err := m.checkpoint.Hash()
	if err != nil {
		return err
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	server, err := serve.NewServer(m.policy, serve.ServerOptions{
		Description: serve.Description{Agent: o.Agent, CheckpointHash: hash, Settings: m.settings, Beam: m.beam},
		Batch:       o.Batch, Queue: o.Queue, Deadline: o.Deadline, Registry: registry,
		Log: slog.New(slog.NewTextHandler(g.stderr, nil)),
	})
	if err != nil {
		return err
	}
	listener, err := listen("--address", o.Address)
	if err != nil {
		return err
	}
	s := served{Address: listener.Addr().String(), Agent: o.Agent, CheckpointHash: hash}
	if o.Metrics != "" {
		metrics, err := listen("--metrics", o.Metrics)
		if err != nil {
			_ = listener.Close()
			return err
		}
		s.Metrics = metrics.Addr().String()
		pages := http.NewServeMux()
		pages.Handle("/metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
		web := &http.Server{Handler: pages, ReadHeaderTimeout: 10 * time.Second}
		defer web.Close()
		go func() { _ = web.Serve(metrics) }()
	}
	if g.JSON {
		if err := g.print(s); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(g.stdout, "%s answers at %s; end it with an interrupt\n", o.Agent, s.Address)
		if s.Metrics != "" {
			fmt.Fprintf(g.stdout, "metrics at http://%s/metrics\n", s.Metrics)
		}
	}
	return server.Serve(ctx, listener, o.Grace)
}

// listen opens an address that a flag names.
func listen(flag, address string) (net.Listener, error) {
	if _, err := portOf(address); err != nil {
		return nil, usagef("%s %q: give a host and a port up to 65535, such as 127.0.0.1:8500", flag, address)
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("cannot answer at %s: %w; choose another with %s", address, err, flag)
	}
	return listener, nil
}
