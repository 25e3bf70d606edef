package gui

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"image"
	"sync"
)

// Observation is the picture an agent sees. Make it with NewObservation or Draw,
// so that its PNG form is kept; the image must not change afterwards.
type Observation struct {
	// Image is opaque; its bounds begin at (0, 0).
	Image *image.RGBA
	// Origin is where pixel (0, 0) of the page lies in the picture.
	Origin image.Point
	// Scale is the number of picture pixels per page pixel.
	Scale float64

	form *encoded
}

// encoded keeps what is computed once for a picture, shared by all copies of the
// observation.
type encoded struct {
	once sync.Once
	png  []byte
	err  error
}

// NewObservation returns an observation of a picture.
func NewObservation(picture *image.RGBA, origin image.Point, scale float64) Observation {
	return Observation{Image: picture, Origin: origin, Scale: scale, form: &encoded{}}
}

// SHA256 returns the hexadecimal hash of the picture: width and height as 32-bit
// big-endian numbers, then the red, green and blue bytes of every pixel by rows.
// An observation without a picture has the empty hash "".
func (o Observation) SHA256() string {
	if o.Image == nil {
		return ""
	}
	size := o.Image.Bounds().Size()
	hash := sha256.New()
	var head [8]byte
	binary.BigEndian.PutUint32(head[:4], uint32(size.X))
	binary.BigEndian.PutUint32(head[4:], uint32(size.Y))
	hash.Write(head[:])
	line := make([]byte, 3*size.X)
	for y := range size.Y {
		row := o.Image.Pix[y*o.Image.Stride:]
		for x := range size.X {
			copy(line[3*x:3*x+3], row[4*x:4*x+3])
		}
		hash.Write(line)
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// PNG returns the picture as a PNG file, the same bytes for the same pixels. It
// is encoded once; callers must not change the bytes. Safe for concurrent use.
func (o Observation) PNG() ([]byte, error) {
	if o.form == nil {
		return encodePNG(o.Image)
	}
	o.form.once.Do(func() { o.form.png, o.form.err = encodePNG(o.Image) })
	return o.form.png, o.form.err
}
