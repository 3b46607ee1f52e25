package positional

import "testing"

func TestLvalue(t *testing.T) {
	v := pointee("v")
	for _, test := range []struct {
		place                   lvalue
		operand, alone, address string
	}{
		{v, "(*v)", "*v", "v"},
		{v.field("A"), "v.A", "v.A", "&v.A"},
		{v.index("i"), "(*v)[i]", "(*v)[i]", "&(*v)[i]"},
		{v.field("A").index("0"), "v.A[0]", "v.A[0]", "&v.A[0]"},
		{pointee(v.field("P").String()), "(*v.P)", "*v.P", "v.P"},
		{pointee(v.index("i").String()).field("B"), "(*v)[i].B", "(*v)[i].B", "&(*v)[i].B"},
		{pointee(pointee("v").String()), "(*(*v))", "*(*v)", "(*v)"},
		{variable("x1"), "x1", "x1", "&x1"},
	} {
		if a, b, c := test.place.String(), test.place.alone(), test.place.Addr(); a != test.operand || b != test.alone || c != test.address {
			t.Errorf("%+v: %s, %s, %s; want %s, %s, %s", test.place, a, b, c, test.operand, test.alone, test.address)
		}
	}
}
