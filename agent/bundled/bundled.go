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

// Open opens the bundled checkpoint as [pix2struct.Open] does a folder.
func Open(o pix2struct.OpenOptions) (*pix2struct.Folder, error) {
	folder, err := fs.Sub(files, "checkpoint")
	if err != nil {
		return nil, err
	}
	return pix2struct.OpenFS(folder, o)
}

// Checkpoint reads the bundled checkpoint. Each call returns its own copy.
func Checkpoint() (*pix2struct.Checkpoint, error) {
	folder, err := Open(pix2struct.OpenOptions{})
	if err != nil {
		return nil, err
	}
	return folder.Load()
}
