package episode

import (
	"fmt"

	"google.golang.org/protobuf/proto"

	"pix2act/internal/recordpb"
)

// Example is one training example: what was seen and what to answer.
type Example struct {
	ID    string // suite/task/seed/step, see [ID]
	Image []byte // the picture as PNG
	Parse string // the target text
}

// Features of an example on disk.
const (
	featureID    = "id"
	featureImage = "image"
	featureParse = "parse"
)

// deterministic makes equal messages equal bytes (features sorted by name).
var deterministic = proto.MarshalOptions{Deterministic: true}

// Marshal gives the example as a tf.train.Example.
func (e Example) Marshal() ([]byte, error) {
	text := func(value []byte) *recordpb.Feature {
		return &recordpb.Feature{Kind: &recordpb.Feature_BytesList{BytesList: &recordpb.BytesList{Value: [][]byte{value}}}}
	}
	message := &recordpb.Example{Features: &recordpb.Features{Feature: map[string]*recordpb.Feature{
		featureID:    text([]byte(e.ID)),
		featureImage: text(e.Image),
		featureParse: text([]byte(e.Parse)),
	}}}
	data, err := deterministic.Marshal(message)
	if err != nil {
		return nil, fmt.Errorf("example %s: %w", e.ID, err)
	}
	return data, nil
}

// UnmarshalExample reads a tf.train.Example with the features id, image and
// parse, one value each; other features are passed over. The result keeps no
// reference to data. Errors match [ErrBrokenRecord].
func UnmarshalExample(data []byte) (Example, error) {
	var message recordpb.Example
	if err := proto.Unmarshal(data, &message); err != nil {
		return Example{}, fmt.Errorf("%w: no tf.train.Example: %w", ErrBrokenRecord, err)
	}
	features := message.GetFeatures().GetFeature()
	value := func(name string) ([]byte, error) {
		values := features[name].GetBytesList().GetValue()
		if len(values) != 1 {
			return nil, fmt.Errorf("%w: an example with %d values of the bytes feature %q; want 1", ErrBrokenRecord, len(values), name)
		}
		return values[0], nil
	}
	id, err := value(featureID)
	if err != nil {
		return Example{}, err
	}
	image, err := value(featureImage)
	if err != nil {
		return Example{}, err
	}
	parse, err := value(featureParse)
	if err != nil {
		return Example{}, err
	}
	return Example{ID: string(id), Image: image, Parse: string(parse)}, nil
}
