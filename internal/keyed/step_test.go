package keyed

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/routines"
)

// printed returns what the printing of steps gives.
func printed(t *testing.T, list []Step) string {
	t.Helper()
	set, err := routines.Parse(source, "keyedrt")
	if err != nil {
		t.Fatal(err)
	}
	file := goprint.New("p", "p")
	p := &printer{File: file, wire: &Wire{}, common: set.Pick(), own: set.Pick()}
	file.P("func f() {")
	p.steps(list)
	file.P("}")
	b, err := file.Source()
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestSteps tells what is printed of steps: constants as one, values of a fixed width
// at constant places, one check of room for all that is bounded.
func TestSteps(t *testing.T) {
	v := goprint.Pointee("v")
	text := Put{Routine: "Alias", X: Value{Place: v.Field("S")}, Most: 5, Text: true}
	for _, test := range []struct {
		name string
		list []Step
		want string
	}{
		{"constants", []Step{Bytes("ab"), Bytes("c")}, `	if len(b)-n < 3 {
		b = Grow(b, n, 3)
	}
	n += copy((*[3]byte)(b[n:])[:], "abc")
`},
		{"fixed", []Step{Bytes("a"), Fixed{8, "Alias", Value{Place: v.Field("F")}}, Bytes("bc")}, `	if len(b)-n < 11 {
		b = Grow(b, n, 11)
	}
	{
		p := (*[11]byte)(b[n:])
		p[0] = 0x61
		Alias((*[8]byte)(p[1:]), v.F)
		copy(p[9:11], "bc")
		n += 11
	}
`},
		{"texts", []Step{Bytes("a"), text, text}, `	if len(b)-n < 11+len(v.S)+len(v.S) {
		b = Grow(b, n, 11+len(v.S)+len(v.S))
	}
	b[n] = 0x61
	n++
	n = Alias(b, n, v.S)
	n = Alias(b, n, v.S)
`},
		{"branch", []Step{If{Cond{Test: IsNil, X: v.Field("P")}, []Step{Bytes{0xc0}}, []Step{Put{Routine: "Alias", X: Value{Place: v.Field("P").Pointee()}, Most: 9}}}, Bytes("z")}, `	if len(b)-n < 10 {
		b = Grow(b, n, 10)
	}
	if v.P == nil {
		b[n] = 0xc0
		n++
	} else {
		n = Alias(b, n, *v.P)
	}
	b[n] = 0x7a
	n++
`},
		{"loop", []Step{Each{Over: v.Field("L"), Elem: "x", Body: []Step{Put{Routine: "Alias", X: Value{Place: goprint.Variable("x")}, Most: 9}}}, Bytes("z")}, `	if len(b)-n < 9*len(v.L) {
		b = Grow(b, n, 9*len(v.L))
	}
	for _, x := range v.L {
		n = Alias(b, n, x)
	}
	if len(b)-n < 1 {
		b = Grow(b, n, 1)
	}
	b[n] = 0x7a
	n++
`},
	} {
		if d := cmp.Diff("package p\n\nfunc f() {\n"+test.want+"}\n", printed(t, test.list)); d != "" {
			t.Errorf("%s (-want +got)\n%s", test.name, d)
		}
	}
}
