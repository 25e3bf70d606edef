package main

import (
	"context"
	"fmt"
	"net"
	"strings"

	"pix2act/agent"
	"pix2act/gui"
	"pix2act/serve"
)

// grpcScheme begins the name of an agent that model servers play.
const grpcScheme = "grpc://"

// remoteAddresses are those of the model servers that a name stands for, if it does.
func remoteAddresses(name string) (addresses []string, remote bool, err error) {
	list, remote := strings.CutPrefix(name, grpcScheme)
	if !remote {
		return nil, false, nil
	}
	addresses = strings.Split(list, ",")
	for _, address := range addresses {
		if port, err := portOf(address); err != nil || port == 0 {
			return nil, true, usagef("--agent %s: %q is no address with a port of 1 to 65535; write %sHOST:PORT[,HOST:PORT]", name, address, grpcScheme)
		}
	}
	return addresses, true, nil
}

// portOf is the port of an address, by number or by the name of a service.
func portOf(address string) (int, error) {
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return 0, err
	}
	return net.LookupPort("tcp", port)
}

// remotePlayer plays what model servers serve. They join what is asked at the same time.
func remotePlayer(ctx context.Context, name string, addresses []string, beam int) (*player, error) {
	client, err := serve.Dial(ctx, addresses, beam)
	if err != nil {
		return nil, fmt.Errorf("agent %s: %w", name, err)
	}
	d := client.Description()
	return &player{
		Name: name, Settings: d.Settings, Close: client.Close,
		Hash: func() (string, error) { return d.CheckpointHash, nil },
		New:  func(context.Context, gui.Env, gui.Episode) (gui.Agent, error) { return agent.Greedy(client), nil },
	}, nil
}

// openPolicy opens the policy that --agent names, and tells how to close it.
func openPolicy(ctx context.Context, name, preset string, computing Computing, beam int) (gui.Policy, func() error, error) {
	if _, err := presetFor(name, preset); err != nil {
		return nil, nil, err
	}
	if addresses, remote, err := remoteAddresses(name); err != nil {
		return nil, nil, err
	} else if remote {
		client, err := serve.Dial(ctx, addresses, beam)
		if err != nil {
			return nil, nil, fmt.Errorf("agent %s: %w", name, err)
		}
		return client, client.Close, nil
	}
	if name == "oracle" || name == "random" {
		return nil, nil, usagef("--agent %s: it does not look at pictures; use bundled, a checkpoint, or a model server", name)
	}
	if err := agentExists(name, policyHelp, "bundled"); err != nil {
		return nil, nil, err
	}
	m, err := openModel(name, preset, computing, beam)
	if err != nil {
		return nil, nil, err
	}
	return m.policy, func() error { return nil }, nil
}
