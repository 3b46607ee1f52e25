package compat_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-go/assay/extprot/compat"
	"github.com/assay-go/assay/extprot/internal/arbitrary"
	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/extprot/value"
)

// mutate changes a schema in one place, often to another legal one.
func mutate(src string, r *rand.Rand) string {
	edits := [][2]string{
		{" int", " long"}, {" int", " byte"}, {" bool", " int"}, {" string", " int"}, {"[int ]", "int"},
		{" int", " (int * bool)"}, {" }", "; zz : bool }"}, {" }", "; zz : string }"}, {" | ", " | Zz | "},
		{"C0", "C0 bool"}, {"C1", "C1x"}, {"f0 :", "g0 :"}, {"[", "[| "}, {"(", "(bool * "}, {" float", " string"},
	}
	for range 1 + r.IntN(2) {
		e := edits[r.IntN(len(edits))]
		n := strings.Count(src, e[0])
		if n == 0 {
			continue
		}
		at := 0
		for k := r.IntN(n); k >= 0; k-- {
			at += strings.Index(src[at:], e[0]) + 1
		}
		at--
		src = src[:at] + e[1] + src[at+len(e[0]):]
	}
	return src
}

// TestVerdictsHold: what the checker calls compatible is read.
func TestVerdictsHold(t *testing.T) {
	judged := map[compat.Verdict]int{}
	rapid.Check(t, func(rt *rapid.T) {
		src := arbitrary.Schema(rt)
		older, err := schema.Check("old.proto", []byte(src), nil)
		if err != nil {
			rt.Fatalf("%v\n%s", err, src)
		}
		text := mutate(src, rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0)))
		newer, err := schema.Check("new.proto", []byte(text), nil)
		if err != nil {
			return
		}
		r := compat.Compare(older, newer)
		for _, d := range []struct {
			verdict compat.Verdict
			w, r    *schema.Schema
		}{{r.Backward, older, newer}, {r.Forward, newer, older}} {
			judged[d.verdict]++
			if d.verdict != compat.Yes {
				continue
			}
			for _, m := range d.w.Messages {
				reader := d.r.Message(m.Name)
				if reader == nil {
					continue
				}
				b, err := value.Append(nil, m.Type, arbitrary.Value(rt, m.Type))
				if err != nil {
					rt.Fatal(err)
				}
				if _, _, err := value.Decode(reader.Type, b, value.Options{}); err != nil {
					rt.Fatalf("%s is called compatible, but %v\nfrom\n%sto\n%s%+v", m.Name, err, src, text, r.Changes)
				}
			}
		}
	})
	t.Log(judged)
}
