// Package worker is the child process that verifies serializers and then
// measures them. An emitted main package registers adapters and calls [Main];
// the command steers over two descriptors, as package worker/protocol
// describes.
//
// The process does nothing between requests. It takes no decision that shapes a
// figure: how often, in which order and for how long is the command's affair.
// It imports the standard library only, since it is built into users' modules.
//
// Adapters and requests enter; verdicts and timings leave.
//
// Unstable: names may change in a minor version.
package worker
