//go:build long

package verify

const (
	allHonest   = true
	timedRounds = 200
)
