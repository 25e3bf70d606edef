// Package serve puts a policy behind a network address, and makes a policy of such
// addresses.
//
// The service is the ModelServer of the reference implementation of Pix2Act (gRPC, package
// pix2act): a request holds pictures, the answer a beam for each, the best prediction last.
// Beside it stand ModelCard (which bins the model speaks, which weights it has), the
// standard health service and reflection.
//
// A [Server] joins what its clients ask at the same time into batches, and says no, in
// the terms of gRPC, to what it cannot do: broken or huge pictures (InvalidArgument), more
// than it can queue (ResourceExhausted). A [Client] is a gui.Policy over one server
// or several, of which some may die.
package serve
