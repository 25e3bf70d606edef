// Package modelpb holds the messages and services of the model server. The Go code is
// generated from the .proto file beside it.
package modelpb

//go:generate protoc --proto_path=. --go_out=. --go_opt=paths=source_relative --go-grpc_out=. --go-grpc_opt=paths=source_relative model_server.proto
