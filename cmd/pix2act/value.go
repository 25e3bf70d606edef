package main

import (
	"context"
	"fmt"

	"pix2act/agent"
	"pix2act/gui"
	"pix2act/pix2struct"
)

// openValue opens the value function that a name and a preset stand for. A beam of 0 is the preset's, or 8.
func openValue(name, preset string, computing Computing, beam int) (gui.Value, error) {
	if name == "bundled" {
		return nil, usagef("the bundled agent has no value function; give the path of a checkpoint of train value")
	}
	computes, err := computing.open()
	if err != nil {
		return nil, err
	}
	folder, used, err := openCheckpoint(name, preset, "")
	if err != nil {
		return nil, fmt.Errorf("value function: %w", err)
	}
	released := used != nil && used.Name == "miniwob_critic"
	if !released && folder.Card.Answers != pix2struct.AnswersValues {
		_ = folder.Close() // only read
		return nil, usagef("%s is no value function; train value makes one", name)
	}
	checkpoint, err := folder.Load()
	if err != nil {
		return nil, fmt.Errorf("value function %s: %w", name, err)
	}
	options := agent.ValueOptions{Beam: beam}
	if released {
		used.Apply(checkpoint)
		options.Max = agent.ReferenceValue.Max
	}
	if err := computes.pack(checkpoint.Model); err != nil {
		return nil, fmt.Errorf("value function %s: %w", name, err)
	}
	return agent.NewValue(checkpoint, computes.executor(0), options)
}

type predictValueResult struct {
	Agent    string          `json:"agent"`
	Pictures []valuedPicture `json:"pictures"`

	Interrupted bool `json:"interrupted,omitempty"` // before there was an answer
}

type valuedPicture struct {
	File              string  `json:"file"`
	ObservationSHA256 string  `json:"observation_sha256"`
	Value             float64 `json:"value"` // in [0, 1]
}

// predictValues prints the value of each picture.
func predictValues(ctx context.Context, o PredictOptions, g *globalOptions, files []string, observations []gui.Observation) error {
	value, err := openValue(o.Agent, o.Preset, o.Computing, o.Beam)
	if err != nil {
		return err
	}
	values, err := value.Estimate(ctx, observations)
	if err != nil {
		return g.stopped(ctx, err, predictValueResult{Agent: o.Agent, Pictures: []valuedPicture{}, Interrupted: true})
	}
	result := predictValueResult{Agent: o.Agent}
	for i, v := range values {
		result.Pictures = append(result.Pictures, valuedPicture{files[i], observations[i].SHA256(), v})
	}
	if g.JSON {
		return g.print(result)
	}
	for _, p := range result.Pictures {
		fmt.Fprintf(g.stdout, "%.3f  %s\n", p.Value, p.File)
	}
	return nil
}
