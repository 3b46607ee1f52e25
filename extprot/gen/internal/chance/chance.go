// Package chance is what generated code makes random values by, as package support is
// what all of it shares.
package chance

//lint:file-ignore U1000 Generated code uses these declarations.

import (
	"math"
	"math/rand/v2"
)

// randomInt is of any length on the wire.
func randomInt(r *rand.Rand) int64 { return int64(r.Uint64()) >> r.IntN(64) }

func randomFloat(r *rand.Rand) float64 { return math.Float64frombits(r.Uint64()) }

// randomString is text of up to 31 letters.
func randomString(r *rand.Rand) string {
	b := make([]byte, r.IntN(32))
	for i := range b {
		b[i] = 'a' + byte(r.IntN(26))
	}
	return string(b)
}
