package goprint_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/goprint"
)

// Functions that are the same but for the names of each other are one, also where they
// call each other in circles; literals are no names.
func TestMerge(t *testing.T) {
	f := goprint.New("example.com/p", "p")
	names := []string{"even1", "odd1", "even2", "odd2", "even3", "odd3", "text1", "text2", "inline1", "inline2", "limit1"}
	for _, n := range []string{"1", "2", "3"} {
		end := "true"
		if n == "3" {
			end = "false"
		}
		f.P()
		f.P("// even", n, " isn't told by odd", n, ", or {.")
		f.P("func even", n, "(n int) bool {")
		f.P("if n == 0 { // that's limit1")
		f.P("return ", end)
		f.P("}")
		f.P("return odd", n, "(n - 1)")
		f.P("}")
		f.P()
		f.P("func odd", n, "(n int) bool { return n != 0 && even", n, "(n - 1) }")
	}
	for _, n := range []string{"1", "2"} {
		f.P()
		f.P("func text", n, `(v *struct{ A rune }) string { return "text`, n, `\" {" + string('"') + `, "`even1(` }")
		if n == "2" {
			f.P()
			f.P("//go:noinline")
		}
		f.P("func inline", n, "() int { return limit1 }")
	}
	f.P("const limit1 = 1")
	f.P()
	f.P("func All(n int) bool { return even1(n) || even2(n) || even3(n) || odd2(n) }")
	f.Merge(names)
	source, err := f.Source()
	if err != nil {
		t.Fatal(err)
	}
	var have []string
	for _, name := range names {
		if strings.Contains(string(source), "func "+name+"(") {
			have = append(have, name)
		}
	}
	if want := []string{"even1", "odd1", "even3", "odd3", "text1", "text2", "inline1", "inline2"}; !slices.Equal(have, want) {
		t.Errorf("what stays is %q, not %q", have, want)
	}
	if want := "return even1(n) || even1(n) || even3(n) || odd1(n)"; !strings.Contains(string(source), want) {
		t.Errorf("there is no %q:\n%s", want, source)
	}
}
