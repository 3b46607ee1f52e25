package judge

import (
	"bytes"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	fxamackerlib "github.com/fxamacker/cbor/v2"
	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/codec/cbor/testdata/dialects/coredet"
	"github.com/assay-go/assay/codec/cbor/testdata/dialects/ctap2"
	"github.com/assay-go/assay/codec/cbor/testdata/dialects/fxamacker"
	"github.com/assay-go/assay/codec/cbor/testdata/dialects/rfc3339"
	"github.com/assay-go/assay/codec/cbor/testdata/dialects/types"
	"github.com/assay-go/assay/codec/cbor/testdata/dialects/unix"
	"github.com/assay-go/assay/codec/cbor/testdata/dialects/unixdynamic"
	"github.com/assay-go/assay/codec/cbor/testdata/dialects/unixdynamic_coredet"
	"github.com/assay-go/assay/codec/internal/keyed/keyedtest"
)

// timed returns options with a form of times.
func timed(o fxamackerlib.EncOptions, form fxamackerlib.TimeMode) fxamackerlib.EncOptions {
	o.Time = form
	return o
}

// TestLoose has fxamacker judge what interfaces hold, integers of any size, and methods, in
// all forms of times.
func TestLoose(t *testing.T) {
	det := fxamackerlib.CoreDetEncOptions()
	for _, d := range []struct {
		name    string
		entries int
		options fxamackerlib.EncOptions
		codec   keyedtest.Codec
	}{
		{"fxamacker", 1, timed(fxamackerlib.EncOptions{}, fxamackerlib.TimeRFC3339Nano), keyedtest.Of(fxamacker.AppendLooseCbor, fxamacker.MarshalLooseCbor, fxamacker.SizeLooseCbor, fxamacker.UnmarshalLooseCbor, fxamacker.DecodeLooseCbor)},
		{"coredet", 5, timed(det, fxamackerlib.TimeRFC3339Nano), keyedtest.Of(coredet.AppendLooseCbor, coredet.MarshalLooseCbor, coredet.SizeLooseCbor, coredet.UnmarshalLooseCbor, coredet.DecodeLooseCbor)},
		{"ctap2", 5, timed(fxamackerlib.CTAP2EncOptions(), fxamackerlib.TimeRFC3339Nano), keyedtest.Of(ctap2.AppendLooseCbor, ctap2.MarshalLooseCbor, ctap2.SizeLooseCbor, ctap2.UnmarshalLooseCbor, ctap2.DecodeLooseCbor)},
		{"rfc3339", 1, timed(fxamackerlib.EncOptions{}, fxamackerlib.TimeRFC3339), keyedtest.Of(rfc3339.AppendLooseCbor, rfc3339.MarshalLooseCbor, rfc3339.SizeLooseCbor, rfc3339.UnmarshalLooseCbor, rfc3339.DecodeLooseCbor)},
		{"unix", 1, timed(fxamackerlib.EncOptions{}, fxamackerlib.TimeUnix), keyedtest.Of(unix.AppendLooseCbor, unix.MarshalLooseCbor, unix.SizeLooseCbor, unix.UnmarshalLooseCbor, unix.DecodeLooseCbor)},
		{"unixdynamic", 1, timed(fxamackerlib.EncOptions{}, fxamackerlib.TimeUnixDynamic), keyedtest.Of(unixdynamic.AppendLooseCbor, unixdynamic.MarshalLooseCbor, unixdynamic.SizeLooseCbor, unixdynamic.UnmarshalLooseCbor, unixdynamic.DecodeLooseCbor)},
		{"unixdynamic_coredet", 5, timed(det, fxamackerlib.TimeUnixDynamic), keyedtest.Of(unixdynamic_coredet.AppendLooseCbor, unixdynamic_coredet.MarshalLooseCbor, unixdynamic_coredet.SizeLooseCbor, unixdynamic_coredet.UnmarshalLooseCbor, unixdynamic_coredet.DecodeLooseCbor)},
	} {
		mode, err := d.options.EncMode()
		if err != nil {
			t.Fatal(err)
		}
		d.codec.Make = func(r *rand.Rand, entries int) any { return maker{r, entries}.loose(2) }
		keyedtest.Judge{
			Name: d.name, Entries: d.entries, Marshal: mode.Marshal, Unmarshal: strict.Unmarshal, Alike: indefinite,
			Beyond: func(v any) bool { return !plain(*v.(*types.Loose)) }, Options: options,
		}.Test(t, d.codec)
	}
}

var options = cmp.Options{
	cmp.Comparer(func(x, y big.Int) bool { return x.Cmp(&y) == 0 }),
	cmp.FilterValues(func(x, y fxamackerlib.RawMessage) bool { return len(x) > 0 && len(y) > 0 }, cmp.Comparer(func(x, y fxamackerlib.RawMessage) bool { // lengths are put into what has none
		var one, other any
		return bytes.Equal(x, y) || strict.Unmarshal(x, &one) == nil && strict.Unmarshal(y, &other) == nil && fmt.Sprint(one) == fmt.Sprint(other)
	})),
	cmp.Comparer(func(x, y time.Time) bool { return x.Equal(y) || x.Sub(y).Abs() <= time.Microsecond }), // floats are rounded here, and cut there
}

// plain reports whether v holds nothing that only fxamacker has types for: tags and byte
// strings as keys; nor a NaN as a key.
func plain(x any) bool {
	switch x := x.(type) {
	case types.Loose:
		return plain(x.A) && plain(x.M) && plain(x.L) && plain(x.N) && (x.Own == nil || plain(*x.Own))
	case fxamackerlib.Tag, fxamackerlib.ByteString, fxamackerlib.SimpleValue:
		return false
	case []any:
		for _, e := range x {
			if !plain(e) {
				return false
			}
		}
	case map[string]any:
		for _, e := range x {
			if !plain(e) {
				return false
			}
		}
	case map[any]any:
		for k, e := range x {
			if k != k || !plain(k) || !plain(e) { // NaNs are not compared
				return false
			}
		}
	}
	return true
}

type maker struct {
	*rand.Rand
	entries int
}

func (m maker) loose(depth int) *types.Loose {
	v := &types.Loose{A: m.any(3), N: m.any(1), PB: m.big(), Big: *m.big(), At: time.Unix(m.Int64N(1<<33), m.Int64N(1e9)).UTC()}
	if m.IntN(3) > 0 {
		v.M = map[string]any{"key": m.any(2)}
		v.L = []any{m.any(2), m.any(1)}
		v.Raw = []fxamackerlib.RawMessage{{0x01}, {0x82, 0x01, 0x61, 'a'}, {0xf5}, {0xa0}}[m.IntN(4)]
		v.PT = new(types.Temperature)
		v.PT.Set(int8(m.Uint32()))
		v.PL = &[]int{m.IntN(9)}
		v.E = []types.Empties{{X: 1}, {S: []string{}}, {P: new(types.Empties)}, {I: types.Innermost{Y: "y"}}}[m.IntN(4)]
		v.PSt = &types.Stamp{Time: v.At.Add(time.Hour)}
		v.Behind = []*types.Behind{nil, {}, {Near: 7, Far: new(string)}, {Further: &types.Further{Furthest: []byte("f")}}}[m.IntN(4)]
		if depth > 0 {
			v.Own = m.loose(depth - 1)
		}
	}
	v.T.Set(int8(m.Uint32()))
	v.St.Time = v.At.Add(time.Second)
	return v
}

func (m maker) big() *big.Int {
	x := new(big.Int).SetUint64(m.Uint64() >> m.IntN(64))
	if m.IntN(2) == 0 {
		x.Lsh(x, uint(m.IntN(99)))
	}
	if m.IntN(2) == 0 {
		x.Neg(x)
	}
	return x
}

func (m maker) any(depth int) any {
	n := 20
	if depth == 0 {
		n = 16
	}
	switch m.IntN(n) {
	case 0:
		return nil
	case 1:
		return m.IntN(2) == 0
	case 2:
		return int(m.Int64()) >> m.IntN(64)
	case 3:
		return int8(m.Uint32())
	case 4:
		return int32(m.Uint32())
	case 5:
		return m.Uint64() >> m.IntN(64)
	case 6:
		return uint16(m.Uint32())
	case 7:
		return float32(m.IntN(9)) / 4
	case 8:
		return m.NormFloat64()
	case 9:
		return strings.Repeat("é", m.IntN(40))
	case 10:
		return bytes.Repeat([]byte{7}, m.IntN(40))
	case 11:
		return []byte(nil)
	case 12:
		return time.Unix(m.Int64N(1<<33), m.Int64N(1e9)).UTC()
	case 13:
		return *m.big()
	case 14:
		return m.big()
	case 15:
		return time.Duration(m.Int64())
	case 16:
		list := []any{}
		for range m.IntN(5) {
			list = append(list, m.any(depth-1))
		}
		return list
	case 17:
		return []string{"a", "b"}[:m.IntN(3)]
	case 18:
		all := map[string]any{}
		for range m.IntN(m.entries + 1) {
			all[strings.Repeat("k", 1+m.IntN(30))] = m.any(depth - 1)
		}
		return all
	}
	all := map[any]any{}
	for range m.IntN(m.entries + 1) {
		all[[]any{m.Uint64() >> m.IntN(64), -1 - int64(m.IntN(1000)), strings.Repeat("k", m.IntN(30)), true, float64(m.IntN(100)) + 0.5}[m.IntN(5)]] = m.any(depth - 1)
	}
	return all
}

// TestUnixDynamic reads a float as what it is, and one that was written as the microsecond.
func TestUnixDynamic(t *testing.T) {
	for _, c := range []struct {
		float float64
		want  time.Time
	}{
		{1 + 1.0/(1<<23), time.Unix(1, 119)},
		{1_700_000_000.123457, time.Unix(1_700_000_000, 123_457_000)},
		{-1.5, time.Unix(-2, 500_000_000)},
	} {
		message, err := fxamackerlib.Marshal(map[string]float64{"At": c.float})
		if err != nil {
			t.Fatal(err)
		}
		var v, theirs types.Loose
		if err := unixdynamic.UnmarshalLooseCbor(message, &v); err != nil || !v.At.Equal(c.want) {
			t.Errorf("%v is read as %v (%v), want %v", c.float, v.At, err, c.want)
		}
		if err := strict.Unmarshal(message, &theirs); err != nil || v.At.Sub(theirs.At).Abs() >= time.Microsecond {
			t.Errorf("%v is read as %v, and by fxamacker as %v (%v)", c.float, v.At, theirs.At, err)
		}
	}
}
