package inspect_test

import (
	"bytes"
	"encoding/hex"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/extprot/internal/inspect"
	"github.com/assay-go/assay/extprot/internal/reference"
	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/extprot/value"
	"github.com/assay-go/assay/internal/seeds"
)

type textDump struct {
	Schema, Message, Hex, Inspect, PP string
	Verbose                           string `json:"inspect_verbose"`
}

func TestReferenceTexts(t *testing.T) {
	data := reference.Open(t)
	rows := reference.Lines[textDump](t, reference.Read(t, data, "edge/textdump.jsonl"))
	if len(rows) < 41 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, r := range rows {
		name := "schemas/" + r.Schema + ".proto"
		s, err := schema.Check(name, reference.Read(t, data, name), func(p string) ([]byte, error) { return fs.ReadFile(data, p) })
		if err != nil {
			t.Fatal(err)
		}
		in, err := hex.DecodeString(r.Hex)
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range []struct {
			verbose bool
			want    string
		}{{false, r.Inspect}, {true, r.Verbose}} {
			got, used, err := inspect.Dump(in, form.verbose)
			if err != nil || used != len(in) {
				t.Fatalf("used %d of %d: %v", used, len(in), err)
			}
			if d := cmp.Diff(form.want, got); d != "" {
				t.Errorf("%s.%s %s, verbose %t: %s", r.Schema, r.Message, r.Hex, form.verbose, d)
			}
		}
		typ := s.Message(r.Message).Type
		v, _, err := value.Decode(typ, in, value.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(r.PP, inspect.Print(typ, v)); d != "" {
			t.Errorf("%s.%s %s: %s", r.Schema, r.Message, r.Hex, d)
		}
	}
}

func TestDumpReservedTypes(t *testing.T) {
	tests := []struct{ in, compact, verbose string }{
		{"04feffffff", "(-2l)l", "I32_0 (-2l)"},
		{"07050100020202", "A [ 1 : 0x2 ]", "A0 [ Vint_0 1 : I8_0 2 ]"},
		{"3254", "I8_3 54", "I8_3 54"},
	}
	for _, tt := range tests {
		in, err := hex.DecodeString(tt.in)
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range []struct {
			verbose bool
			want    string
		}{{false, tt.compact}, {true, tt.verbose}} {
			if got, _, err := inspect.Dump(in, form.verbose); err != nil || got != form.want {
				t.Errorf("%s: %q, %v, want %q", tt.in, got, err, form.want)
			}
		}
	}
}

func TestDumpErrors(t *testing.T) {
	tests := []struct {
		in   []byte
		want string
	}{
		{nil, "End_of_file at byte 0: a vint that starts at byte 0 has no end"},
		{[]byte{1, 9, 1}, "End_of_file at byte 2: a length of 9 bytes, 1 are left"},
		{[]byte{1, 3, 2, 0x0f, 0}, "Bad_wire_type at byte 3: wire type 15 does not exist"},
		{[]byte{5, 2, 9, 0}, "End_of_file at byte 3: 9 values are announced, 1 bytes are left"},
		{nested(2000), "Limit_exceeded at byte 7000: values are nested more than 1000 deep"},
	}
	for _, tt := range tests {
		if _, _, err := inspect.Dump(tt.in, true); err == nil || err.Error() != tt.want {
			t.Errorf("% x:\n got %v\nwant %s", tt.in[:min(len(tt.in), 10)], err, tt.want)
		}
	}
}

// nested is an int in n tuples of one element, each with a length of five bytes.
func nested(n int) []byte {
	b := []byte{0, 0}
	for range n {
		l := len(b) + 1
		head := []byte{1, byte(l)&0x7f | 0x80, byte(l>>7)&0x7f | 0x80, byte(l>>14)&0x7f | 0x80, byte(l>>21)&0x7f | 0x80, byte(l >> 28), 1}
		b = append(head, b...)
	}
	return b
}

func TestParseHex(t *testing.T) {
	want := []byte("\x01\x6c\x02\x05\x4e\x03\x01\x1c\x02\x00\x9d\xea\x94\xec\x01\x05\x13\x09")
	for _, text := range []string{
		"016c02054e03011c02009dea94ec01051309",
		"01 6C 02 05 4e 03 01 1c\n02009dea 94ec01051309\n",
		"0x01, 0x6c, 0x02, 0x05, 0x4e, 0x03, 0x01, 0x1c, 0x02, 0x00, 0x9d, 0xea, 0x94, 0xec, 0x01, 0x05, 0x13, 0x09",
		"00000000  01 6c 02 05 4e 03 01 1c  02 00 9d ea 94 ec 01 05  |.l..N...........|\n00000010  13 09    |..|\n00000012\n",
	} {
		if got, err := inspect.ParseHex(text); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%q: % x, %v", text, got, err)
		}
	}
	if _, err := inspect.ParseHex("01\n0g"); err == nil || !strings.Contains(err.Error(), `line 2: "0g"`) {
		t.Errorf("got %v", err)
	}
}

func TestExcerpt(t *testing.T) {
	b := make([]byte, 60)
	for i := range b {
		b[i] = byte(i + 30)
	}
	want := "" +
		"00000000  1e 1f 20 21 22 23 24 25  26 27 28 29 2a 2b 2c 2d  |.. !\"#$%&'()*+,-|\n" +
		"00000010  2e 2f 30 31 32 33 34 35  36 37 38 39 3a 3b 3c 3d  |./0123456789:;<=|\n" +
		"00000020  3e 3f 40 41 42 43 44 45  46 47 48 49 4a 4b 4c 4d  |>?@ABCDEFGHIJKLM|\n" +
		"                                      ^^ byte 41\n" +
		"00000030  4e 4f 50 51 52 53 54 55  56 57 58 59              |NOPQRSTUVWXY|\n"
	if d := cmp.Diff(want, inspect.Excerpt(b, 41)); d != "" {
		t.Error(d)
	}
	if got := inspect.Excerpt(nil, 0); !strings.Contains(got, "^^ byte 0") {
		t.Errorf("an empty input gives %q", got)
	}
}

func FuzzDump(f *testing.F) {
	seeds.Add(f, "testdata/seeds.txt")
	data := reference.Open(f)
	for _, r := range reference.Lines[textDump](f, reference.Read(f, data, "edge/textdump.jsonl")) {
		in, err := hex.DecodeString(r.Hex)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(in)
	}
	f.Add(nested(10))
	f.Fuzz(func(t *testing.T, in []byte) {
		for _, verbose := range []bool{false, true} {
			text, used, err := inspect.Dump(in, verbose)
			if err == nil && (used > len(in) || text == "") {
				t.Fatalf("used %d of %d: %q", used, len(in), text)
			}
			// A value has at least a byte; its text has at most a name and a
			// number, four characters for a byte of a string, and an indented line.
			if len(text) > 100+200*len(in) {
				t.Fatalf("%d bytes of text for %d of input", len(text), len(in))
			}
		}
	})
}
