package subjects

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/codec/json/jsonrt"
	"github.com/assay-go/assay/internal/seeds"
)

var rounds = flag.Int("rounds", 300, "how many values and documents each type is tried with")

// TestMain has garbage collected when there is much of it: little is alive of what these tests
// make, and a third of their time is the collector's otherwise.
func TestMain(m *testing.M) {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(256 << 20)
	os.Exit(m.Run())
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return fmt.Sprintf("%T %v", err, err)
}

// TestSameAsEncodingJSON writes random values and reads mutants of their
// documents, into fresh values and into used ones, by both.
func TestSameAsEncodingJSON(t *testing.T) {
	for k, s := range Subjects {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(k), 1))
			var docs [][]byte
			decoder := s.Decoder()
			for range *rounds {
				v := s.New()
				Fill(r, reflect.ValueOf(v).Elem(), 5)
				doc := compareMarshal(t, s, v)
				if doc == nil {
					continue
				}
				docs = append(docs, doc)
				doc = Mutate(r, doc)
				unmarshal := s.Unmarshal
				if r.IntN(4) == 0 {
					unmarshal = decoder
				}
				compareUnmarshal(t, s, unmarshal, nil, doc)
				if r.IntN(3) == 0 {
					compareUnmarshal(t, s, unmarshal, docs[r.IntN(len(docs))], doc)
				}
			}
		})
	}
}

// compareMarshal returns the document of v, or nil if it has none.
func compareMarshal(t *testing.T, s Subject, v any) []byte {
	t.Helper()
	want, err := json.Marshal(v)
	got, err2 := s.Marshal(v)
	if errorText(err) != errorText(err2) || !answered(v, want, got) {
		t.Fatalf("Marshal(%+v)\nis   %s, %v\nwant %s, %v", v, got, err2, want, err)
	}
	for _, room := range []int{0, 3, 100} {
		prefix := append(make([]byte, 0, 2+room), "::"...)
		got, err2 := s.Append(prefix, v)
		if text, ok := bytes.CutPrefix(got, []byte("::")); errorText(err) != errorText(err2) || !ok || !answered(v, want, text) {
			t.Fatalf("Append(%+v)\nis   %s, %v\nwant %s, %v", v, got, err2, want, err)
		}
	}
	return want
}

// oneAnswer is whether encoding/json is the one of Go 1.26, which does not repair
// keys before it sorts them.
var oneAnswer = func() bool {
	text, _ := json.Marshal("\xff")
	return string(text) == `"\ufffd"`
}()

// answered reports whether got is want, or something else that encoding/json
// answers to v: that of Go 1.27 writes keys whose texts are the same once they
// are repaired in the order in which it meets them in the map, and no call has
// to be like the one before.
func answered(v any, want, got []byte) bool {
	for range 100 {
		if bytes.Equal(want, got) {
			return true
		}
		if oneAnswer {
			return false
		}
		want, _ = json.Marshal(v)
	}
	return false
}

// compareUnmarshal reads doc, after before, into values of their own.
func compareUnmarshal(t *testing.T, s Subject, unmarshal func([]byte, any) error, before, doc []byte) {
	t.Helper()
	want, got := s.New(), s.New()
	if before != nil {
		json.Unmarshal(before, want)
		json.Unmarshal(before, got)
	}
	err := json.Unmarshal(doc, want)
	input := bytes.Clone(doc)
	err2 := unmarshal(input, got)
	if !bytes.Equal(input, doc) {
		t.Fatalf("the input was written to: %q, was %q", input, doc)
	}
	var own *jsonrt.Error
	if err != nil && errors.As(err2, &own) && (s.Name == "Amplified" || bytes.Count(doc, []byte("[")) > 100) {
		// Beyond the memory that the input justifies encoding/json is not asked, and
		// the value is left as it was.
		if want = s.New(); before != nil {
			json.Unmarshal(before, want)
		}
		err = err2
	}
	if errorText(err) != errorText(err2) || !reflect.DeepEqual(want, got) {
		t.Fatalf("%s: %s\nafter %s\ngives %v\n%s\nwant %v\n%s", s.Name, doc, before, err2, dump(got), err, dump(want))
	}
	clear(input)
	if !reflect.DeepEqual(want, got) {
		t.Fatalf("%s: %s: the value aliases the input", s.Name, doc)
	}
	if err == nil {
		compareMarshal(t, s, got)
	}
}

// dump shows v with what its pointers lead to.
func dump(v any) string {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return fmt.Sprintf("%+v", v)
	}
	return string(text)
}

func TestNilPointers(t *testing.T) {
	for _, s := range Subjects {
		null := reflect.Zero(reflect.PointerTo(s.Type)).Interface()
		if err, err2 := json.Unmarshal([]byte("{}"), null), s.Unmarshal([]byte("{}"), null); errorText(err) != errorText(err2) {
			t.Errorf("%s: %v, want %v", s.Name, err2, err)
		}
	}
}

func lookup(t *testing.T, name string) Subject {
	t.Helper()
	for _, s := range Subjects {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("there is no subject %s", name)
	return Subject{}
}

func TestDepth(t *testing.T) {
	tree, any, nests := lookup(t, "Tree"), lookup(t, "Interfaces"), lookup(t, "Nests")
	for _, n := range []int{1000, 1001, 3333, 9997, 9998, 9999, 10000, 10001} {
		for _, test := range []struct {
			s   Subject
			doc string
		}{
			{tree, `{"unknown":` + strings.Repeat("[", n) + strings.Repeat("]", n) + `}`},
			{tree, strings.Repeat(`{"left":`, n) + "null" + strings.Repeat("}", n)},
			{tree, strings.Repeat(`{"kids":[`, n/2) + strings.Repeat("]}", n/2)},
			{any, `{"A":` + strings.Repeat(`[`, n) + strings.Repeat("]", n) + "}"},
			{any, `{"A":` + strings.Repeat(`{"x":`, n) + "1" + strings.Repeat("}", n) + "}"},
			{nests, `{"Nest":` + strings.Repeat("[", n) + strings.Repeat("]", n) + "}"},
			{nests, `{"Dict":` + strings.Repeat(`{"x":`, n) + "null" + strings.Repeat("}", n) + "}"},
		} {
			compareUnmarshal(t, test.s, test.s.Unmarshal, nil, []byte(test.doc))
		}
	}
}

func TestCycles(t *testing.T) {
	tree := &Tree{}
	tree.Left = tree
	compareMarshal(t, lookup(t, "Tree"), tree)
	loop := map[string]any{}
	loop["loop"] = loop
	compareMarshal(t, lookup(t, "Interfaces"), &Interfaces{A: loop})
	nest := make(Nest, 1)
	nest[0] = nest
	compareMarshal(t, lookup(t, "Nests"), &Nests{Nest: nest})
	chain := &Tree{}
	for range 1500 {
		chain = &Tree{Right: chain}
	}
	compareMarshal(t, lookup(t, "Tree"), chain)
}

// TestSyntaxErrorsLeaveUsedValues holds on to what a value led to before.
func TestSyntaxErrorsLeaveUsedValues(t *testing.T) {
	for _, test := range []struct{ name, before, doc string }{
		{"Lists", `{"I":[1,2,3],"St":[{"x":1}]}`, `{"I":[9,8],"St":[{"x":2}],`},
		{"Maps", `{"S":{"a":"b"},"P":{"k":{"x":1}}}`, `{"S":{"a":"c","d":"e"},"P":{"k":{"x":3}}`},
		{"Pointers", `{"I":1,"St":{"S":"x"},"A":["a","b"]}`, `{"I":2,"St":{"S":"y"},"A":["c"]}x`},
		{"Standard", `{"Big":12345678901234567890,"BigV":1,"Raw":[1]}`, `{"Big":98765432109876543210,"BigV":2,"Raw":[2]}]`},
		{"Methods", `{"JP":"abc","JPP":"abcd","TPP":"x"}`, `{"JP":"x","JPP":"y","TPP":"z"`},
		{"Interfaces", `{"A":[1,2],"L":[1]}`, `{"A":[3],"L":[2]`},
	} {
		s := lookup(t, test.name)
		want, got := s.New(), s.New()
		json.Unmarshal([]byte(test.before), want)
		json.Unmarshal([]byte(test.before), got)
		kept := reflect.New(s.Type) // shares what got leads to
		kept.Elem().Set(reflect.ValueOf(got).Elem())
		if err := s.Unmarshal([]byte(test.doc), got); err == nil {
			t.Errorf("%s: there is no error", test.name)
		}
		if !reflect.DeepEqual(kept.Interface(), want) || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %s has changed\n%s\nto %s", test.name, test.doc, test.before, dump(kept.Interface()))
		}
	}
}

// TestFailuresAnywhereLeaveUsedValues reads documents that end or break at each of their
// bytes into used values, and looks at all that these lead to: pointees, entries of maps,
// and elements of slices up to their capacity.
func TestFailuresAnywhereLeaveUsedValues(t *testing.T) {
	for k, s := range Subjects {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(k), 4))
			for range max(*rounds/200, 1) {
				var docs [][]byte
				for range 4 {
					v := s.New()
					Fill(r, reflect.ValueOf(v).Elem(), 4)
					if doc, err := json.Marshal(v); err == nil && len(doc) < 1000 {
						docs = append(docs, doc)
					}
				}
				if len(docs) == 0 {
					continue
				}
				want, got := s.New(), s.New()
				for _, doc := range docs { // the shorter of them leave what was before behind
					err, err2 := json.Unmarshal(doc, want), s.Unmarshal(doc, got)
					if errorText(err) != errorText(err2) || !reflect.DeepEqual(want, got) {
						t.Fatalf("%s gives %v\n%s\nwant %v\n%s", doc, err2, dump(got), err, dump(want))
					}
				}
				before := portrait(got)
				for _, doc := range docs {
					doc = Mutate(r, doc)
					for i := range doc {
						broken := bytes.Clone(doc)
						broken[i] = 1
						for _, doc := range [][]byte{doc[:i], broken, append(bytes.Clone(doc), '}')} {
							if json.Valid(doc) {
								continue
							}
							if err := s.Unmarshal(doc, got); err == nil {
								t.Fatalf("there is no error: %q", doc)
							}
							if after := portrait(got); after != before {
								t.Fatalf("%q has changed\n%s\nto\n%s", doc, before, after)
							}
						}
					}
				}
			}
		})
	}
}

// portrait describes v and all that it leads to, with addresses.
func portrait(v any) string {
	var b strings.Builder
	type place struct {
		at  uintptr
		typ reflect.Type
	}
	seen := map[place]bool{}
	var draw func(v reflect.Value)
	draw = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer, reflect.Map, reflect.Slice:
			if v.IsNil() {
				b.WriteString("nil ")
				return
			}
			fmt.Fprintf(&b, "%#x ", v.Pointer())
			if here := (place{v.Pointer(), v.Type()}); v.Kind() != reflect.Slice {
				if seen[here] {
					return
				}
				seen[here] = true
			}
		}
		switch v.Kind() {
		case reflect.Pointer:
			draw(v.Elem())
		case reflect.Interface:
			if v.IsNil() {
				b.WriteString("nil ")
				return
			}
			fmt.Fprint(&b, v.Elem().Type(), " ")
			draw(v.Elem())
		case reflect.Slice:
			fmt.Fprint(&b, v.Len(), "[")
			v = v.Slice3(0, v.Cap(), v.Cap())
			for i := range v.Len() {
				draw(v.Index(i))
			}
			b.WriteString("] ")
		case reflect.Array:
			for i := range v.Len() {
				draw(v.Index(i))
			}
		case reflect.Struct:
			b.WriteString("{")
			for i := range v.NumField() {
				draw(v.Field(i))
			}
			b.WriteString("} ")
		case reflect.Map:
			keys := v.MapKeys()
			slices.SortFunc(keys, func(x, y reflect.Value) int { return strings.Compare(fmt.Sprint(x), fmt.Sprint(y)) })
			for _, k := range keys {
				draw(k)
				b.WriteString(": ")
				draw(v.MapIndex(k))
			}
		default:
			fmt.Fprintf(&b, "%#v ", v)
		}
	}
	draw(reflect.ValueOf(v))
	return b.String()
}

// FuzzUnmarshal reads any bytes, into values that are fresh and used.
func FuzzUnmarshal(f *testing.F) {
	seeds.Add(f, "testdata/seeds.txt")
	for k, s := range Subjects {
		r := rand.New(rand.NewPCG(uint64(k), 2))
		for range 3 {
			v := s.New()
			Fill(r, reflect.ValueOf(v).Elem(), 4)
			if doc, err := json.Marshal(v); err == nil {
				f.Add(byte(k), doc, []byte(nil))
				f.Add(byte(k), Mutate(r, doc), doc)
			}
		}
	}
	f.Fuzz(func(t *testing.T, k byte, doc, before []byte) {
		s := Subjects[int(k)%len(Subjects)]
		compareUnmarshal(t, s, s.Unmarshal, nil, doc)
		if len(before) > 0 {
			compareUnmarshal(t, s, s.Unmarshal, before, doc)
		}
	})
}

// FuzzMarshal writes values that random numbers and a text make.
func FuzzMarshal(f *testing.F) {
	seeds.Add(f, "testdata/seeds.txt")
	for k := range Subjects {
		f.Add(byte(k), uint64(k), "text")
	}
	f.Fuzz(func(t *testing.T, k byte, seed uint64, text string) {
		s := Subjects[int(k)%len(Subjects)]
		v := s.New()
		saved := words[1]
		defer func() { words[1] = saved }()
		words[1] = text
		Fill(rand.New(rand.NewPCG(seed, 3)), reflect.ValueOf(v).Elem(), 5)
		compareMarshal(t, s, v)
	})
}
