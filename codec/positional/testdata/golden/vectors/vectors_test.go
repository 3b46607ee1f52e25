package vectors

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/assay-go/assay/workloads/colorgroup"
)

// toy is a library of a number and a name, which keeps no colors: its own length is a
// byte, and it believes in no name of an odd length.
var toy = Original{
	Marshal: func(v any) ([]byte, error) {
		x := v.(*colorgroup.ColorGroup)
		if len(x.Name) > 255 {
			return nil, errors.New("too long")
		}
		return append(append(binary.BigEndian.AppendUint32(nil, uint32(x.Id)), byte(len(x.Name))), x.Name...), nil
	},
	Unmarshal: func(data []byte, v any) (int, error) {
		x := v.(*colorgroup.ColorGroup)
		x.Id, x.Name = int32(binary.BigEndian.Uint32(data)), string(data[5:5+data[4]])
		if len(x.Name)&1 != 0 && len(x.Name) > 1 {
			return 0, errors.New("odd")
		}
		return 5 + len(x.Name), nil
	},
	Without: []string{"Data", "SignedBlock", "TestStruc", "ComplexRTT", "Primitives"},
}

// dying is a library that some input is the end of.
var dying = Original{
	Marshal: toy.Marshal,
	Unmarshal: func(data []byte, v any) (int, error) {
		if len(data) == 3 {
			fmt.Fprintln(os.Stderr, "fatal error: out of memory\nand more")
			os.Exit(2)
		}
		return toy.Unmarshal(data, v)
	},
	Without: toy.Without,
}

func TestMain(m *testing.M) {
	if os.Getenv(apart) != "" {
		Save("", dying)
	}
	os.Exit(m.Run())
}

// TestSave: a process that ends costs one line.
func TestSave(t *testing.T) {
	dir := t.TempDir()
	if err := Save(dir, dying); err != nil {
		t.Fatal(err)
	}
	got, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	want, err := Make(toy)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if len(want[i].Hex) == 6 && want[i].File == "invalid" {
			want[i].Original = "dies: fatal error: out of memory"
		}
	}
	if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" {
		t.Error(d)
	}
	if !slices.ContainsFunc(got, func(v Vector) bool { return strings.HasPrefix(v.Original, "dies") }) {
		t.Error("no input was the end of a process")
	}
	if _, err := Load(t.TempDir()); err == nil {
		t.Error("no error of a folder without vectors")
	}
}

// TestMake looks at each kind of line that a library gives rise to.
func TestMake(t *testing.T) {
	list, err := Make(toy)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Make(toy)
	if d := cmp.Diff(list, again); d != "" || err != nil {
		t.Errorf("made again (%v):\n%s", err, d)
	}
	var text bytes.Buffer
	if err := Write(&text, list); err != nil {
		t.Fatal(err)
	}
	if back, err := Read(&text); err != nil || !cmp.Equal(list, back, cmpopts.EquateEmpty()) {
		t.Errorf("read again: %v\n%s", err, cmp.Diff(list, back, cmpopts.EquateEmpty()))
	}
	kinds := map[string]bool{}
	for _, v := range list {
		switch {
		case v.File == "unencodable":
			kinds[v.Original] = true
		case v.DecodeError != "":
			kinds["unread: "+v.DecodeError] = true
		case v.File == "invalid" && v.Original == "accepts":
			kinds["accepts"] = true
			if len(v.Decoded) != 3 || v.Consumed == nil {
				t.Errorf("%s: %d fields", v.Note, len(v.Decoded))
			}
		case v.File == "invalid":
			kinds[v.Original[:min(len(v.Original), 14)]] = true
		default:
			kinds["value"] = true
			var in struct {
				Id     uint32
				Name   json.RawMessage
				Colors json.RawMessage
			}
			if err := json.Unmarshal(v.Value, &in); err == nil && v.Hex[:8] != hexOf(in.Id) {
				t.Errorf("%s is said to be %s", v.Value, v.Hex)
			}
			if lost := string(in.Colors) != "null"; lost != (string(v.Decoded["Colors"]) == "null") || !lost && len(v.Decoded) > 0 {
				t.Errorf("%s, decoded %s", v.Value, v.Decoded)
			}
		}
	}
	for _, want := range []string{"error: too long", "unread: odd", "accepts", "error: panics:", "error: odd", "value"} {
		if !kinds[want] {
			t.Errorf("there is no line of the kind %q, but %v", want, kinds)
		}
	}
}

func hexOf(n uint32) string {
	const digits = "0123456789abcdef"
	var b []byte
	for shift := 28; shift >= 0; shift -= 4 {
		b = append(b, digits[n>>shift&15])
	}
	return string(b)
}

// TestMakeNothing has a library that writes no value of a type, and one that reads none.
func TestMakeNothing(t *testing.T) {
	o := toy
	o.Marshal = func(any) ([]byte, error) { return nil, errors.New("no such thing") }
	if _, err := Make(o); err == nil || !strings.Contains(err.Error(), "no value of ColorGroup is written and read") || !strings.Contains(err.Error(), "no such thing") {
		t.Errorf("an original that writes nothing: %v", err)
	}
	o = toy
	o.Unmarshal = func([]byte, any) (int, error) { panic("oh") }
	if _, err := Make(o); err == nil {
		t.Error("no error of an original that reads nothing")
	}
}

// TestNeutral has the values that vectors are made of come back from their neutral form.
func TestNeutral(t *testing.T) {
	for _, s := range Subjects() {
		for _, v := range values(s.Type) {
			raw, err := Neutral(v, nil)
			if err != nil {
				t.Fatal(err)
			}
			got := reflect.New(s.Type)
			if err := Set(got.Elem(), raw); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(v.Interface(), got.Elem().Interface(), sameFloats, cmp.Exporter(func(reflect.Type) bool { return true })); d != "" {
				t.Fatalf("%s:\n%s", s.Name, d)
			}
		}
	}
}

var sameFloats = cmp.Comparer(func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) })
