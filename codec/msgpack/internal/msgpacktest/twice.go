// Package msgpacktest has what tests know of MessagePack beside its routines.
package msgpacktest

import "github.com/assay-go/assay/codec/msgpack/internal/msgpackrt"

// Twice reports whether a map in b has a name twice, or b is no value: of such a member the last
// counts in the code, while some libraries read it into what they read before.
func Twice(b []byte) bool {
	_, twice := twiceAt(b, 0)
	return twice
}

func twiceAt(b []byte, i int) (after int, twice bool) {
	switch part, at := msgpackrt.AnyPart(b, i); part {
	case 1:
		count, at := msgpackrt.GetList(b, at, 1)
		for ; count > 0 && at >= 0; count-- {
			if at, twice = twiceAt(b, at); twice {
				return at, true
			}
		}
		return at, at < 0
	case 2:
		count, at := msgpackrt.GetMap(b, at, 2)
		names := map[string]bool{}
		for ; count > 0 && at >= 0; count-- {
			start := at
			if at = msgpackrt.Skip(b, at); at < 0 || names[string(b[start:at])] {
				return at, true
			}
			names[string(b[start:at])] = true
			if at, twice = twiceAt(b, at); twice {
				return at, true
			}
		}
		return at, at < 0
	default:
		if at >= 0 {
			at = msgpackrt.Skip(b, at)
		}
		return at, at < 0
	}
}
