package gui

import (
	"bytes"
	"errors"
	"image"
	"image/png"
)

func encodePNG(picture *image.RGBA) ([]byte, error) {
	if picture == nil {
		return nil, errors.New("encode an observation: it has no picture")
	}
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&out, picture); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
