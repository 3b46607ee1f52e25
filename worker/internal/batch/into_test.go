package batch

import (
	"testing"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/internal/deep"
)

// A value that is kept costs no allocation of its own. One that is zeroed is zero at
// each call, of a codec with or without reuse; a used one is as the call before
// left it, and is not what a ring would hold.
func TestInto(t *testing.T) {
	for _, tc := range []struct {
		into  protocol.Into
		reuse bool
		renew bool // the codec can decode into used values
	}{
		{protocol.Zeroed, false, true}, {protocol.Zeroed, true, true}, {protocol.Zeroed, true, false},
		{protocol.Used, false, true}, {protocol.Used, true, true}, {protocol.Used, false, false},
	} {
		zero, met, calls := 0, map[*item]bool{}, map[string]int{}
		decode := func(name string) func([]byte, *item) error {
			return func(b []byte, it *item) error {
				calls[name]++
				met[it] = true
				if it.Text == "" {
					zero++
				}
				return decodeItem(b, it)
			}
		}
		c := itemCodec()
		c.Unmarshal, c.UnmarshalReuse = decode("Unmarshal"), nil
		if tc.renew {
			c.UnmarshalReuse = decode("UnmarshalReuse")
		}
		vals, inputs := items(3)
		r := New(Config[item]{Codec: c, Values: vals, Inputs: inputs, Equal: deep.Equal[item](), Reuse: tc.reuse, Into: tc.into}).(*runner[item])
		for _, op := range []protocol.Op{protocol.Unmarshal, protocol.RoundTrip, protocol.Compared} {
			loop, err := r.prepare(op, 1)
			if err != nil {
				t.Fatal(err)
			}
			clear(met)
			clear(calls)
			zero = 0
			if err := loop(30); err != nil {
				t.Fatal(err)
			}
			want, of := 0, "Unmarshal"
			if tc.into == protocol.Zeroed {
				want = 30
			} else if tc.renew {
				of = "UnmarshalReuse"
			}
			if zero != want || len(met) != 1 || calls[of] != 30 || len(calls) != 1 {
				t.Errorf("%+v, %s: %d of 30 calls met a zero value, %d values, calls %v", tc, op, zero, len(met), calls)
			}
		}
		if tc.reuse {
			fresh := New(Config[item]{Codec: itemCodec(), Values: vals, Inputs: inputs, Reuse: true, Into: protocol.New})
			if a, err := fresh.Allocs(protocol.Unmarshal, 300); err != nil || a.AllocsPerOp != 2 {
				t.Errorf("into new values: %v allocations, %v", a.AllocsPerOp, err)
			}
		}
		a, err := r.Allocs(protocol.Unmarshal, 300)
		if err != nil {
			t.Fatal(err)
		}
		if a.AllocsPerOp != 1 { // the text
			t.Errorf("%+v: %v allocations", tc, a.AllocsPerOp)
		}
	}
}
