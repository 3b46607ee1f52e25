package subjects

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/codec/internal/keyed/keyedtest"
)

// TestSized has the bytes of vmihailenco/msgpack, which judges the dialect in the long tests.
func TestSized(t *testing.T) {
	for _, test := range []struct {
		name  string
		value Sized
		want  string // behind the numbers
	}{
		{"what is nil", Sized{}, "\xa1j\xc0\xa1k\xc0\xa1l\xc0\xa1m\xc7\x0c\xff\x00\x00\x00\x00\xff\xff\xff\xf1\x88\x6e\x09\x00"},
		{
			"what is not", Sized{
				J: []any{int8(-1), int16(2), int32(3), int64(4), uint8(5), uint16(6), uint32(7), uint64(8), "x", true, nil},
				K: []string{}, L: map[string]int{"n": 300}, M: time.Unix(1, 0),
			},
			"\xa1j\x9b\xd0\xff\xd1\x00\x02\xd2\x00\x00\x00\x03\xd3\x00\x00\x00\x00\x00\x00\x00\x04" +
				"\xcc\x05\xcd\x00\x06\xce\x00\x00\x00\x07\xcf\x00\x00\x00\x00\x00\x00\x00\x08\xa1x\xc3\xc0" +
				"\xa1k\x90\xa1l\x81\xa1n\xcd\x01\x2c\xa1m\xd6\xff\x00\x00\x00\x01",
		},
	} {
		v := test.value
		v.A, v.B, v.C, v.D, v.E, v.F, v.G, v.H, v.I = -1, 2, 3, 4, 5, 6, 7, 8, 9
		numbers := "\x8d\xa1a\xd0\xff\xa1b\xd1\x00\x02\xa1c\xd2\x00\x00\x00\x03\xa1d\xd3\x00\x00\x00\x00\x00\x00\x00\x04" +
			"\xa1e\xcc\x05\xa1f\xcd\x00\x06\xa1g\xce\x00\x00\x00\x07\xa1h\xcf\x00\x00\x00\x00\x00\x00\x00\x08\xa1i\x09"
		b, err := MarshalSizedMsgpack(&v)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff([]byte(numbers+test.want), b); d != "" {
			t.Errorf("%s: (-want +got)\n%s", test.name, d)
		}
		var back Sized
		if err := UnmarshalSizedMsgpack(b, &back); err != nil {
			t.Fatal(err)
		}
		if len(v.J) > 0 && !keyedtest.Equal(&v, &back) {
			t.Errorf("%s: (-want +got)\n%s", test.name, cmp.Diff(v, back))
		}
	}
}
