package keyedtest

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// acceptance is where a test in a module of dialects leaves its tables for the test that has
// started it.
var acceptance = flag.String("acceptance", "", "a folder for the tables of what is accepted")

// Form is the name of a value as some writer has it, and what it is on the wire.
type Form [2]string

// Side is who reads a form.
type Side int

// The sides.
const (
	Library Side = iota // alone
	Code                // alone
	Both                // as different values
)

// float is what the code reads of a form into a field of a kind, and who else does.
type float struct {
	kind  string
	value *big.Float
	by    Side
}

// Reason says why what a library and the code for its dialect read stays different: of forms whose
// names, and into fields whose types, a regular expression matches.
type Reason struct {
	Side         Side
	Forms, Kinds string
	Why          string
}

// Acceptance reads each form into each field of a T, by a library and by the code for its
// dialect, and writes a table of what differs: a line for each form, of the kinds that the
// library reads alone, the code alone, and both as other values, each with its reason. What differs
// without one is an error, and so is a reason of nothing. It says which floats are not the
// number that a form is. document returns a value of T with one member.
func Acceptance[T any](t *testing.T, dialect string, library func([]byte, any) error, code func([]byte, *T) error, options cmp.Options, document func(name, wire string) []byte, forms []Form, reasons []Reason) {
	t.Helper()
	var b bytes.Buffer
	var alike []string
	var rounded [3][]string // by their Side
	read := 0
	used := make([]bool, len(reasons))
	fmt.Fprintf(&b, "| %s | the library alone | the code alone | both, as another value |\n|---|---|---|---|\n", dialect)
	for _, f := range forms {
		var cells [3]map[int][]string // by the reason
		var number *big.Float         // of the widest kind that has it
		var floats []float
		for _, field := range reflect.VisibleFields(reflect.TypeFor[T]()) {
			if field.Anonymous {
				continue
			}
			input := document(field.Name, f[1])
			var theirs, ours T
			byThem := recovered(func() error { return library(bytes.Clone(input), &theirs) })
			byUs := recovered(func() error { return code(bytes.Clone(input), &ours) })
			kind := strings.ReplaceAll(field.Type.String(), "types.", "")
			value := func(v T) reflect.Value { return reflect.ValueOf(v).FieldByIndex(field.Index) }
			switch v := value(ours); {
			case byUs != nil:
			case v.Kind() == reflect.Int64:
				number = new(big.Float).SetInt64(v.Int())
			case v.Kind() == reflect.Uint64:
				number = new(big.Float).SetUint64(v.Uint())
			case v.CanFloat() && !math.IsNaN(v.Float()):
				by := Code
				if byThem == nil && cmp.Equal(theirs, ours, options) {
					by = Both
				}
				floats = append(floats, float{kind, big.NewFloat(v.Float()), by})
				if number == nil && v.Kind() == reflect.Float64 {
					number = big.NewFloat(v.Float())
				}
			}
			side := Both
			switch {
			case byThem != nil && byUs != nil:
				continue
			case byThem == nil && byUs == nil && cmp.Equal(theirs, ours, options):
				read++
				continue
			case byUs != nil:
				side = Library
			case byThem != nil:
				side = Code
			}
			why := slices.IndexFunc(reasons, func(r Reason) bool {
				return r.Side == side && matches(r.Forms, f[0]) && matches(r.Kinds, kind)
			})
			if why < 0 {
				t.Errorf("%s: %s into %s: no reason for what differs: library %#v (%v), code %#v (%v)", dialect, f[0], kind, value(theirs), byThem, value(ours), byUs)
				continue
			}
			used[why] = true
			if cells[side] == nil {
				cells[side] = map[int][]string{}
			}
			cells[side][why] = append(cells[side][why], "`"+kind+"`")
		}
		for _, is := range floats {
			if number != nil && number.Cmp(is.value) != 0 {
				rounded[is.by] = append(rounded[is.by], fmt.Sprintf("%s in `%s`", f[0], is.kind))
			}
		}
		if len(cells[Library])+len(cells[Code])+len(cells[Both]) == 0 {
			alike = append(alike, f[0])
			continue
		}
		fmt.Fprintf(&b, "| %s", f[0])
		for _, cell := range cells {
			b.WriteString(" |")
			for _, why := range slices.Sorted(maps.Keys(cell)) {
				fmt.Fprintf(&b, " %s (%d)", strings.Join(cell[why], ", "), why+1)
			}
		}
		b.WriteString(" |\n")
	}
	fmt.Fprintf(&b, "\nNothing differs in: %s.\n\n", strings.Join(alike, "; "))
	fmt.Fprintf(&b, "`%s`: %d times both read the same.", dialect, read)
	for by, who := range []string{Code: "the code alone", Both: "both"} {
		if len(rounded[by]) > 0 {
			fmt.Fprintf(&b, " Rounded by %s, without an error: %s.", who, strings.Join(rounded[by], "; "))
		}
	}
	b.WriteString(" What differs, and why it stays:\n\n")
	for k, r := range reasons {
		fmt.Fprintf(&b, "%d. %s\n", k+1, r.Why)
		if !used[k] {
			t.Errorf("%s: nothing differs by reason %d: %s", dialect, k+1, r.Why)
		}
	}
	if *acceptance == "" {
		t.Log("\n" + b.String())
		return
	}
	if err := os.WriteFile(filepath.Join(*acceptance, dialect+".md"), b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// matches reports whether all of s matches a regular expression; an empty one matches everything.
func matches(expression, s string) bool {
	return expression == "" || regexp.MustCompile("^(?:"+expression+")$").MatchString(s)
}
