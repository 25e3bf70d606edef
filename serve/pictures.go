package serve

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/png"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"pix2act/gui"
)

// Limits on one picture and one request. A request of the most pictures that are each as
// large as allowed does not fit into a message.
const (
	MaxPictures     = 256
	MaxPictureBytes = 16 << 20
	MaxPictureSide  = 8192
	MaxPixels       = 1 << 24
	maxMessageBytes = 64 << 20
)

// signature begins every PNG file (PNG specification, section 5.2).
const signature = "\x89PNG\r\n\x1a\n"

// decode turns the pictures of a request into observations. What is wrong with one is
// the caller's fault, and told with its number.
func decode(files [][]byte) ([]gui.Observation, error) {
	observations := make([]gui.Observation, len(files))
	for i, file := range files {
		picture, err := DecodePNG(file)
		if err != nil {
			return nil, status.Errorf(codes.InvalidArgument, "picture %d of %d: %v", i+1, len(files), err)
		}
		observations[i] = gui.NewObservation(picture, image.Point{}, 1)
	}
	return observations, nil
}

// DecodePNG reads a picture within the limits above, as opaque pixels: alpha is dropped. Its size is known, and judged, before memory is made for it.
func DecodePNG(file []byte) (*image.RGBA, error) {
	if len(file) > MaxPictureBytes {
		return nil, fmt.Errorf("a file of %d bytes; at most %d are read", len(file), MaxPictureBytes)
	}
	if len(file) == 0 {
		return nil, errors.New("no PNG picture: it is empty")
	}
	header, err := png.DecodeConfig(bytes.NewReader(file))
	if err != nil && !bytes.HasPrefix(file, []byte(signature)) {
		return nil, errors.New("no PNG picture: it does not begin like one")
	}
	if err != nil {
		return nil, fmt.Errorf("no PNG picture: %w", err)
	}
	if header.Width > MaxPictureSide || header.Height > MaxPictureSide || header.Width*header.Height > MaxPixels {
		return nil, fmt.Errorf("%d x %d pixels; at most %d a side and %d in all are read", header.Width, header.Height, MaxPictureSide, MaxPixels)
	}
	decoded, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("damaged: %w", err)
	}
	return opaque(decoded), nil
}

// opaque drops the alpha channel without compositing, as the reference does.
func opaque(decoded image.Image) *image.RGBA {
	size := decoded.Bounds().Size()
	picture := image.NewRGBA(image.Rectangle{Max: size})
	if straight, ok := decoded.(*image.NRGBA); ok {
		for y := range size.Y {
			copy(picture.Pix[y*picture.Stride:][:4*size.X], straight.Pix[y*straight.Stride:])
		}
	} else {
		draw.Draw(picture, picture.Bounds(), decoded, decoded.Bounds().Min, draw.Src)
	}
	for i := 3; i < len(picture.Pix); i += 4 {
		picture.Pix[i] = 255
	}
	return picture
}
