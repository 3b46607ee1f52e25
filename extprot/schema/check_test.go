package schema

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/filetest"
)

type grammarCase struct {
	Name        string
	Text        string
	Original    string
	Recommended string
}

func grammarCases(t testing.TB) []grammarCase {
	t.Helper()
	f, err := os.Open("testdata/grammar.jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var out []grammarCase
	for dec := json.NewDecoder(z); dec.More(); {
		var c grammarCase
		if err := dec.Decode(&c); err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
	}
	if len(out) != 96 {
		t.Fatalf("%d grammar cases, want 96", len(out))
	}
	return out
}

// ours are the verdicts where the reference leaves the choice to the implementer.
var ours = map[string]bool{
	"onetuple": false, "onetuple2": false, "extapp2": false, "recordpoly": true, "optmsg": true,
	"recur": false, "subwrite": false,
}

func include(p string) ([]byte, error) {
	if p == "fwd2.proto" {
		return []byte("type b = int"), nil
	}
	return nil, fs.ErrNotExist
}

func TestGrammarVerdicts(t *testing.T) {
	for _, c := range grammarCases(t) {
		want, chosen := ours[c.Name]
		switch {
		case chosen:
		case c.Recommended == "accept", c.Recommended == "" && c.Original == "accept":
			want = true
		case c.Recommended == "reject", c.Recommended == "" && c.Original == "reject", strings.HasPrefix(c.Recommended, "reject (or"):
			want = false
		default:
			t.Errorf("%s: no verdict chosen for %q", c.Name, c.Recommended)
			continue
		}
		_, err := Check("s.proto", []byte(c.Text), include)
		if (err == nil) != want {
			t.Errorf("%s: accepted = %t, want %t: %s\n%v", c.Name, err == nil, want, c.Text, err)
		}
		var errs Errors
		if err != nil && !errors.As(err, &errs) {
			t.Errorf("%s: error of type %T", c.Name, err)
		}
	}
}

func TestReferenceSchemas(t *testing.T) {
	names, _ := filepath.Glob("testdata/schemas/*.proto")
	if len(names) != 14 {
		t.Fatalf("%d schemas, want 14", len(names))
	}
	for _, n := range names {
		s, err := Load(n)
		if err != nil {
			t.Errorf("%s: %v", n, err)
			continue
		}
		if len(s.Messages) == 0 && filepath.Base(n) != "inc_base.proto" {
			t.Errorf("%s: no messages", n)
		}
	}
}

// The parts of ocaml.type stand between commas or between semicolons, as the original
// takes them, and there are three or four.
func TestExternalTypes(t *testing.T) {
	for value, want := range map[string]bool{
		"Digest.t, Digest.from_string, Digest.to_string":                       true,
		"Digest.t; Digest.from_string; Digest.to_string; Digest.empty":         true,
		"(string * 'a) list, List.rev, List.rev, []":                           true,
		"('a, 'b, 'c) Dummy.t2; Dummy.id; Dummy.id; []":                        true,
		"Wrap_list.t, Wrap_list.from_x, Wrap_list.to_x, Wrap_list.x [1; 2; 3]": true,
		"Digest.t":                         false,
		"Digest.t, Digest.from_string":     false,
		"Digest.t; Digest.from_string":     false,
		"a; b; c; d; e":                    false,
		"Digest.t, Digest.from; to_string": false,
	} {
		_, err := Check("s.proto", []byte("type d = string options \"ocaml.type\" = \""+value+"\" message m = { x : d }"), nil)
		if (err == nil) != want {
			t.Errorf("%q: %v", value, err)
		}
	}
}

// TestGoTypes tells what the option go.type takes.
func TestGoTypes(t *testing.T) {
	for value, want := range map[string]GoType{
		"time.Time; toTime; fromTime":                                            {"time.Time", "toTime", "fromTime"},
		"example.com/m/ids.ID;example.com/m/ids.Parse;example.com/m/ids.ID.Text": {"example.com/m/ids.ID", "example.com/m/ids.Parse", "example.com/m/ids.ID.Text"},
		"time.Time":                      {},
		"time.Time; toTime":              {},
		"time.Time; toTime; ":            {},
		"time.Time, toTime, fromTime":    {},
		"time.Time; toTime; fromTime; 0": {},
	} {
		s, err := Check("s.proto", []byte("type d = long options \"go.type\" = \""+value+"\" message m = { x : d }"), nil)
		if (err == nil) != (want != GoType{}) || err == nil && s.GoTypes["d"] != want {
			t.Errorf("%q: %v", value, err)
		}
	}
	if _, err := Check("s.proto", []byte("message m = { x : int } options \"go.type\" = \"T; a; b\""), nil); err == nil {
		t.Error("a message of another type is accepted")
	}
}

// TestSeveralFiles tells that a file which comes by several ways is taken once, and that
// several files are one schema.
func TestSeveralFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"base.proto":  "type point = (int * int)",
		"a.proto":     `include "base.proto" message a = { at : point }`,
		"b.proto":     `include "./base.proto" message b = { at : point }`,
		"all.proto":   `include "a.proto" include "b.proto" message c = { a : a; b : b; at : point }`,
		"other.proto": "type point = int",
		"far.proto":   `include "a.proto" message far = { at : Base.point; all : [A.a] } message again = A.a`,
		"wrong.proto": `include "a.proto" message far = { at : A.point }`,
	} {
		filetest.Write(t, name, text)
	}
	for _, test := range []struct{ files, want string }{
		{"all.proto", "a b c"},
		{"a.proto ./b.proto", "a b"},
		{"a.proto base.proto a.proto b.proto", "a b"},
		{"a.proto other.proto", `other.proto:1:1: "point": this name is declared already at base.proto:1:1 (rename one of them)`},
		{"far.proto", "a far again"},
		{"wrong.proto", `wrong.proto:1:40: "A.point": no module that is included declares this name (include the file`},
		{"a.proto none.proto", "reading a schema: open none.proto"},
	} {
		s, err := Load(strings.Fields(test.files)...)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			for _, m := range s.Messages {
				got += " " + m.Name
			}
			got = got[1:]
		}
		if !strings.HasPrefix(got, test.want) {
			t.Errorf("%s: got %s, want %s", test.files, got, test.want)
		}
	}
}

func TestDiagnostics(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"of Protocol Buffers", "syntax = \"proto3\";", `s.proto:1:1: "syntax": expected type, message or include, found "syntax" (a schema of Protocol Buffers is for assay gen --format=protobuf)`},
		{"several", "type a = int;\nmessage m = { x : b; y : in }\ntype c = float * float", `s.proto:1:13: ";": expected the next declaration, found ";" (declarations are not separated: remove the semicolon)
s.proto:3:16: "*": expected the next declaration, found "*" (a tuple needs parentheses: (a * b))`},
		{"names", "message m = { x : colour; y : later; x : m }\ntype color = Red\ntype later = int", `s.proto:1:19: "colour": no type or message of this name is declared (declare it first)
s.proto:1:31: "later": this name is used before it is declared (move its declaration above m)
s.proto:1:38: "x": this field appears twice in m (rename one of them)
s.proto:1:42: "m": a type cannot contain itself (extprot has no recursive types; use a list in an outer message, with indices)`},
		{"mean", "type color = Red\nmessage m = { x : colour }", `s.proto:2:19: "colour": no type or message of this name is declared (did you mean color?)`},
		{"capital", "message Msg = { x : int }", `s.proto:1:9: "Msg": expected the name of the message, found "Msg" (the name of the message starts with a lower-case letter: msg)`},
		{"reserved", "message m = { type : int }", `s.proto:1:15: "type": expected a field's name, found "type" (type is a reserved word; try type_)`},
		{"open comment", "message m = { x : int }\n  (* never", `s.proto:2:3: "(* never": this comment is never closed (add the missing *))`},
		{"default", "message m = { x : byte [@default 256] }", `s.proto:1:26: "256": a byte's default is a number from 0 to 255`},
		{"read only", "message b = { x : int; y : int } message a = {| b | x |} message c = { s : [a] }", `s.proto:1:58: "s": this field of c holds a subset, which can only be read (use the subset inside another subset, or the whole message here)`},
		{"cycle", `include "s.proto"`, `s.proto:1:1: "s.proto": this file includes itself: s.proto → s.proto (move the shared declarations to a file of their own)`},
		{"expansion", explosive(), "the schema expands to more than 65536 types"},
		{"nesting", "type t = " + strings.Repeat("[", 300), "types are nested more than 200 levels deep"},
	}
	for _, tt := range tests {
		_, err := Check("s.proto", []byte(tt.src), nil)
		if err == nil {
			t.Errorf("%s: accepted", tt.name)
			continue
		}
		got := err.Error()
		if got != tt.want && !(tt.name == "expansion" || tt.name == "nesting") || !strings.Contains(got, tt.want) {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// explosive is a short schema whose polymorphic types would expand to 2^40 types.
func explosive() string {
	var b bytes.Buffer
	b.WriteString("type t0 'a = A 'a\n")
	for i := 1; i <= 40; i++ {
		p := "t" + string(rune('a'+(i-1)%26)) + strings.Repeat("_", i/26)
		q := "t0"
		if i > 1 {
			q = "t" + string(rune('a'+(i-2)%26)) + strings.Repeat("_", (i-1)/26)
		}
		b.WriteString("type " + p + " 'a = B " + q + "<('a * int)> " + q + "<('a * bool)>\n")
	}
	return b.String()
}

func TestDefaultCost(t *testing.T) {
	src := "type a = (bool * bool)\ntype b = (a * a)\nmessage m = { x : b }"
	s, err := Check("s.proto", []byte(src), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Message("m").Type.DefaultCost(); got != 8 {
		t.Errorf("cost %d, want 8: the message, its field's pair, two pairs and four bools", got)
	}
}
