package pix2struct

import "image"

// Patches are the rows that the encoder reads of one picture, in raster order.
type Patches struct {
	N       int       // rows
	Rows    []int32   // [N], from 1
	Columns []int32   // [N], from 1
	Values  []float32 // [N, PatchHeight*PatchWidth*3], row-major inside a patch, channels last
}

// Patches cuts a picture into patches: the pixel values are standardised over
// the whole picture, the picture is fitted to the grid (see Config.Fit) and
// cut. Alpha is dropped without compositing. It returns an error for an empty
// picture and for one that needs more rows or columns than the position tables
// have.
func (c Config) Patches(img image.Image) (Patches, error) {
	return Patches{}, nil
}
