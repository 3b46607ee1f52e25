package deep

import (
	"strings"
	"testing"
)

// TestRenew: no text of a value lies where it did, and the value is the same.
func TestRenew(t *testing.T) {
	type part struct{ Note string }
	type whole struct {
		Name  string
		Parts []part
		Sub   *part
		Attrs map[string]part
		Any   any
		Blob  []byte
		Texts [2]string
		Loop  *whole
	}
	v := &whole{
		Name: "name", Parts: []part{{"first"}, {"second"}}, Sub: &part{"sub"}, Attrs: map[string]part{"key": {"value"}, "other": {}},
		Any: map[string]any{"in": "terface"}, Blob: append(make([]byte, 0, 64), "blob"...), Texts: [2]string{"tex", "ts"},
	}
	v.Loop = v
	want := Clone(v)
	before := Spans(v)
	seen := map[Part]int{}
	Renew(v, func(memory string, part Part) string { seen[part]++; return strings.Clone(memory) })
	if res := Compare(want, v); res.Loses() {
		t.Fatal(res)
	}
	if seen[Text] != 8 || seen[Key] != 3 || seen[Bytes] != 1 || cap(v.Blob) != 64 {
		t.Errorf("%v are replaced, and there is room for %d bytes", seen, cap(v.Blob))
	}
	texts := func(list []Span) (out []Span) {
		for _, s := range list {
			if s.Text || s.Bytes {
				out = append(out, s)
			}
		}
		return out
	}
	if a, _, shared := Overlap(texts(before), texts(Spans(v))); shared {
		t.Errorf("%+v lies where it did", a)
	}
}
