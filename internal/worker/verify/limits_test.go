//go:build !long

package verify

// How much the honest suite does: see TestHonestCodecsPass.
const (
	allHonest   = false
	timedRounds = 10
)
