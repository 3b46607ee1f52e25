package goprint_test

import (
	"testing"

	"github.com/assay-go/assay/goprint"
)

func TestPlace(t *testing.T) {
	v := goprint.Pointee("v")
	for _, test := range []struct{ got, want string }{
		{v.String(), "*v"},
		{v.Operand(), "(*v)"},
		{v.Addr(), "v"},
		{v.Index("k").String(), "(*v)[k]"},
		{v.Slice(), "(*v)[:]"},
		{v.Field("A").String(), "v.A"},
		{v.Field("A").Addr(), "&v.A"},
		{v.Field("A").Field("B").Index("0").Addr(), "&v.A.B[0]"},
		{v.Field("P").Pointee().String(), "*v.P"},
		{v.Field("P").Pointee().Addr(), "v.P"},
		{v.Field("P").Pointee().Field("C").String(), "v.P.C"},
		{v.Pointee().String(), "*(*v)"},
		{v.Pointee().Field("C").String(), "(*v).C"},
		{goprint.Variable("x").Pointee().Pointee().Index("k").String(), "(*(*x))[k]"},
	} {
		if test.got != test.want {
			t.Errorf("%s, want %s", test.got, test.want)
		}
	}
}
