package main

import (
	"context"
	"errors"
	"fmt"

	"pix2act/episode"
	"pix2act/internal/folder"
	"pix2act/pix2struct"
	"pix2act/train"
)

// interrupted tells whether an error is that somebody stopped the program.
func interrupted(ctx context.Context, err error) bool { return err != nil && ctx.Err() != nil }

// stopped prints the document of a command that somebody stopped, if there is to be one, and gives its error back. Other errors
// have no document.
func (g *globalOptions) stopped(ctx context.Context, err error, document any) error {
	if g.JSON && interrupted(ctx, err) {
		return errors.Join(err, g.print(document))
	}
	return err
}

// trainError tells what was asked for from faults, and what to do about a folder.
func trainError(err error) error {
	for _, asked := range []error{
		train.ErrOptions, train.ErrRunExists, train.ErrForeign, train.ErrUnknownPreset, train.ErrNoExamples,
		pix2struct.ErrUnknownSize, pix2struct.ErrNoCheckpoint, episode.ErrNoData, episode.ErrUnfinished,
	} {
		if errors.Is(err, asked) {
			return usageError{err}
		}
	}
	return folderError(err, "--out")
}

// folderError says what to do about a folder that cannot be written into, with the flag that names it.
func folderError(err error, flag string) error {
	switch {
	case errors.Is(err, folder.ErrHeld):
		return fmt.Errorf("%w; wait for it, or choose another folder with %s", err, flag)
	case errors.Is(err, folder.ErrUnwritable):
		return fmt.Errorf("%w; choose another folder with %s", err, flag)
	}
	return err
}

// dataSetError tells the caller's errors about the folder of a data set from those of the disk, and names the way out: the
// flag of the folder, and the one that replaces what is there, if any.
func dataSetError(err error, folder, overwrite string) error {
	switch {
	case errors.Is(err, episode.ErrForeign):
		return usagef("%w; choose an empty or a new folder with %s", err, folder)
	case errors.Is(err, episode.ErrExists), errors.Is(err, episode.ErrUnfinished):
		if overwrite == "" {
			return usagef("%w; choose another folder with %s", err, folder)
		}
		return usagef("%w; choose another folder with %s, or replace it with %s", err, folder, overwrite)
	case errors.Is(err, episode.ErrSeeds):
		return usageError{err}
	}
	return folderError(err, folder)
}

// targetError tells what was asked for from faults of the disk, and what to do about either.
func targetError(err error) error {
	switch {
	case errors.Is(err, pix2struct.ErrForeign):
		return usageError{err}
	case errors.Is(err, folder.ErrUnwritable):
		return fmt.Errorf("%w; choose another folder to write", err)
	}
	return err
}
