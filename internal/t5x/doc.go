// Package t5x reads checkpoint folders of the T5X training library.
//
// The nouns:
//
//   - The index is the file "checkpoint": a MessagePack document, a tree whose
//     leaves are small arrays themselves or say in which folder an array lies.
//   - An array folder is one array in the zarr format, version 2: its header
//     .zarray and its chunks, each compressed as a whole.
//   - A name is the path of a leaf in the tree of the optimizer, joined by
//     slashes: "target/decoder/decoder_norm/scale" is a parameter,
//     "state/param_states/decoder/decoder_norm/scale/v" an accumulator of
//     Adafactor, "state/step" the number of steps trained.
//
// Only what the index names is read; a folder that no leaf names is ignored.
// What is wrong is reported with the name of the array.
package t5x
