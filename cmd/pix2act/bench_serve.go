package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"pix2act/gui"
	"pix2act/serve"
)

// BenchServeOptions are the flags of bench serve.
type BenchServeOptions struct {
	Computing
	Agent           string
	Beam            int
	Clients, Rounds int
}

type benchServeResult struct {
	Agent       string  `json:"agent"`
	Clients     int     `json:"clients"`
	InProcess   float64 `json:"in_process_per_s"`
	Served      float64 `json:"served_per_s"`
	Ratio       float64 `json:"ratio"`
	Interrupted bool    `json:"interrupted,omitempty"` // before all was measured
}

func newBenchServeCommand(g *globalOptions) *cobra.Command {
	var o BenchServeOptions
	c := &cobra.Command{
		Use:   "serve",
		Short: "Compare a model server's clients with batches in one process",
		Long: `Compare the pictures a second that concurrent clients get of a model server on this machine, each asking one
picture at a time, with those of a policy in the same process that gets as many pictures at once. The two take
turns; the speeds are medians over the rounds.
` + exitStatus,
		Args: exactArgs(0, "no arguments"),
		RunE: func(c *cobra.Command, _ []string) error { return runBenchServe(c.Context(), o, g) },
	}
	c.Flags().StringVar(&o.Agent, "agent", "bundled", "bundled, or the path of a checkpoint")
	o.flags(c.Flags())
	c.Flags().IntVar(&o.Beam, "beam", 8, "width of the beam")
	c.Flags().IntVar(&o.Clients, "clients", 8, "clients, and pictures of a batch")
	c.Flags().IntVar(&o.Rounds, "rounds", 7, "turns of each; a turn is ten batches")
	return c
}

func runBenchServe(ctx context.Context, o BenchServeOptions, g *globalOptions) (err error) {
	if err := checkLeast(number{"clients", float64(o.Clients), 1}, number{"rounds", float64(o.Rounds), 1}); err != nil {
		return err
	}
	if err := checkBenchBeam(o.Beam); err != nil {
		return err
	}
	if err := o.check(); err != nil {
		return err
	}
	m, err := openModel(o.Agent, "", o.Computing, o.Beam)
	if err != nil {
		return err
	}
	server, err := serve.NewServer(m.policy, serve.ServerOptions{Batch: o.Clients, Description: serve.Description{Settings: m.settings, Beam: m.beam}})
	if err != nil {
		return err
	}
	listener, err := listen("the benchmark's server", "127.0.0.1:0")
	if err != nil {
		return err
	}
	serving, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(serving, listener, time.Second) }()
	defer func() {
		stop()
		err = errors.Join(err, <-ended)
	}()

	batch := make([]gui.Observation, o.Clients)
	for i := range batch {
		batch[i] = gui.NewObservation(noise(160, 210), gui.PointerStart, 1)
	}
	const batches = 10
	inProcess := func() error {
		for range batches {
			if _, err := m.policy.Propose(ctx, batch); err != nil {
				return err
			}
		}
		return nil
	}
	r := benchServeResult{Agent: o.Agent, Clients: o.Clients}
	served, closeClients, err := clientsOf(ctx, listener.Addr(), batch, batches, o.Beam)
	if r.Interrupted = interrupted(ctx, err); r.Interrupted && g.JSON {
		return errors.Join(err, g.print(r))
	} else if err != nil {
		return err
	}
	defer closeClients()
	var direct, remote []time.Duration
	var stopped error
rounds:
	for round := range o.Rounds + 1 {
		for _, turn := range []struct {
			do    func() error
			times *[]time.Duration
		}{{inProcess, &direct}, {served, &remote}} {
			start := time.Now()
			if stopped = turn.do(); stopped != nil {
				break rounds
			}
			if round > 0 { // the first turn warms up
				*turn.times = append(*turn.times, time.Since(start))
			}
		}
	}
	r.Interrupted = interrupted(ctx, stopped)
	if stopped != nil && (!r.Interrupted || !g.JSON) {
		return stopped
	}
	speed := func(times []time.Duration) float64 {
		if len(times) == 0 {
			return 0
		}
		return 1000 * batches * float64(o.Clients) / percentilesOf(times).P50
	}
	if r.InProcess, r.Served = speed(direct), speed(remote); r.InProcess > 0 {
		r.Ratio = r.Served / r.InProcess
	}
	if g.JSON {
		return errors.Join(stopped, g.print(r))
	}
	fmt.Fprintf(g.stdout, "%s: %d clients get %.1f pictures/s of a server, a batch of %d in one process %.1f: %.2f ×\n",
		r.Agent, r.Clients, r.Served, r.Clients, r.InProcess, r.Ratio)
	return nil
}

// clientsOf makes a client for each picture. The function returned has every one ask n times,
// all at the same time.
func clientsOf(ctx context.Context, address net.Addr, pictures []gui.Observation, n, beam int) (ask func() error, closeAll func(), err error) {
	var clients []*serve.Client
	closeAll = func() {
		for _, c := range clients {
			_ = c.Close()
		}
	}
	for range pictures {
		client, err := serve.Dial(ctx, []string{address.String()}, beam)
		if err != nil {
			closeAll()
			return nil, nil, err
		}
		clients = append(clients, client)
	}
	return func() error {
		var group sync.WaitGroup
		failures := make(chan error, len(clients))
		for i, client := range clients {
			group.Go(func() {
				for range n {
					if _, err := client.Propose(ctx, pictures[i:i+1]); err != nil {
						failures <- err
						return
					}
				}
			})
		}
		group.Wait()
		close(failures)
		return <-failures
	}, closeAll, nil
}
