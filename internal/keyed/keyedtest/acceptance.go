package keyedtest

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// acceptance is where a test in a module of dialects leaves its tables for the test that has
// started it.
var acceptance = flag.String("acceptance", "", "a folder for the tables of what is accepted")

// Form is the name of a value as some writer has it, and what it is on the wire.
type Form [2]string

// Acceptance reads each form into each field of a T, by a library and by the code for its
// dialect, and writes a table of what differs: a line for each form, of the kinds that the
// library reads alone, the code alone, and both as other values. document returns a value of
// T with one member.
func Acceptance[T any](t *testing.T, dialect string, library func([]byte, any) error, code func([]byte, *T) error, options cmp.Options, document func(name, wire string) []byte, forms []Form) {
	t.Helper()
	var b bytes.Buffer
	var alike []string
	read := 0
	fmt.Fprintf(&b, "| %s | the library alone | the code alone | both, as another value |\n|---|---|---|---|\n", dialect)
	for _, f := range forms {
		var cells [3][]string
		for i := range reflect.TypeFor[T]().NumField() {
			field := reflect.TypeFor[T]().Field(i)
			input := document(field.Name, f[1])
			var theirs, ours T
			byThem := recovered(func() error { return library(bytes.Clone(input), &theirs) })
			byUs := recovered(func() error { return code(bytes.Clone(input), &ours) })
			kind := "`" + strings.ReplaceAll(field.Type.String(), "types.", "") + "`"
			switch {
			case byThem == nil && byUs == nil && cmp.Equal(theirs, ours, options):
				read++
			case byThem == nil && byUs == nil:
				cells[2] = append(cells[2], kind)
			case byThem == nil:
				cells[0] = append(cells[0], kind)
			case byUs == nil:
				cells[1] = append(cells[1], kind)
			}
		}
		if len(cells[0])+len(cells[1])+len(cells[2]) == 0 {
			alike = append(alike, f[0])
			continue
		}
		fmt.Fprintf(&b, "| %s", f[0])
		for _, kinds := range cells {
			fmt.Fprintf(&b, " | %s", strings.Join(kinds, ", "))
		}
		b.WriteString(" |\n")
	}
	fmt.Fprintf(&b, "\nNothing differs in: %s. In all, %d times both read the same.\n", strings.Join(alike, "; "), read)
	if *acceptance == "" {
		t.Log("\n" + b.String())
		return
	}
	if err := os.WriteFile(filepath.Join(*acceptance, dialect+".md"), b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}
