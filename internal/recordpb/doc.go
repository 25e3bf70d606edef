// Package recordpb holds the messages of the record files: training examples
// and whole episodes. The Go code is generated from the .proto files beside it.
package recordpb

//go:generate protoc --proto_path=. --go_out=. --go_opt=paths=source_relative example.proto episode.proto
