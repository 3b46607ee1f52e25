package verify

import (
	"bytes"
	"fmt"
	"runtime/debug"
	"runtime/metrics"
	"strings"

	"github.com/assay-go/assay/internal/worker/protocol"
)

// How much broken input a case meets: bytes decoded in all, encodings that are
// broken, and inputs made of one in each way. Memory is beyond the input's worth
// when one call allocates more than attackRoom and attackTimes what it was given.
const (
	attackBytes  = 1 << 20
	attackValues = 2
	attackTries  = 400
	attackRoom   = 1 << 20
	attackTimes  = 256
)

// Attack decodes broken input: encodings cut off at each byte, with bytes behind
// them, and with single bits flipped. It says what is accepted that should not
// be, what panics and what takes memory out of all proportion. The process may
// die of it. All findings are of the kind BrokenInput.
func Attack(c Case, list []protocol.Sample) []protocol.Finding {
	a := attack{run: &run{Case: c}, codec: c.Open()}
	a.reuses = c.Reuse && a.codec.UnmarshalReuse != nil
	for _, s := range list[:min(len(list), attackValues)] {
		a.sound = s.Encoded
		a.truncate(s.Encoded)
		a.extend(s.Encoded)
		a.flip(s.Encoded)
	}
	return a.list
}

// BrokenInput is the kind of finding that Attack makes.
const BrokenInput = "broken input"

func (a *attack) note(what string) {
	for _, f := range a.list {
		if f.Detail == what || strings.HasPrefix(f.Detail, "panics") && strings.HasPrefix(what, "panics") {
			return
		}
	}
	a.list = append(a.list, protocol.Finding{Kind: BrokenInput, Detail: what})
}

type attack struct {
	*run
	codec  Codec
	reuses bool
	sound  []byte // what used values are decoded from
	list   []protocol.Finding
}

// attempt decodes data and returns the codec's error. Panics and excess are
// noted as findings.
func (a *attack) attempt(data []byte) (err error) {
	in := guardedInput(data)
	before := allocated()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
			a.note("panics" + PanickedIn(string(debug.Stack())))
			a.codec = a.Open()
		}
		if used := allocated() - before; used > attackRoom && used > attackTimes*uint64(len(data)) {
			a.note("takes memory beyond its worth")
		}
	}()
	v := a.New()
	if a.reuses && a.codec.Unmarshal(guardedInput(a.sound), v) == nil {
		return a.codec.UnmarshalReuse(in, v)
	}
	return a.codec.Unmarshal(in, v)
}

func allocated() uint64 {
	s := [1]metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s[:])
	return s[0].Value.Uint64()
}

// tries is how many inputs as long as b are made in one way.
func tries(b []byte) int { return min(attackTries, max(8, attackBytes/(len(b)+1))) }

func (a *attack) truncate(b []byte) {
	n := min(tries(b), len(b))
	for k := range n {
		if a.attempt(b[:k*len(b)/n]) == nil {
			a.note("accepted when truncated")
		}
	}
}

func (a *attack) extend(b []byte) {
	for _, more := range [][]byte{{0}, {0xFF}, bytes.Repeat([]byte{0x55}, 9), b} {
		if a.attempt(append(bytes.Clone(b), more...)) == nil {
			a.note("trailing bytes ignored")
		}
	}
}

func (a *attack) flip(b []byte) {
	n := min(tries(b), 8*len(b))
	for k := range n {
		bit := k * 8 * len(b) / n
		broken := bytes.Clone(b)
		broken[bit/8] ^= 1 << (bit % 8)
		a.attempt(broken)
	}
}
