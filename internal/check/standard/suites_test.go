package standard_test

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/assay-go/assay/internal/check/standard"
	"github.com/assay-go/assay/internal/check/standard/suites"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/internal/worker/workertest"
)

var update = flag.Bool("update", false, "write the suites anew")

// The suites are what their originals say, which stand with the codecs of the formats.
func TestSuites(t *testing.T) {
	for format, lines := range map[string][]string{"json": jsonSuite(t), "cbor": cborSuite(t), "msgpack": msgpackSuite(t), "protobuf": protobufSuite()} {
		text := strings.Join(lines, "\n") + "\n"
		file := "suites/" + format + ".txt.gz"
		if *update {
			var b bytes.Buffer
			z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
			io.WriteString(z, text)
			z.Close()
			filetest.Write(t, file, b.Bytes())
		}
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		if data, err := io.ReadAll(z); err != nil || string(data) != text {
			t.Errorf("%s is not what its original says (%v): run this test with -update", file, err)
		}
		if *update {
			continue // the package has those of before
		}
		s, err := standard.SuiteOf(format, "")
		if err != nil || len(s.Cases) != len(lines) {
			t.Errorf("%s: %v, %d cases of %d", format, err, len(s.Cases), len(lines))
		}
	}
}

// BSON's suite is read from a folder of its authors'.
func TestSuiteOfBSON(t *testing.T) {
	dir := t.TempDir()
	if _, err := standard.SuiteOf("bson", dir); err == nil || !strings.Contains(err.Error(), "--suite") {
		t.Errorf("an empty folder: %v", err)
	}
	const doc = `{"valid": [{"description": "True", "canonical_bson": "090000000862000100", "degenerate_bson": "0900000008620001"}],
		"decodeErrors": [{"description": "Invalid boolean value of 2", "bson": "090000000862000200"}]}`
	filetest.Write(t, filepath.Join(dir, "boolean.json"), doc)
	s, err := standard.SuiteOf("bson", dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range s.Cases {
		got = append(got, line(c.Want, c.Input, c.Like, c.Name))
	}
	want := []string{
		"accept 090000000862000100 - boolean: True", "accept 0900000008620001 090000000862000100 boolean: True, degenerate",
		"refuse 090000000862000200 - boolean: Invalid boolean value of 2",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func line(want string, input, like []byte, name string) string {
	other := "-"
	if like != nil {
		other = hex.EncodeToString(like)
	}
	return fmt.Sprintf("%s %x %s %s", want, input, other, name)
}

func original(t *testing.T, file string) []byte {
	t.Helper()
	data := filetest.Read(t, "../../../codec/"+file)
	return data
}

// jsonSuite is the cases of JSONTestSuite, each the value of a field.
func jsonSuite(t *testing.T) (lines []string) {
	z, err := gzip.NewReader(bytes.NewReader(original(t, "json/testdata/subjects/testdata/JSONTestSuite/testdata.json.gz")))
	if err != nil {
		t.Fatal(err)
	}
	var cases map[string][]byte
	if err := json.NewDecoder(z).Decode(&cases); err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(cases)) {
		want := map[byte]string{'y': "accept", 'n': "refuse", 'i': "either"}[name[0]]
		if strings.Contains(name, "huge_exp") || strings.HasSuffix(name, "overflow") { // RFC 8259, section 9: an implementation may set limits
			want = "either"
		}
		lines = append(lines, line(want, slices.Concat([]byte(`{"V":`), cases[name], []byte("}")), nil, name))
	}
	return lines
}

// cborSuite is the vectors of RFC 8949, each the value of a field.
func cborSuite(t *testing.T) (lines []string) {
	for text := range strings.Lines(string(original(t, "cbor/testdata/vectors/rfc8949.txt"))) {
		encodings, name, _ := strings.Cut(strings.TrimSpace(text), " # ")
		parts := strings.Fields(encodings)
		if len(parts) == 0 || parts[0] == "#" {
			continue
		}
		want, field := map[string]string{"good": "accept", "bad": "refuse"}[parts[0]], []byte{0xa1, 0x61, 'V'}
		var found [2][]byte
		for i, p := range parts[1:] {
			data, err := hex.DecodeString(p)
			if err != nil {
				t.Fatal(err)
			}
			found[i] = append(slices.Clone(field), data...)
		}
		if bytes.Equal(found[0], found[1]) {
			found[1] = nil
		}
		lines = append(lines, line(want, found[0], found[1], name))
	}
	return lines
}

// msgpackSuite is the encodings of msgpack-test-suite, each the value of a field. The first
// of a value is what the others mean too. Extensions are an application's, and may be refused.
func msgpackSuite(t *testing.T) (lines []string) {
	var groups map[string][]map[string]any
	if err := json.Unmarshal(original(t, "msgpack/testdata/vectors/msgpack-test-suite.json"), &groups); err != nil {
		t.Fatal(err)
	}
	for _, group := range slices.Sorted(maps.Keys(groups)) {
		for _, value := range groups[group] {
			want := "accept"
			if value["ext"] != nil {
				want = "either"
			}
			var first []byte
			for _, encoding := range value["msgpack"].([]any) {
				data, err := hex.DecodeString(strings.ReplaceAll(encoding.(string), "-", ""))
				if err != nil {
					t.Fatal(err)
				}
				data = append([]byte{0x81, 0xa1, 'V'}, data...)
				lines = append(lines, line(want, data, first, strings.TrimSuffix(group, ".yaml")+": "+encoding.(string)))
				if first == nil {
					first = data
				}
			}
		}
	}
	return lines
}

// scalar is a type of Protocol Buffers' language: its name, the words of the names of
// TestAllTypesProto3's fields, and values as the suite writes them, the second as what is
// no default.
type scalar struct {
	name, field string
	wire        protowire.Type
	values      []coded
}

// coded is what the suite writes of a value, and what is to be read.
type coded struct {
	data  []byte
	value any
}

// integers are varints of what an integer type reads as their values.
func integers[T any](values map[uint64]T) (list []coded) {
	for _, n := range slices.Sorted(maps.Keys(values)) {
		list = append(list, coded{protowire.AppendVarint(nil, n), values[n]})
	}
	return list
}

func fixed32[T any](values map[uint32]T) (list []coded) {
	for _, n := range slices.Sorted(maps.Keys(values)) {
		list = append(list, coded{protowire.AppendFixed32(nil, n), values[n]})
	}
	return list
}

func fixed64[T any](values map[uint64]T) (list []coded) {
	for _, n := range slices.Sorted(maps.Keys(values)) {
		list = append(list, coded{protowire.AppendFixed64(nil, n), values[n]})
	}
	return list
}

// delimited are texts, and bytes.
func delimited[T string | []byte](values ...T) (list []coded) {
	for _, v := range values {
		list = append(list, coded{protowire.AppendBytes(nil, []byte(v)), v})
	}
	return list
}

// long is a varint of some bytes more than it needs.
func long(n uint64, more int) []byte {
	data := protowire.AppendVarint(nil, n)
	data[len(data)-1] |= 0x80
	return append(append(data, bytes.Repeat([]byte{0x80}, more-1)...), 0)
}

// scalars are the suite's types, each with the values of its TestValidDataForType.
func scalars() []scalar {
	const (
		narrow = 1<<33 - 1
		minus1 = math.MaxInt64     // cut to 32 bits
		plus1  = uint64(1)<<63 | 1 // likewise
	)
	overlong := func(value any) []coded { return []coded{{long(12345, 2), value}, {long(12345, 7), value}} }
	message := protowire.AppendVarint([]byte{1 << 3}, 1234)
	return []scalar{
		{"DOUBLE", "Double", protowire.Fixed64Type, fixed64(map[uint64]float64{
			0: 0, math.Float64bits(0.1): 0.1, math.Float64bits(math.MaxFloat64): math.MaxFloat64, math.Float64bits(0x1p-1022): 0x1p-1022})},
		{"FLOAT", "Float", protowire.Fixed32Type, fixed32(map[uint32]float32{
			0: 0, math.Float32bits(0.1): 0.1, math.Float32bits(1.00000075e-36): 1.00000075e-36, math.Float32bits(3.402823e+38): 3.402823e+38, math.Float32bits(0x1p-126): 0x1p-126})},
		{"INT64", "Int64", protowire.VarintType, integers(map[uint64]int64{0: 0, 12345: 12345, math.MaxInt64: math.MaxInt64, 1 << 63: math.MinInt64})},
		{"UINT64", "Uint64", protowire.VarintType, integers(map[uint64]uint64{0: 0, 12345: 12345, math.MaxUint64: math.MaxUint64})},
		{"INT32", "Int32", protowire.VarintType, append(integers(map[uint64]int32{
			0: 0, 12345: 12345, math.MaxInt32: math.MaxInt32, math.MaxUint64 - math.MaxInt32: math.MinInt32, 1 << 33: 0, narrow: -1, minus1: -1, plus1: 1}), overlong(int32(12345))...)},
		{"FIXED64", "Fixed64", protowire.Fixed64Type, fixed64(map[uint64]uint64{0: 0, 12345: 12345, math.MaxUint64: math.MaxUint64})},
		{"FIXED32", "Fixed32", protowire.Fixed32Type, fixed32(map[uint32]uint32{0: 0, 12345: 12345, math.MaxUint32: math.MaxUint32})},
		{"BOOL", "Bool", protowire.VarintType, integers(map[uint64]bool{
			0: false, 1: true, math.MaxUint64: true, 12345678: true, 1 << 33: true, math.MaxInt64: true, 1 << 63: true})},
		{"STRING", "String", protowire.BytesType, delimited("", "Hello world!", "'\"?\\\a\b\f\n\r\t\v", "谷歌", "\U0001F601")},
		{"MESSAGE", "NestedMessage", protowire.BytesType, []coded{{[]byte{0}, &suites.Nested{}}, {protowire.AppendBytes(nil, message), &suites.Nested{A: 1234}}}},
		{"BYTES", "Bytes", protowire.BytesType, delimited([]byte{}, []byte("Hello world!"), []byte{1, 2}, []byte{0xfb})},
		{"UINT32", "Uint32", protowire.VarintType, append(integers(map[uint64]uint32{
			0: 0, 12345: 12345, math.MaxUint32: math.MaxUint32, 1 << 33: 0, 1<<33 + 1: 1, narrow: math.MaxUint32, minus1: math.MaxUint32, plus1: 1}), overlong(uint32(12345))...)},
		{"ENUM", "NestedEnum", protowire.VarintType, integers(map[uint64]suites.Enum{0: 0, 1: 1, 2: 2, math.MaxUint64: -1, minus1: -1, plus1: 1})},
		{"SFIXED32", "Sfixed32", protowire.Fixed32Type, fixed32(map[uint32]int32{0: 0, 12345: 12345, math.MaxInt32: math.MaxInt32, 1 << 31: math.MinInt32})},
		{"SFIXED64", "Sfixed64", protowire.Fixed64Type, fixed64(map[uint64]int64{0: 0, 12345: 12345, math.MaxInt64: math.MaxInt64, 1 << 63: math.MinInt64})},
		{"SINT32", "Sint32", protowire.VarintType, integers(map[uint64]int32{
			0: 0, 24690: 12345, math.MaxUint32 - 1: math.MaxInt32, math.MaxUint32: math.MinInt32, protowire.EncodeZigZag(math.MaxInt32 + 2): 1})},
		{"SINT64", "Sint64", protowire.VarintType, integers(map[uint64]int64{0: 0, 24690: 12345, math.MaxUint64 - 1: math.MaxInt64, math.MaxUint64: math.MinInt64})},
	}
}

// put appends a value to a list of the message, or sets a field of it.
func put(m *suites.Message, field string, value any) {
	f, v := reflect.ValueOf(m).Elem().FieldByName(field), reflect.ValueOf(value)
	if f.Kind() == reflect.Slice && f.Type() != v.Type() {
		v = reflect.Append(f, v)
	}
	f.Set(v)
}

// numberOf is the number of a field in its tag.
func numberOf(field string) protowire.Number {
	f, _ := reflect.TypeFor[suites.Message]().FieldByName(field)
	n, _ := strconv.Atoi(strings.Split(f.Tag.Get("protobuf"), ",")[1])
	return protowire.Number(n)
}

// protobufSuite has the binary inputs of the conformance suite for TestAllTypesProto3, each
// once, by the rules and the names of conformance/binary_json_conformance_suite.cc at
// e712d276: those that the suite gives twice, and asks about what is written of them, are
// one. Without the cases of a oneof, which has no form as fields of a struct, and those that
// measure the time. Values are in the order of their bytes, and may have another number
// than the suite's. The last have names of assay's own.
func protobufSuite() (lines []string) {
	tag := func(n protowire.Number, w protowire.Type) []byte { return protowire.AppendTag(nil, n, w) }
	cat := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	field := func(n protowire.Number, value uint64) []byte {
		return protowire.AppendVarint(tag(n, protowire.VarintType), value)
	}
	delim := func(n protowire.Number, parts ...[]byte) []byte {
		return protowire.AppendBytes(tag(n, protowire.BytesType), cat(parts...))
	}
	start := func(n protowire.Number) []byte { return tag(n, protowire.StartGroupType) }
	end := func(n protowire.Number) []byte { return tag(n, protowire.EndGroupType) }
	refuse := func(name string, parts ...[]byte) { lines = append(lines, line("refuse", cat(parts...), nil, name)) }
	accept := func(name string, want suites.Message, parts ...[]byte) {
		lines = append(lines, fmt.Sprintf("accept %x =%s %s", cat(parts...), valueOf(want), name))
	}
	const unknown = 666

	for _, s := range scalars() {
		one, many := numberOf("Optional"+s.field), numberOf("Repeated"+s.field)
		cut := map[protowire.Type]string{protowire.VarintType: "\x80", protowire.Fixed64Type: "abcdefg", protowire.BytesType: "\x80", protowire.Fixed32Type: "abc"}[s.wire]
		for _, place := range []struct {
			name string
			n    protowire.Number
		}{{"KnownNonRepeatedValue", one}, {"KnownRepeatedValue", many}, {"UnknownValue", unknown}} {
			refuse("PrematureEofBefore"+place.name+"."+s.name, tag(place.n, s.wire))
			refuse("PrematureEofInside"+place.name+"."+s.name, tag(place.n, s.wire), []byte(cut))
			if s.wire == protowire.BytesType {
				refuse("PrematureEofInDelimitedDataFor"+place.name+"."+s.name, tag(place.n, s.wire), []byte{1})
			}
		}
		if s.name == "MESSAGE" {
			refuse("PrematureEofInSubmessageValue."+s.name, delim(one, tag(5, protowire.VarintType), []byte("\x80")))
		}
		if s.wire != protowire.BytesType {
			refuse("PrematureEofInPackedFieldValue."+s.name, delim(many, []byte(cut)))
			refuse("PrematureEofInPackedField."+s.name, tag(many, protowire.BytesType), []byte{1})
		}
	}

	for i, data := range []string{"\x01DEADBEEF", "\x02\x01\x01", "\x03\x04", "\x05DEAD"} {
		refuse(fmt.Sprintf("IllegalZeroFieldNum_Case_%d", i), []byte(data))
	}
	for name, bad := range map[string]string{
		"FieldNumberTooHigh": "\x88\x80\x80\x80\x80\x80\x0f", "FieldNumberSlightlyTooHigh": "\x88\x80\x80\x80\x40",
		"OverlongVarint": "\x88" + strings.Repeat("\x80", 7) + "\x00", "VarintMoreThanTenBytes": "\x88" + strings.Repeat("\x80", 11) + "\x00",
	} {
		refuse("BadTag_"+name, []byte(bad), protowire.AppendVarint(nil, 1234))
	}
	slices.Sort(lines[len(lines)-4:])

	hello := delim(2, []byte("hello world"))
	for name, open := range map[string]func(protowire.Number) []byte{"UnmatchedEndGroup": end, "UnmatchedStartGroup": start} {
		refuse(name, open(201))
		refuse(name+"Unknown", open(1234))
		refuse(name+"WrongType", open(1))
		refuse(name+"NestedLen", delim(18, open(1234)))
		refuse(name+"Nested", start(201), open(202), end(201))
		refuse(name+"WithData", open(1), hello)
	}
	slices.Sort(lines[len(lines)-12:])
	refuse("MismatchedGroupTags", start(201), hello, end(202))
	refuse("MismatchedNestedGroupTags", start(201), start(202), hello, end(203), end(201))
	for wire := byte(6); wire < 8; wire++ {
		for n := range byte(4) {
			for value := range byte(4) {
				refuse(fmt.Sprintf("UnknownWireType%d_Field%d_Version%d", wire, n, value), []byte{n<<3 | wire, value})
			}
		}
	}
	const bad = "\xa0\xb0\xc0\xd0"
	refuse("RejectInvalidUtf8.String.Singular", delim(14, []byte(bad)))
	refuse("RejectInvalidUtf8.String.Repeated", delim(44, []byte(bad)))
	refuse("RejectInvalidUtf8.String.MapKey", delim(69, delim(1, []byte(bad)), delim(2, []byte("foo"))))
	refuse("RejectInvalidUtf8.String.MapValue", delim(69, delim(1, []byte("foo")), delim(2, []byte(bad))))

	for _, s := range scalars() {
		one, many := numberOf("Optional"+s.field), numberOf("Repeated"+s.field)
		var last, list, unpacked suites.Message
		var each, packed, eachUnpacked []byte
		for i, v := range s.values {
			var m suites.Message
			put(&m, "Optional"+s.field, v.value)
			accept(fmt.Sprintf("ValidDataScalar.%s[%d]", s.name, i), m, tag(one, s.wire), v.data)
			last = m
			put(&list, "Repeated"+s.field, v.value)
			each, packed = cat(each, tag(many, s.wire), v.data), cat(packed, v.data)
			if s.wire != protowire.BytesType {
				put(&unpacked, "Unpacked"+s.field, v.value)
				eachUnpacked = cat(eachUnpacked, tag(numberOf("Unpacked"+s.field), s.wire), v.data)
			}
		}
		if s.name != "MESSAGE" {
			var all []byte
			for _, v := range s.values {
				all = cat(all, tag(one, s.wire), v.data)
			}
			accept("RepeatedScalarSelectsLast."+s.name, last, all)
		}
		if s.wire == protowire.BytesType {
			accept("ValidDataRepeated."+s.name, list, each)
			continue
		}
		accept("ValidDataRepeated."+s.name+".UnpackedInput", list, each)
		accept("ValidDataRepeated."+s.name+".PackedInput", list, delim(many, packed))
		accept("ValidDataRepeated."+s.name+".UnpackedInput.UnpackedOutput", unpacked, eachUnpacked)
		accept("ValidDataRepeated."+s.name+".PackedInput.UnpackedOutput", unpacked, delim(numberOf("Unpacked"+s.field), packed))
	}
	corecursive := func(n protowire.Number, value uint64) []byte {
		return delim(18, delim(2, field(1, value), field(n, value), field(31, value)))
	}
	accept("RepeatedScalarMessageMerge", suites.Message{OptionalNestedMessage: &suites.Nested{Corecursive: &suites.Message{
		OptionalInt32: 4321, OptionalInt64: 1234, OptionalUint32: 4321, RepeatedInt32: []int32{1234, 4321},
	}}}, corecursive(2, 1234), corecursive(3, 4321))

	lines = append(lines, mapCases()...)

	accept("UnknownVarint", suites.Message{}, field(501, 1))
	accept("UnknownOrdering", suites.Message{}, delim(unknown, []byte("abc")), field(unknown, 123), delim(unknown, []byte("def")), field(unknown, 456))

	// These are not the suite's.
	accept("assay: an unknown group", suites.Message{}, start(unknown), field(1, 5), end(unknown))
	refuse("assay: an unknown group that ends as another", start(unknown), end(unknown+1))
	accept("assay: an unknown fixed32", suites.Message{}, tag(unknown, protowire.Fixed32Type), make([]byte, 4))
	accept("assay: an unknown fixed64", suites.Message{}, tag(unknown, protowire.Fixed64Type), make([]byte, 8))
	accept("assay: an overlong length", suites.Message{OptionalString: "x"}, tag(14, protowire.BytesType), []byte{0x81, 0, 'x'})
	accept("assay: a packed list in two fields", suites.Message{RepeatedInt32: []int32{1, 2}}, delim(31, []byte{1}), delim(31, []byte{2}))
	accept("assay: a merge keeps what is not said", suites.Message{OptionalNestedMessage: &suites.Nested{A: 1}}, delim(18, field(1, 1)), delim(18))
	return lines
}

// mapCases are those of TestValidDataForMapType and TestOverwriteMessageValueMap.
func mapCases() (lines []string) {
	all := map[string]scalar{}
	for _, s := range scalars() {
		all[s.name] = s
	}
	one := func(s scalar) coded { // the suite's GetNonDefaultValue
		switch s.name {
		case "STRING":
			return coded{[]byte("\x01a"), "a"}
		case "BYTES":
			return coded{[]byte("\x01a"), []byte("a")}
		case "MESSAGE":
			return s.values[1]
		case "SINT32", "SINT64":
			return coded{[]byte{2}, 1}
		case "FLOAT":
			return coded{protowire.AppendFixed32(nil, math.Float32bits(1)), 1}
		case "DOUBLE":
			return coded{protowire.AppendFixed64(nil, math.Float64bits(1)), 1}
		case "BOOL":
			return coded{[]byte{1}, true}
		}
		switch s.wire {
		case protowire.Fixed32Type:
			return coded{protowire.AppendFixed32(nil, 1), 1}
		case protowire.Fixed64Type:
			return coded{protowire.AppendFixed64(nil, 1), 1}
		}
		return coded{[]byte{1}, 1}
	}
	for _, pair := range []string{
		"INT32 INT32", "INT64 INT64", "UINT32 UINT32", "UINT64 UINT64", "SINT32 SINT32", "SINT64 SINT64", "FIXED32 FIXED32", "FIXED64 FIXED64",
		"SFIXED32 SFIXED32", "SFIXED64 SFIXED64", "INT32 FLOAT", "INT32 DOUBLE", "BOOL BOOL", "STRING STRING", "STRING BYTES", "STRING ENUM", "STRING MESSAGE",
	} {
		name1, name2, _ := strings.Cut(pair, " ")
		k, v := all[name1], all[name2]
		field := "Map" + k.field + v.field
		part := func(n protowire.Number, of scalar, c coded) []byte {
			return append(protowire.AppendTag(nil, n, of.wire), c.data...)
		}
		key1, key2 := part(1, k, k.values[0]), part(1, k, one(k))
		value1, value2 := part(2, v, v.values[0]), part(2, v, one(v))
		entry := func(parts ...[]byte) []byte {
			return protowire.AppendBytes(protowire.AppendTag(nil, numberOf(field), protowire.BytesType), bytes.Join(parts, nil))
		}
		with := func(key, value coded) suites.Message {
			var m suites.Message
			f := reflect.ValueOf(&m).Elem().FieldByName(field)
			f.Set(reflect.MakeMap(f.Type()))
			f.SetMapIndex(reflect.ValueOf(key.value).Convert(f.Type().Key()), reflect.ValueOf(value.value).Convert(f.Type().Elem()))
			return m
		}
		none, some := with(k.values[0], v.values[0]), with(one(k), one(v))
		for _, c := range []struct {
			name  string
			want  suites.Message
			input []byte
		}{
			{"Default", none, entry(key1, value1)},
			{"MissingDefault", none, entry()},
			{"NonDefault", some, entry(key2, value2)},
			{"Unordered", some, entry(value2, key2)},
			{"DuplicateKey", some, append(entry(key2, value1), entry(key2, value2)...)},
			{"DuplicateKeyInMapEntry", some, entry(key1, key2, value2)},
			{"DuplicateValueInMapEntry", some, entry(key2, value1, value2)},
		} {
			lines = append(lines, fmt.Sprintf("accept %x =%s ValidDataMap.%s.%s.%s", c.input, valueOf(c.want), k.name, v.name, c.name))
		}
	}
	corecursive := func(n byte) []byte { // an entry of the key "" whose value has the field n
		return []byte{71<<3&0x7f | 2 | 0x80, 71 << 3 >> 7, 11, 1<<3 | 2, 0, 2<<3 | 2, 7, 2<<3 | 2, 5, n << 3, 1, 31<<3&0x7f | 0x80, 31 << 3 >> 7, 1}
	}
	want := suites.Message{MapStringNestedMessage: map[string]*suites.Nested{"": {Corecursive: &suites.Message{OptionalInt64: 1, RepeatedInt32: []int32{1}}}}}
	return append(lines, fmt.Sprintf("accept %x =%s ValidDataMap.STRING.MESSAGE.MergeValue", append(corecursive(1), corecursive(2)...), valueOf(want)))
}

// valueOf is what a message holds, as a word: its leaves that are not zero.
func valueOf(m suites.Message) string {
	read := workertest.Subject(json.Marshal, func(_ []byte, v any) error { *v.(*suites.Message) = m; return nil }, suites.Message{OptionalInt32: 1})
	probed, err := workertest.Ask(read, protocol.Probe{What: "read"})
	if err != nil {
		panic(err)
	}
	leaves := slices.DeleteFunc(probed.Leaves, func(l protocol.Leaf) bool {
		return l.Path == "" || l.Kind == "nil" || l.Nil || l.Kind != "struct" && (l.Value == "" || l.Value == "0" || l.Value == "false")
	})
	data, _ := json.Marshal(append([]protocol.Leaf{}, leaves...))
	return hex.EncodeToString(data)
}
