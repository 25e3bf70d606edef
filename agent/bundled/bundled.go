// Package bundled embeds the checkpoint that ships with the program: a small
// Pix2Struct trained from demonstrations on the built-in and the public pages,
// by the commands in docs/agent.md.
package bundled

import (
	"embed"
	"io/fs"

	"pix2act/pix2struct"
)

//go:embed checkpoint
var files embed.FS

// Checkpoint reads the bundled checkpoint. Each call returns its own copy.
func Checkpoint() (*pix2struct.Checkpoint, error) {
	folder, err := fs.Sub(files, "checkpoint")
	if err != nil {
		return nil, err
	}
	return pix2struct.LoadFS(folder)
}
