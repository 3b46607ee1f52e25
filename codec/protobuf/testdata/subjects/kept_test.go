package subjects

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
)

// TestKept reads fields that a message does not have, and writes them again behind all
// others, with the shortest tag, at each level.
func TestKept(t *testing.T) {
	in := "\x08\x05" + "\xf8\x80\x00\x07" + "\x12\x05\x7a\x01x\x08\x01" + "\x0d\x01\x02\x03\x04" + "\x1a\x03\x7a\x01y" + "\x2b\x08\x01\x2c"
	want := "\x08\x05" + "\x12\x05\x08\x01\x7a\x01x" + "\x1a\x03\x7a\x01y" + "\x78\x07" + "\x0d\x01\x02\x03\x04" + "\x2b\x08\x01\x2c"
	v := Kept{A: 7, Rest: []byte("old")}
	if err := UnmarshalKeptProtobuf([]byte(in), &v); err != nil {
		t.Fatal(err)
	}
	got, err := MarshalKeptProtobuf(&v)
	if err != nil || string(got) != want {
		t.Errorf("%x, %v\nwant %x", got, err, want)
	}
	if size := SizeKeptProtobuf(&v); size != len(want) {
		t.Errorf("the size is %d", size)
	}
	if err := MergeKeptProtobuf([]byte("\x78\x08"), &v); err != nil || !bytes.HasSuffix(v.Rest, []byte("\x2c\x78\x08")) {
		t.Errorf("%x, %v", v.Rest, err)
	}
	if err := UnmarshalKeptProtobuf(nil, &v); err != nil || v.Rest != nil {
		t.Errorf("what was kept of an earlier message is there: %x, %v", v.Rest, err)
	}
}

// TestAbsent leaves a list that writes itself out where it is nil, but gogo's customtype, and
// reads one that is empty as that.
func TestAbsent(t *testing.T) {
	for want, v := range map[string]Allowed{
		"\x12\x00":                      {},
		"\x0a\x00\x12\x00":              {Verbs: Verbs{}},
		"\x0a\x03get\x12\x0alist watch": {Verbs: Verbs{"get"}, Custom: Verbs{"list", "watch"}},
	} {
		got, err := MarshalAllowedProtobuf(&v)
		if err != nil || string(got) != want {
			t.Errorf("%v is %q, %v; want %q", v, got, err, want)
		}
		back := Allowed{Verbs: Verbs{"old"}}
		if err := UnmarshalAllowedProtobuf([]byte(want), &back); err != nil || !slices.Equal(back.Verbs, v.Verbs) || (back.Verbs == nil) != (v.Verbs == nil) {
			t.Errorf("%q is %#v, %v", want, back, err)
		}
	}
}

// TestStrict refuses what the type does not have, and a field of another wire type.
func TestStrict(t *testing.T) {
	for in, want := range map[string]string{"\x08\x01": "", "\x08\x01\x78\x01": "field 15", "\x0d\x01\x02\x03\x04": "field 1"} {
		err := UnmarshalNarrowProtobuf([]byte(in), new(Narrow))
		if (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%x: %v", in, err)
		}
	}
}

// TestRequired refuses messages without what they need, in both directions.
func TestRequired(t *testing.T) {
	one := int32(1)
	for _, v := range []Needed{{}, {A: &one, C: new(Needed)}} {
		if b, err := MarshalNeededProtobuf(&v); !errors.Is(err, errKeptProtobufRequired) {
			t.Errorf("%x, %v", b, err)
		}
	}
	b, err := MarshalNeededProtobuf(&Needed{A: &one, C: &Needed{A: &one}})
	if err != nil || string(b) != "\x08\x01\x10\x00\x1a\x04\x08\x01\x10\x00" {
		t.Errorf("%x, %v", b, err)
	}
	for in, ok := range map[string]bool{"": false, "\x08\x01": false, "\x10\x01": false, "\x08\x01\x10\x00": true, "\x08\x01\x10\x00\x1a\x02\x08\x01": false} {
		if err := UnmarshalNeededProtobuf([]byte(in), new(Needed)); (err == nil) != ok {
			t.Errorf("%x: %v", in, err)
		}
	}
}
