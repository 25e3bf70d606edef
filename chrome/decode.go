package chrome

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
)

func decodePNG(data []byte, crop image.Rectangle) (*image.RGBA, error) {
	decoded, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	out := image.NewRGBA(image.Rect(0, 0, crop.Dx(), crop.Dy()))
	draw.Draw(out, out.Bounds(), decoded, crop.Min, draw.Src)
	return out, nil
}
