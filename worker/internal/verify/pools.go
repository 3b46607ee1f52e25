//go:build !race

package verify

// poolsDrop is whether pools let go of what they are given, at random.
const poolsDrop = false
