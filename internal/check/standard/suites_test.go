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
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/assay-go/assay/internal/check/standard"
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
			if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
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
	if err := os.WriteFile(filepath.Join(dir, "boolean.json"), []byte(doc), 0o666); err != nil {
		t.Fatal(err)
	}
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
	data, err := os.ReadFile("../../../codec/" + file)
	if err != nil {
		t.Fatal(err)
	}
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

// protobufSuite is the cases of the conformance suite that are binary and whose outcome the
// wire alone decides, on fields that Message has.
func protobufSuite() (lines []string) {
	add := func(want, name string, input, like []byte) { lines = append(lines, line(want, input, like, name)) }
	tag := func(n protowire.Number, w protowire.Type) []byte { return protowire.AppendTag(nil, n, w) }
	cat := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	const unknown = 4321
	short := map[protowire.Type][]byte{protowire.VarintType: {0x80}, protowire.Fixed32Type: {0}, protowire.Fixed64Type: {0}, protowire.BytesType: {0x80}}
	for _, f := range []struct {
		name string
		n    protowire.Number
		w    protowire.Type
	}{
		{"INT32", 1, protowire.VarintType}, {"INT64", 2, protowire.VarintType}, {"UINT32", 3, protowire.VarintType}, {"UINT64", 4, protowire.VarintType},
		{"FLOAT", 11, protowire.Fixed32Type}, {"DOUBLE", 12, protowire.Fixed64Type}, {"BOOL", 13, protowire.VarintType},
		{"STRING", 14, protowire.BytesType}, {"BYTES", 15, protowire.BytesType}, {"MESSAGE", 18, protowire.BytesType},
	} {
		add("refuse", "PrematureEofBeforeKnownNonRepeatedValue."+f.name, tag(f.n, f.w), nil)
		add("refuse", "PrematureEofBeforeUnknownValue."+f.name, tag(unknown, f.w), nil)
		add("refuse", "PrematureEofInsideKnownNonRepeatedValue."+f.name, cat(tag(f.n, f.w), short[f.w]), nil)
		add("refuse", "PrematureEofInsideUnknownValue."+f.name, cat(tag(unknown, f.w), short[f.w]), nil)
		if f.w == protowire.BytesType {
			add("refuse", "PrematureEofInDelimitedDataForKnownNonRepeatedValue."+f.name, cat(tag(f.n, f.w), []byte{1}), nil)
			add("refuse", "PrematureEofInDelimitedDataForUnknownValue."+f.name, cat(tag(unknown, f.w), []byte{1}), nil)
		}
	}
	add("refuse", "PrematureEofInSubmessageValue.MESSAGE", cat(tag(18, protowire.BytesType), []byte{1}, tag(1, protowire.VarintType)), nil)
	add("refuse", "PrematureEofInPackedField.INT32", cat(tag(31, protowire.BytesType), []byte{1, 0x80}), nil)
	add("refuse", "PrematureEofInPackedFieldValue.DOUBLE", cat(tag(42, protowire.BytesType), []byte{1, 0}), nil)
	add("refuse", "PrematureEofBeforeKnownRepeatedValue.STRING", tag(44, protowire.BytesType), nil)
	for i, data := range []string{"\x01DEADBEEF", "\x02\x01\x01", "\x03\x04", "\x05DEAD"} {
		add("refuse", fmt.Sprintf("IllegalZeroFieldNum_Case_%d", i), []byte(data), nil)
	}
	add("refuse", "BadTag_FieldNumberTooHigh", []byte{0x80, 0x80, 0x80, 0x80, 0x10, 1}, nil)
	add("refuse", "BadTag_OverlongVarint", []byte{0x88, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00, 1}, nil)
	add("refuse", "BadTag_FieldNumberSlightlyTooHigh", []byte{0x80, 0x80, 0x80, 0x80, 0x11, 1}, nil)
	add("refuse", "UnmatchedEndGroup", tag(201, protowire.EndGroupType), nil)
	add("refuse", "UnmatchedEndGroupUnknown", tag(unknown, protowire.EndGroupType), nil)
	add("refuse", "UnmatchedEndGroupNestedLen", cat(tag(18, protowire.BytesType), []byte{2}, tag(201, protowire.EndGroupType)), nil)
	add("refuse", "UnmatchedEndGroupWrongType", cat(tag(unknown, protowire.StartGroupType), tag(unknown+1, protowire.EndGroupType)), nil)
	add("accept", "UnknownGroup", cat(tag(unknown, protowire.StartGroupType), tag(1, protowire.VarintType), []byte{5}, tag(unknown, protowire.EndGroupType)), []byte{})
	add("accept", "UnknownVarint", cat(tag(unknown, protowire.VarintType), []byte{5}), []byte{})
	add("accept", "UnknownFixed32", cat(tag(unknown, protowire.Fixed32Type), make([]byte, 4)), []byte{})
	add("accept", "UnknownFixed64", cat(tag(unknown, protowire.Fixed64Type), make([]byte, 8)), []byte{})
	add("accept", "UnknownLengthDelimited", cat(tag(unknown, protowire.BytesType), []byte{1, 'x'}), []byte{})
	varint := func(n protowire.Number, v uint64) []byte {
		return protowire.AppendVarint(tag(n, protowire.VarintType), v)
	}
	add("accept", "ValidDataScalar.INT32.MoreThan32Bits", varint(1, 1<<32+5), varint(1, 5))
	add("accept", "ValidDataScalar.INT32.Minus1In5Bytes", varint(1, math.MaxUint32), varint(1, math.MaxUint64))
	add("accept", "ValidDataScalar.UINT32.MoreThan32Bits", varint(3, 1<<33+5), varint(3, 5))
	add("accept", "ValidDataScalar.BOOL.Over1", varint(13, 12345), varint(13, 1))
	add("accept", "ValidDataScalar.BOOL.Over32Bits", varint(13, 1<<35), varint(13, 1))
	add("accept", "ValidDataScalar.INT64.OverlongVarint", cat(tag(2, protowire.VarintType), []byte{0x85, 0x80, 0x00}), varint(2, 5))
	add("accept", "RepeatedScalarSelectsLast.INT32", cat(varint(1, 7), varint(2, 9), varint(1, 5)), cat(varint(1, 5), varint(2, 9)))
	add("accept", "OverlongLength.STRING", cat(tag(14, protowire.BytesType), []byte{0x81, 0x00, 'x'}), cat(tag(14, protowire.BytesType), []byte{1, 'x'}))
	add("accept", "ValidDataRepeated.INT32.UnpackedInput", cat(varint(31, 1), varint(31, 2)), cat(tag(31, protowire.BytesType), []byte{2, 1, 2}))
	add("accept", "ValidDataRepeated.INT32.PackedInTwo", cat(tag(31, protowire.BytesType), []byte{1, 1}, tag(31, protowire.BytesType), []byte{1, 2}), cat(tag(31, protowire.BytesType), []byte{2, 1, 2}))
	nested := func(data ...byte) []byte { return protowire.AppendBytes(tag(18, protowire.BytesType), data) }
	add("accept", "RepeatedScalarMessageMerge", cat(nested(0x08, 1), nested(0x08, 2)), nested(0x08, 2))
	add("accept", "MessageMergeKeepsWhatIsNotSaid", cat(nested(0x08, 1), nested()), nested(0x08, 1))
	add("refuse", "RejectInvalidUtf8.String", cat(tag(14, protowire.BytesType), []byte{1, 0xff}), nil)
	add("accept", "InvalidUtf8InBytes", cat(tag(15, protowire.BytesType), []byte{1, 0xff}), nil)
	return lines
}
