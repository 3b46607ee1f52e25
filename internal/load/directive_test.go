package load

import "testing"

// What a comment says of directives is none: generated code does, and is not parsed for it.
func TestMayDirect(t *testing.T) {
	for source, want := range map[string]bool{
		"package p\n\n// lists that //assay:impl names\n":             false,
		"package p\n\n\t// see //assay:as\n":                          false,
		"package p\n\n// see //assay:as\n//assay:as T = F\n":          true,
		"package p\n\ntype T any //assay:impl int\n":                  true,
		"package p\n\nvar s = \"http://\" /* a */ //assay:as T = F\n": true,
	} {
		if got := mayDirect([]byte(source)); got != want {
			t.Errorf("%q: %t", source, got)
		}
	}
}
