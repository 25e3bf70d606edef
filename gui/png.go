package gui

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"sync"
)

// pngBuffers lends the encoder its buffers, a megabyte each.
type pngBuffers struct{ pool sync.Pool }

func (b *pngBuffers) Get() *png.EncoderBuffer {
	buffer, _ := b.pool.Get().(*png.EncoderBuffer)
	return buffer // nil makes a new one
}

func (b *pngBuffers) Put(buffer *png.EncoderBuffer) { b.pool.Put(buffer) }

var pngEncoder = png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: &pngBuffers{}}

func encodePNG(picture *image.RGBA) ([]byte, error) {
	if picture == nil {
		return nil, errors.New("encode an observation: it has no picture")
	}
	var out bytes.Buffer
	if err := pngEncoder.Encode(&out, picture); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
