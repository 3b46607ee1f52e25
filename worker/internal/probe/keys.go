package probe

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"iter"
)

// byHand returns a message with a key that nobody knows, and with its first key twice,
// in formats with keys that are known. What is put in stands first, so that a reader
// that takes the last of two has the value that was written.
func byHand(format string, m []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		f := map[string]func([]byte) (unknown, twice []byte){
			"json": jsonKeys, "msgpack": msgpackKeys, "cbor": cborKeys, "bson": bsonKeys, "protobuf": protobufKeys,
		}[format]
		if f == nil {
			return
		}
		unknown, twice := f(m)
		if unknown == nil || !yield(Unknown, unknown) || twice == nil {
			return
		}
		yield(Twice, twice)
	}
}

func jsonKeys(m []byte) (unknown, twice []byte) {
	if len(m) < 2 || m[0] != '{' {
		return nil, nil
	}
	rest := m[1:]
	unknown = append([]byte(`{"zz of nobody":[1,{"a":null}],`), rest...)
	if key, _, ok := bytes.Cut(rest, []byte(":")); ok && len(key) > 0 && key[0] == '"' {
		twice = fmt.Appendf(nil, "{%s:null,%s", key, rest)
	}
	return unknown, twice
}

// msgpackKeys knows maps of fewer than 15 entries, and of 16 bits.
func msgpackKeys(m []byte) (unknown, twice []byte) {
	var head, rest []byte
	switch {
	case len(m) > 1 && m[0] >= 0x80 && m[0] < 0x8f:
		head, rest = []byte{m[0] + 1}, m[1:]
	case len(m) > 3 && m[0] == 0xde:
		head, rest = binary.BigEndian.AppendUint16([]byte{0xde}, binary.BigEndian.Uint16(m[1:])+1), m[3:]
	default:
		return nil, nil
	}
	unknown = joined(head, []byte("\xa2zz\x92\x01\x81\xa1a\xc0"), rest)
	if n := int(rest[0]); n >= 0xa0 && n <= 0xbf && len(rest) > n-0xa0 {
		twice = joined(head, rest[:1+n-0xa0], []byte{0xc0}, rest)
	}
	return unknown, twice
}

// cborKeys knows maps of fewer than 23 entries.
func cborKeys(m []byte) (unknown, twice []byte) {
	if len(m) < 2 || m[0] < 0xa0 || m[0] >= 0xb7 {
		return nil, nil
	}
	head, rest := []byte{m[0] + 1}, m[1:]
	unknown = joined(head, []byte("\x62zz\x82\x01\xa1\x61a\xf6"), rest)
	if n := int(rest[0]); n >= 0x60 && n <= 0x77 && len(rest) > n-0x60 {
		twice = joined(head, rest[:1+n-0x60], []byte{0xf6}, rest)
	}
	return unknown, twice
}

func bsonKeys(m []byte) (unknown, twice []byte) {
	if len(m) < 5 || int(binary.LittleEndian.Uint32(m)) != len(m) {
		return nil, nil
	}
	with := func(elem ...[]byte) []byte {
		out := joined(append(append([][]byte{make([]byte, 4)}, elem...), m[4:])...)
		binary.LittleEndian.PutUint32(out, uint32(len(out)))
		return out
	}
	unknown = with([]byte("\x10zz\x00\x01\x00\x00\x00"))
	if key, _, ok := bytes.Cut(m[5:], []byte{0}); ok && m[4] != 0 {
		twice = with([]byte{0x0a}, key, []byte{0}) // a null
	}
	return unknown, twice
}

// protobufKeys has the first field twice where it is a varint or has a length: as the
// format has it, the last counts.
func protobufKeys(m []byte) (unknown, twice []byte) {
	unknown = joined([]byte("\xc0\x3e\x01"), m) // field 1000
	tag, n := binary.Uvarint(m)
	if n <= 0 {
		return unknown, nil
	}
	v, k := binary.Uvarint(m[n:])
	switch {
	case k <= 0:
	case tag&7 == 0:
		twice = joined(m[:n+k], m)
	case tag&7 == 2 && v <= uint64(len(m)-n-k):
		twice = joined(m[:n+k+int(v)], m)
	}
	return unknown, twice
}

func joined(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
