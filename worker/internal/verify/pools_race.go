//go:build race

package verify

// poolsDrop: under the race detector a sync.Pool lets go of some of what it is given,
// at random, and allocations do not repeat.
const poolsDrop = true
