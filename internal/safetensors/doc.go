// Package safetensors reads and writes files of named arrays in the
// safetensors format: eight bytes with the length of the header, a JSON header
// naming the arrays, and their values, little endian, row-major.
//
// A file is checked as a whole when it is opened: every array must lie inside
// the file, have as many bytes as its shape and type ask for, and overlap no
// other; the bytes must be used up. What is wrong is reported with the name of
// the array.
//
// Files written here carry a check sum of every array in their metadata, where
// other programs pass over it; it is compared whenever the array is read.
package safetensors
