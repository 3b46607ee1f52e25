//go:build goexperiment.jsonv2

package subjectsv2

import (
	"bytes"
	"encoding/json/v2"
	"flag"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/assay-go/assay/codec/json/testdata/subjects"
)

var rounds = flag.Int("rounds", 300, "how many values and documents each type is tried with")

// foreign reports whether the error says that an interface holds what the code
// leaves to others, which is the one difference that is allowed.
func foreign(err error) bool {
	return err != nil && strings.Contains(err.Error(), "an interface holds a type that is not one of JSON")
}

// failing are the types whose methods mostly fail, or do not read what they write.
var failing = map[string]bool{
	"BothWays": true, "Broken": true, "GoC": true, "GoCText": true, "GoMarshaled": true, "GoRefVal": true, "GoSS": true, "GoVal": true, "GoValText": true, "GoW": true, "HasPointerMethods": true, "JSONSlice": true, "Called": true, "Methods": true, "OnlyMarshal": true, "TextLists": true, "TextPointer": true,
}

func TestSameAsEncodingJSONv2(t *testing.T) {
	for k, s := range Subjects {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(k), 2))
			var docs [][]byte
			decoder := s.Decoder()
			accepted, read := 0, 0
			for range *rounds {
				v := s.New()
				subjects.Fill(r, reflect.ValueOf(v).Elem(), 5)
				doc := compareMarshal(t, s, v)
				if doc == nil {
					doc, _ = json.Marshal(s.New())
				}
				docs = append(docs, doc)
				if r.IntN(8) > 0 {
					doc = subjects.Mutate(r, doc)
				}
				unmarshal := s.Unmarshal
				if r.IntN(4) == 0 {
					unmarshal = decoder
				}
				read++
				if compareUnmarshal(t, s, unmarshal, nil, doc) {
					accepted++
				}
				if r.IntN(3) == 0 {
					compareUnmarshal(t, s, unmarshal, docs[r.IntN(len(docs))], doc)
				}
			}
			if accepted*20 < read && !failing[s.Name] {
				t.Errorf("only %d of %d documents are accepted", accepted, read)
			}
		})
	}
}

// compareMarshal returns the document of v, or nil if it has none.
func compareMarshal(t *testing.T, s subjects.Subject, v any) []byte {
	t.Helper()
	want, err := json.Marshal(v, json.Deterministic(true))
	got, err2 := s.Marshal(v)
	if foreign(err2) {
		return nil
	}
	if (err == nil) != (err2 == nil) || !bytes.Equal(want, got) && err == nil {
		t.Fatalf("Marshal(%+v)\nis   %s, %v\nwant %s, %v", v, got, err2, want, err)
	}
	if err != nil {
		return nil
	}
	return want
}

// compareUnmarshal reads doc, after before, into values of their own, and reports
// whether it is accepted.
func compareUnmarshal(t *testing.T, s subjects.Subject, unmarshal func([]byte, any) error, before, doc []byte) bool {
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
	if foreign(err2) {
		return false
	}
	if (err == nil) != (err2 == nil) || err == nil && !reflect.DeepEqual(want, got) {
		w, _ := json.Marshal(want)
		g, _ := json.Marshal(got)
		t.Fatalf("%s: %s\nafter %s\ngives %v\n%s\nwant %v\n%s", s.Name, doc, before, err2, g, err, w)
	}
	clear(input)
	if err == nil && !reflect.DeepEqual(want, got) {
		t.Fatalf("%s: %s: the value aliases the input", s.Name, doc)
	}
	return err == nil
}

func FuzzUnmarshalV2(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 3))
	for k, s := range Subjects {
		for range 3 {
			v := s.New()
			subjects.Fill(r, reflect.ValueOf(v).Elem(), 4)
			if doc, err := s.Marshal(v); err == nil {
				f.Add(uint8(k), doc)
			}
		}
	}
	f.Fuzz(func(t *testing.T, k uint8, doc []byte) {
		s := Subjects[int(k)%len(Subjects)]
		if compareUnmarshal(t, s, s.Unmarshal, nil, doc) {
			v := s.New()
			if json.Unmarshal(doc, v) == nil {
				compareMarshal(t, s, v)
			}
		}
	})
}
