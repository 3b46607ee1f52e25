package msgpack_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-go/assay/codec/internal/keyed/keyedrt"
	"github.com/assay-go/assay/codec/msgpack/internal/msgpackrt"
	"github.com/assay-go/assay/internal/filetest"
)

// TestVectors reads and writes the values of msgpack-test-suite 1.0.0 (npm, of kawanet, MIT):
// each of its encodings is passed over to its end and read to its value, none of their
// beginnings is, and what is written is one of them.
func TestVectors(t *testing.T) {
	text := filetest.Read(t, "testdata/vectors/msgpack-test-suite.json")
	var suite map[string][]struct {
		Bool      *bool
		Number    *json.Number
		Bignum    *string
		String    *string
		Binary    *string
		Timestamp *[2]int64
		Msgpack   []string
	}
	if err := json.Unmarshal(text, &suite); err != nil {
		t.Fatal(err)
	}
	values, encodings := 0, 0
	for name, list := range suite {
		for _, v := range list {
			values++
			var all []string
			for _, s := range v.Msgpack {
				encodings++
				b := unhex(t, s)
				all = append(all, string(b))
				if i := keyedrt.Skip(b, 0, &msgpackrt.Heads); i != len(b) {
					t.Errorf("%s %s: passed over %d of %d bytes", name, s, i, len(b))
				}
				for k := range b {
					if i := keyedrt.Skip(b[:k], 0, &msgpackrt.Heads); i >= 0 {
						t.Errorf("%s %s: %d of %d bytes are taken for a value", name, s, k, len(b))
					}
				}
				switch {
				case v.Bool != nil:
					if x, i := msgpackrt.GetBool(b, 0); i != 1 || x != *v.Bool {
						t.Errorf("%s: %v %d", s, x, i)
					}
				case v.String != nil:
					if x, i := msgpackrt.GetString(b, 0); i != len(b) || string(x) != *v.String {
						t.Errorf("%s: %q %d", s, x, i)
					}
				case v.Binary != nil:
					if x, i := msgpackrt.GetBytes(b, 0); i != len(b) || string(x) != string(unhex(t, *v.Binary)) {
						t.Errorf("%s: %x %d", s, x, i)
					}
				case v.Timestamp != nil:
					if x, i := msgpackrt.GetTime(b, 0); i != len(b) || !x.Equal(time.Unix(v.Timestamp[0], v.Timestamp[1])) {
						t.Errorf("%s: %v %d", s, x, i)
					}
				case v.Number != nil:
					f, _ := v.Number.Float64()
					if x, i := keyedrt.GetFloat64(b, 0, &msgpackrt.Heads); v.Bignum == nil && (i != len(b) || x != f) {
						t.Errorf("%s: %v %d", s, x, i)
					}
					if n, err := v.Number.Int64(); err == nil && b[0] != 0xca && b[0] != 0xcb {
						if x, i := keyedrt.GetInt(b, 0, &msgpackrt.Heads); i != len(b) || x != n {
							t.Errorf("%s: %v %d, want %d", s, x, i, n)
						}
					}
				}
			}
			out := make([]byte, 256)
			var written []int
			write := func(n int) { written = append(written, n) }
			switch {
			case v.String != nil:
				write(msgpackrt.PutString(out, 0, *v.String))
			case v.Binary != nil:
				write(msgpackrt.PutBytes(out, 0, unhex(t, *v.Binary)))
			case v.Timestamp != nil:
				write(msgpackrt.PutTimestamp(out, 0, time.Unix(v.Timestamp[0], v.Timestamp[1])))
			case v.Number != nil:
				if x, err := v.Number.Int64(); err == nil {
					write(msgpackrt.PutInt(out, 0, x))
					if !slices.Contains(all, string(out[:written[0]])) {
						t.Errorf("%s: writes %x, not one of %v", name, out[:written[0]], v.Msgpack)
					}
					written = nil
					write(msgpackrt.PutCompact(out, 0, x))
				}
			}
			if len(written) > 0 && !slices.Contains(all, string(out[:written[0]])) {
				t.Errorf("%s: writes %x, not one of %v", name, out[:written[0]], v.Msgpack)
			}
		}
	}
	if values != 85 || encodings != 233 {
		t.Errorf("%d values, %d encodings", values, encodings)
	}
}

// The shortest forms end where the specification says.
func TestEndsOfIntegers(t *testing.T) {
	for _, test := range []struct {
		write func(b []byte, n int, x int64) int
		x     int64
		want  string
	}{
		{msgpackrt.PutInt, -33, "d0 df"}, {msgpackrt.PutInt, -32, "e0"}, {msgpackrt.PutInt, -1, "ff"},
		{msgpackrt.PutInt, 0, "00"}, {msgpackrt.PutInt, 127, "7f"}, {msgpackrt.PutInt, 128, "d1 00 80"},
		{msgpackrt.PutInt, -128, "d0 80"}, {msgpackrt.PutInt, -129, "d1 ff 7f"},
		{msgpackrt.PutInt, 1<<15 - 1, "d1 7f ff"}, {msgpackrt.PutInt, 1 << 15, "d2 00 00 80 00"},
		{msgpackrt.PutInt, 1<<31 - 1, "d2 7f ff ff ff"}, {msgpackrt.PutInt, 1 << 31, "d3 00 00 00 00 80 00 00 00"},
		{msgpackrt.PutCompact, -1, "ff"}, {msgpackrt.PutCompact, 127, "7f"}, {msgpackrt.PutCompact, 128, "cc 80"},
		{msgpackrt.PutCompact, 255, "cc ff"}, {msgpackrt.PutCompact, 256, "cd 01 00"},
		{msgpackrt.PutCompact, 1<<16 - 1, "cd ff ff"}, {msgpackrt.PutCompact, 1 << 16, "ce 00 01 00 00"},
		{msgpackrt.PutCompact, 1<<32 - 1, "ce ff ff ff ff"}, {msgpackrt.PutCompact, 1 << 32, "cf 00 00 00 01 00 00 00 00"},
	} {
		b := make([]byte, 16)
		if n := test.write(b, 0, test.x); fmt.Sprintf("% x", b[:n]) != test.want {
			t.Errorf("%d is written as % x, want %s", test.x, b[:n], test.want)
		}
	}
}

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, "-", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}
