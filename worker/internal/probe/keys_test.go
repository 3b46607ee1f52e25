package probe

import (
	"maps"
	"testing"
)

// What is made of a message has one entry more, and the message's own behind it.
func TestByHand(t *testing.T) {
	for _, test := range []struct{ format, message, unknown, twice string }{
		{"json", `{"a":1}`, `{"zz of nobody":[1,{"a":null}],"a":1}`, `{"a":null,"a":1}`},
		{"msgpack", "\x81\xa1a\x01", "\x82\xa2zz\x92\x01\x81\xa1a\xc0\xa1a\x01", "\x82\xa1a\xc0\xa1a\x01"},
		{"msgpack", "\xde\x00\x01\xa1a\x01", "\xde\x00\x02\xa2zz\x92\x01\x81\xa1a\xc0\xa1a\x01", "\xde\x00\x02\xa1a\xc0\xa1a\x01"},
		{"cbor", "\xa1\x61a\x01", "\xa2\x62zz\x82\x01\xa1\x61a\xf6\x61a\x01", "\xa2\x61a\xf6\x61a\x01"},
		{"bson", "\x0c\x00\x00\x00\x10a\x00\x07\x00\x00\x00\x00", "\x14\x00\x00\x00\x10zz\x00\x01\x00\x00\x00\x10a\x00\x07\x00\x00\x00\x00", "\x0f\x00\x00\x00\x0aa\x00\x10a\x00\x07\x00\x00\x00\x00"},
		{"protobuf", "\x08\x07\x12\x01x", "\xc0\x3e\x01\x08\x07\x12\x01x", "\x08\x07\x08\x07\x12\x01x"},
		{"protobuf", "\x12\x01x", "\xc0\x3e\x01\x12\x01x", "\x12\x01x\x12\x01x"},
		{"msgpack", "\x8f\xa1a\x01", "", ""},    // one more entry has another head
		{"msgpack", "\x93\x01\x02\x03", "", ""}, // a list has no keys
		{"mus", "\x01", "", ""},
	} {
		got := maps.Collect(byHand(test.format, []byte(test.message)))
		if string(got[Unknown]) != test.unknown || string(got[Twice]) != test.twice {
			t.Errorf("%s %q:\n%q\n%q, want\n%q\n%q", test.format, test.message, got[Unknown], got[Twice], test.unknown, test.twice)
		}
	}
}
