// Package msgpacktest has what tests know of MessagePack beside its routines.
package msgpacktest

import (
	"github.com/assay-go/assay/codec/internal/keyed/keyedrt"
	"github.com/assay-go/assay/codec/msgpack/internal/msgpackrt"
)

// Twice reports whether a map in b has a name twice, or b is no value: of such a member the last
// counts in the code, while some libraries read it into what they read before.
func Twice(b []byte) bool {
	_, twice := twiceAt(b, 0)
	return twice
}

func twiceAt(b []byte, i int) (after int, twice bool) {
	kind, count, at := keyedrt.Head(b, i, &msgpackrt.Heads)
	switch kind {
	case keyedrt.KindList:
		for ; count > 0 && at >= 0; count-- {
			if at, twice = twiceAt(b, at); twice {
				return at, true
			}
		}
	case keyedrt.KindMap:
		names := map[string]bool{}
		for ; count > 0 && at >= 0; count-- {
			start := at
			if at = keyedrt.Skip(b, at, &msgpackrt.Heads); at < 0 || names[string(b[start:at])] {
				return at, true
			}
			names[string(b[start:at])] = true
			if at, twice = twiceAt(b, at); twice {
				return at, true
			}
		}
	default:
		at = keyedrt.Skip(b, i, &msgpackrt.Heads)
	}
	return at, at < 0
}
