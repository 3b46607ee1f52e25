package steps

import (
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/goprint"
)

// printed returns what the printing of steps gives.
func printed(t *testing.T, p Printer, list []Step) string {
	t.Helper()
	file := p.File
	p.Grow = func() string { return "Grow" }
	file.P("func f() {")
	p.Steps(list)
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
	text := Put{Routine: "Alias", Args: Args("v.S"), Most: 5, Text: true}
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
	p := (*[11]byte)(b[n:])
	p[0] = 0x61
	Alias((*[8]byte)(p[1:]), v.F)
	copy(p[9:11], "bc")
	n += 11
`},
		{"a block for the variable", []Step{Bytes("a"), Fixed{8, "Alias", Value{Place: v.Field("F")}}, text}, `	if len(b)-n < 14+len(v.S) {
		b = Grow(b, n, 14+len(v.S))
	}
	{
		p := (*[9]byte)(b[n:])
		p[0] = 0x61
		Alias((*[8]byte)(p[1:]), v.F)
		n += 9
	}
	n = Alias(b, n, v.S)
`},
		{"texts", []Step{Bytes("a"), text, text}, `	if len(b)-n < 11+len(v.S)+len(v.S) {
		b = Grow(b, n, 11+len(v.S)+len(v.S))
	}
	b[n] = 0x61
	n++
	n = Alias(b, n, v.S)
	n = Alias(b, n, v.S)
`},
		{"branch", []Step{If{Cond{Test: IsNil, X: v.Field("P")}, []Step{Bytes{0xc0}}, []Step{Put{Routine: "Alias", Args: Args("*v.P"), Most: 9}}}, Bytes("z")}, `	if len(b)-n < 10 {
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
		{"loop", []Step{Each{Over: v.Field("L"), Elem: "x", Body: []Step{Put{Routine: "Alias", Args: Args("x"), Most: 9}}}, Bytes("z")}, `	if len(b)-n < 9*len(v.L) {
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
		if d := cmp.Diff("package p\n\nfunc f() {\n"+test.want+"}\n", printed(t, Printer{File: goprint.New("p", "p")}, test.list)); d != "" {
			t.Errorf("%s (-want +got)\n%s", test.name, d)
		}
	}
}

// TestRest tells what is printed where what makes room by itself is told what follows
// needs, also behind branches; of constants that a call stands behind; and where a
// part of the room is enough at once.
func TestRest(t *testing.T) {
	p := Printer{File: goprint.New("p", "p"), Rest: "rest", AtOnce: 20}
	p.Constant = func(b Bytes, call bool) string {
		at := "Const(b, n, " + strconv.Quote(string(b)) + ")"
		if call {
			return at
		}
		p.P("n = ", at)
		return "n"
	}
	grows := Put{Routine: "Write", Of: "e", Args: Args("v"), Grows: true}
	list := []Step{
		Bytes("ab"), Bytes("c"), grows, Bytes("d"),
		If{Cond{Test: Holds, X: goprint.Variable("ok")}, []Step{grows, Put{Routine: "Put", Args: Args("x"), Most: 5}}, nil},
		Put{Routine: "Put", Args: Args("y"), Most: 8}, Put{Routine: "Put", Args: Args("z"), Most: 13},
	}
	want := `	if len(b)-n < 3+rest {
		b = Grow(b, n, 3+rest)
	}
	b, n = Write(e, b, Const(b, n, "abc"), v, 1+rest)
	n = Const(b, n, "d")
	if ok {
		b, n = Write(e, b, n, v, 5+rest)
		n = Put(b, n, x)
	}
	if len(b)-n < 21+rest {
		b = Grow(b, n, 21+rest)
	}
	n = Put(b, n, y)
	n = Put(b, n, z)
`
	if d := cmp.Diff("package p\n\nfunc f() {\n"+want+"}\n", printed(t, p, list)); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}
