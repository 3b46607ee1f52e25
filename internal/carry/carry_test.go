package carry_test

import (
	"math/big"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/carry"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/load"
	"github.com/assay-go/assay/internal/routines/routinestest"
	"github.com/assay-go/assay/typemodel"
)

type (
	stamp   time.Time
	account struct {
		id   int
		Name string
	}
	event struct {
		time.Time
		Name string
	}
	site struct {
		Home    url.URL
		Account account
		List    []map[string]*account
		When    stamp
		Amount  *big.Int
	}
	self struct { // opaque in a part, but with methods
		Account account
		Next    *self
	}
	selves   struct{ A, B *self }
	hopeless struct {
		account
		Done  chan int
		Hits  atomic.Int64
		Event event
	}
	keyed struct{ ByTime map[stamp]int }
)

func (self) MarshalText() ([]byte, error)     { return nil, nil }
func (*self) UnmarshalText(data []byte) error { return nil }

var _ = account{id: 1}

func modelOf[T any]() *typemodel.Type {
	t, _ := typemodel.FromReflect(reflect.TypeFor[T]())
	return t
}

// plain holds an interface, and says has methods beside; neither is carried by methods
// but where an interface yields to them.
type plain struct{ V any }

type says struct{ Part plain }

func (says) MarshalText() ([]byte, error) { return nil, nil }

func (*says) UnmarshalText([]byte) error { return nil }

type around struct {
	Says  says
	Plain plain
}

func isInterface(t *typemodel.Type) bool { return t.Kind == typemodel.Interface }

// TestPlan tells what stands in whose place, and what is refused.
func TestPlan(t *testing.T) {
	here := modelOf[account]().Name.PkgPath
	for _, test := range []struct {
		of   *typemodel.Type
		wish carry.Preference
		want string
	}{
		{modelOf[big.Int](), carry.Preference{}, "big.Int: []uint8 by its GobEncode"},
		{modelOf[big.Int](), carry.Preference{Order: carry.Text, Text: true}, "big.Int: string by its MarshalText"},
		{modelOf[big.Float](), carry.Preference{Order: carry.Text, Text: true}, "big.Float: string by assay's conversion"},
		{modelOf[big.Int](), carry.Preference{Keeps: typemodel.TextMarshaler}, ""},
		{modelOf[url.URL](), carry.Preference{}, "url.URL: string by assay's conversion"},
		{modelOf[event](), carry.Preference{}, ""},
		{modelOf[time.Time](), carry.Preference{}, ""},
		{modelOf[stamp](), carry.Preference{}, "carry_test.stamp: time.Time by a conversion of Go"},
		{modelOf[selves](), carry.Preference{}, "carry_test.self: []uint8 by its MarshalText"},
		{
			modelOf[site](), carry.Preference{},
			`url.URL: string by assay's conversion; carry_test.stamp: time.Time by a conversion of Go; big.Int: []uint8 by its GobEncode; Account: refused`,
		},
		{
			typemodel.Reveal(modelOf[site](), here), carry.Preference{},
			`url.URL: string by assay's conversion; carry_test.stamp: time.Time by a conversion of Go; big.Int: []uint8 by its GobEncode`,
		},
		{
			modelOf[hopeless](), carry.Preference{}, `atomic.Int64: int64 by assay's conversion; : refused; Done: refused`,
		},
		{
			typemodel.Reveal(modelOf[hopeless](), here), carry.Preference{},
			`atomic.Int64: int64 by assay's conversion; Done: refused`,
		},
		{
			modelOf[keyed](), carry.Preference{Refuse: func(_ string, t *typemodel.Type) (r typemodel.Diagnostic) {
				if t.Kind == typemodel.Map {
					r.Text = "no maps"
				}
				return r
			}}, `ByTime: refused`,
		},
		{modelOf[plain](), carry.Preference{Yields: isInterface}, ""},
		{modelOf[around](), carry.Preference{Yields: isInterface}, "carry_test.says: []uint8 by its MarshalText"},
		{modelOf[around](), carry.Preference{}, ""},
	} {
		plan, refusals := carry.New(test.of, test.wish)
		var got []string
		for _, c := range plan.Carriers() {
			if plan.Of(c.Type) != c {
				t.Errorf("%s: Of does not know the carrier of %s", test.of, c.Type)
			}
			got = append(got, c.Type.String()+": "+c.As.String()+" by "+c.How)
		}
		for _, r := range refusals {
			got = append(got, r.Path+": refused")
			if r.Fix == "" && !r.Remedies.Has(typemodel.RemedyLeaveOut) && r.Text != "no maps" {
				t.Errorf("%s: %s shows no way out", test.of, r)
			}
		}
		if diff := cmp.Diff(test.want, strings.Join(got, "; ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.of, diff)
		}
	}
}

func TestRefusalsNameTheWaysOut(t *testing.T) {
	_, refusals := carry.New(modelOf[site](), carry.Preference{})
	want := `Account: carry_test.account has state that other packages do not reach (id) and no methods that encode it ` +
		`(leave the field out by the tag assay:"-")`
	if len(refusals) != 1 || refusals[0].String() != want {
		t.Fatalf("refused: %v, want %s", refusals, want)
	}
	const account = "github.com/assay-go/assay/internal/carry_test.account"
	advised := typemodel.Advise(modelOf[site](), func(string) bool { return true }, refusals[0])
	if diff := cmp.Diff([]string{"--as=" + account + "=FUNC,FUNC", "--omit=*.id"}, advised.Flags); diff != "" {
		t.Errorf("flags (-want +got):\n%s", diff)
	}
}

func TestOmitted(t *testing.T) {
	m, err := typemodel.Omit(modelOf[site](), "List[][value].Name", "Account.Name", "Amount")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"Amount", "Account.Name", "List[][value].Name"}, carry.Omitted(m)); diff != "" {
		t.Errorf("left out (-want +got):\n%s", diff)
	}
}

// TestValuesComeBack compiles the funcs of all carriers of a type in both
// forms, and those of keys, and lets values travel by them.
func TestValuesComeBack(t *testing.T) {
	dir := t.TempDir()
	copyFiles(t, "testdata/values", dir)
	loaded, err := load.Load(t.Context(), load.Config{Dir: dir, Incomplete: true}, "./.Values")
	if err != nil {
		t.Fatal(err)
	}
	f := goprint.New(loaded.Package.Path, loaded.Package.Name)
	f.ReserveTypes(loaded.Type)
	var calls []string
	for form, wish := range map[string]carry.Preference{"Binary": {}, "Text": {Order: carry.Text, Text: true}} {
		plan, refusals := carry.New(loaded.Type, wish)
		for _, r := range refusals {
			t.Error(r)
		}
		for i := range loaded.Type.Fields {
			fd := &loaded.Type.Fields[i]
			of := fd.Type
			if of.Kind == typemodel.Pointer {
				of = of.Elem
			}
			c := plan.Of(of)
			if c == nil {
				t.Errorf("nothing carries %s", fd.Name)
				continue
			}
			c.EmitTo(f, "to"+form+fd.Name)
			c.EmitFrom(f, "from"+form+fd.Name)
			c.Key().EmitTo(f, "toKey"+form+fd.Name)
			c.Key().EmitFrom(f, "fromKey"+form+fd.Name)
			for _, key := range []string{"", "Key"} {
				of := "&v." + fd.Name
				if fd.Type.Kind == typemodel.Pointer {
					of = "v." + fd.Name
				}
				calls = append(calls, "travel(t, "+strconv.Quote(key+form+fd.Name)+", "+of+", to"+key+form+fd.Name+", from"+key+form+fd.Name+")")
			}
		}
	}
	f.P("func travelAll(t tester, v *Values) {")
	f.P(strings.Join(calls, "\n"))
	f.P("}")
	src, err := f.Source()
	if err != nil {
		t.Fatal(err)
	}
	filetest.Write(t, filepath.Join(dir, "emitted.go"), src)
	cmd := exec.CommandContext(t.Context(), "go", "test", map[bool]string{false: "-vet=off", true: "-vet=all"}[routinestest.Long], ".")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOGC=400")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func copyFiles(t *testing.T, from, to string) {
	t.Helper()
	entries, err := os.ReadDir(from)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data := filetest.Read(t, filepath.Join(from, e.Name()))
		filetest.Write(t, filepath.Join(to, strings.TrimSuffix(e.Name(), ".txt")), data)
	}
}
