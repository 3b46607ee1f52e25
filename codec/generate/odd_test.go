package generate

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/json"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/routines/routinestest"
)

// Types that random packages had, and whose code once did not compile, or displeased go vet:
// it does neither in the formats that carry them.
func TestOddTypes(t *testing.T) {
	for name, c := range map[string]struct {
		source  string
		formats []string
	}{
		"conversion to what holds the type again": {`
type T struct {
	M map[string]T
	A uint32
}
type Wire T

func ToWire(v *T) [1]Wire             { return [1]Wire{Wire(*v)} }
func FromWire(v [1]Wire) (T, error) { return T(v[0]), nil }

//assay:as T = ToWire FromWire
`, []string{"flat", "xdr2", "gotiny", "mus", "json", "json --v2", "cbor", "msgpack"}},
		"conversion to what takes no bytes": {`
type E struct{}
type Wire E

func ToWire(v E) Wire   { return Wire(v) }
func FromWire(v Wire) E { return E(v) }

//assay:as E = ToWire FromWire

type A [0]uint32
type AWire [0]uint32

func ToAWire(v A) AWire   { return AWire(v) }
func FromAWire(v AWire) A { return A(v) }

//assay:as A = ToAWire FromAWire

type T struct {
	X E
	F [3]E
	A A
}
`, []string{"flat", "xdr2", "gotiny", "skycoin", "json", "cbor", "msgpack", "extprot"}},
		"entries that are checked, of a fixed width": {`
type T struct {
	A map[float64]float64
	B map[float32][1]byte
	C map[[2]float64]float32
	D map[struct{ A, B float32 }][2]float64
	E map[float64]bool
}
`, []string{"flat", "gotiny", "mus", "json", "cbor", "cbor --dialect=ctap2", "msgpack", "msgpack --dialect=vmihailenco"}},
		"names in letters of other than English": {`
type Ärger struct {
	A uint32
}
type Wire Ärger

func ÄrgerToWire(v *Ärger) (Wire, error)  { return Wire(*v), nil }
func FromWireÄrger(to *Ärger, v Wire) error { *to = Ärger(v); return nil }

//assay:as Ärger = ÄrgerToWire FromWireÄrger

type T struct {
	A Ärger
}
`, []string{"flat", "xdr2", "gotiny", "skycoin", "mus", "json", "cbor", "msgpack", "extprot"}},
		"arrays of structs with functions of their own": {`
type In struct {
	A int32
	B bool
	C [2]uint32
	D float64
}
type Wire In

func ToWire(v *In) [1]Wire            { return [1]Wire{Wire(*v)} }
func FromWire(v [1]Wire) (In, error) { return In(v[0]), nil }

//assay:as In = ToWire FromWire

type Long Many

type Many struct {
	A int32
	B bool
	C [2]uint32
	D float64
}

func ToLong(v *Many) [40]Long             { return [40]Long{Long(*v)} }
func FromLong(v [40]Long) (Many, error) { return Many(v[0]), nil }

//assay:as Many = ToLong FromLong

type T struct {
	In In
	N uint32
	Many Many
}
`, []string{"flat --unsafe", "flat", "xdr2", "gotiny", "mus", "skycoin", "bebop", "json", "cbor", "msgpack"}},
		"array of no elements": {`
type T struct {
	A [0]uint32 ` + "`protobuf:\"varint,1,rep,name=a\"`" + `
	B [0]string ` + "`protobuf:\"bytes,2,rep,name=b\"`" + `
	C uint32    ` + "`protobuf:\"varint,3,opt,name=c\"`" + `
}
`, []string{"flat", "xdr2", "mus", "json", "cbor", "msgpack", "protobuf"}},
		"array of the struct that a map is in": {`
type T struct {
	A uint32
	M map[string][1]T
	L [][2]T
}
`, []string{"flat", "xdr2", "gotiny", "mus", "musvarint", "benc", "skycoin", "bebop", "json", "cbor", "msgpack"}},
		"locks": {`
import "sync"

type In struct {
	Mu sync.RWMutex
	A  uint32 ` + "`protobuf:\"varint,1,opt,name=a\"`" + `
}
type T struct {
	sync.Mutex
	In In        ` + "`protobuf:\"bytes,1,opt,name=in\"`" + `
	L  []In      ` + "`protobuf:\"bytes,2,rep,name=l\"`" + `
	F  [2]In     ` + "`protobuf:\"bytes,3,rep,name=f\"`" + `
	B  [][1]In   ` + "`protobuf:\"-\"`" + `
	Mu sync.Mutex
}
`, []string{"flat", "xdr2", "mus", "musvarint", "benc", "bebop", "skycoin", "gencode", "gencodevarint", "json", "json --methods", "cbor", "cbor --methods", "msgpack", "protobuf", "extprot"}},
		"locks behind pointers": {`
import "sync"

type In struct {
	*sync.Mutex ` + "`protobuf:\"-\"`" + `
	A  uint32 ` + "`protobuf:\"varint,1,opt,name=a\"`" + `
}
type T struct {
	In *In ` + "`protobuf:\"bytes,1,opt,name=in\"`" + `
	R *sync.RWMutex ` + "`protobuf:\"bytes,2,opt,name=r\"`" + `
}
`, []string{"flat", "xdr2", "mus", "musvarint", "json", "cbor", "msgpack", "protobuf", "extprot"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for file, text := range map[string]string{"go.mod": "module example.com/odd\n\ngo 1.24\n", "odd.go": "package odd\n" + c.source} {
				filetest.Write(t, filepath.Join(dir, file), text)
			}
			in := std().in("example.com/odd", dir)
			for _, format := range Formats() {
				for _, name := range c.formats {
					name, v2 := strings.CutSuffix(name, " --v2")
					name, machine := strings.CutSuffix(name, " --unsafe")
					name, methods := strings.CutSuffix(name, " --methods")
					if name != format.Name() {
						continue
					}
					if f, ok := format.(*json.Format); ok {
						f.V2 = v2
					}
					g := Request{Types: []string{"T"}, Formats: []codec.Format{format}, Dir: dir, Packages: in.load}
					g.Unsafe, g.Methods = machine, methods
					result, err := g.Generate(t.Context())
					if err != nil {
						t.Error(err)
						continue
					}
					files := map[string][]byte{}
					for _, f := range result.Files {
						files[f.Name] = f.Source
					}
					pkgs, err := in.load(&packages.Config{Dir: dir, Overlay: files}, ".")
					if err != nil {
						t.Fatal(err)
					}
					vet(t, pkgs[0], func(message string) { t.Errorf("%s: %s", format.Name(), message) })
				}
			}
		})
	}
}

// What holds a lock as the value of a map cannot be copied from there: no format does so.
// The bytes of gotiny tell what a lock holds, which no code but package sync's reaches.
func TestLockedEntries(t *testing.T) {
	dir := t.TempDir()
	for file, text := range map[string]string{"go.mod": "module example.com/odd\n\ngo 1.24\n", "odd.go": `package odd
import "sync"

type In struct {
	sync.Mutex
	A uint32
}
type T struct {
	M map[string][2]In
}
type Held struct {
	In In
}
`} {
		filetest.Write(t, filepath.Join(dir, file), text)
	}
	in := std().in("example.com/odd", dir)
	for _, format := range Formats() {
		if format.Name() == "json" {
			continue // which leaves maps of such values to encoding/json
		}
		_, err := Request{Types: []string{"T"}, Formats: []codec.Format{format}, Dir: dir, Packages: in.load}.Generate(t.Context())
		var refused RefusedError
		if !errors.As(err, &refused) {
			t.Errorf("%s: %v", format.Name(), err)
			continue
		}
		if text := refused.Error(); !strings.Contains(text, "hold a lock") && !strings.Contains(text, "has no maps") {
			t.Errorf("%s: %s", format.Name(), text)
		}
	}
	_, err := Request{Types: []string{"Held"}, Formats: []codec.Format{Lookup("gotiny")}, Dir: dir, Packages: in.load}.Generate(t.Context())
	if err == nil || !strings.Contains(err.Error(), "In.Mutex: gotiny writes what a lock holds") {
		t.Errorf("gotiny: %v", err)
	}
}

// A method that --as names is called, or the type is refused.
func TestNamedMethods(t *testing.T) {
	routinestest.NeedsLong(t)
	dir := t.TempDir()
	for file, text := range map[string]string{"go.mod": "module example.com/odd\n\ngo 1.24\n", "odd.go": `package odd

import (
	"encoding/xml"
	"time"
)

type Own struct{ A uint32 ` + "`protobuf:\"varint,1,opt,name=a\"`" + ` }

func (o Own) MarshalBinary() ([]byte, error)          { return nil, nil }
func (o Own) AppendBinary(b []byte) ([]byte, error)   { return b, nil }
func (o *Own) UnmarshalBinary([]byte) error           { return nil }
func (o Own) MarshalText() ([]byte, error)            { return nil, nil }
func (o *Own) UnmarshalText([]byte) error             { return nil }
func (o Own) MarshalXML(*xml.Encoder, xml.StartElement) error    { return nil }
func (o *Own) UnmarshalXML(*xml.Decoder, xml.StartElement) error { return nil }

type T struct {
	O Own       ` + "`protobuf:\"bytes,1,opt,name=o\"`" + `
	W time.Time ` + "`protobuf:\"bytes,2,opt,name=w,stdtime\"`" + `
	N uint32    ` + "`protobuf:\"varint,3,opt,name=n\"`" + `
}
`} {
		filetest.Write(t, filepath.Join(dir, file), text)
	}
	in := std().in("example.com/odd", dir)
	for _, format := range Formats() {
		for _, as := range []string{"example.com/odd.Own=MarshalText", "example.com/odd.Own=AppendBinary", "time.Time=AppendBinary", "time.Time=MarshalText", "example.com/odd.Own=MarshalXML"} {
			g := Request{Types: []string{"T"}, Formats: []codec.Format{format}, As: []string{as}, Dir: dir, Packages: in.load}
			result, err := g.Generate(t.Context())
			_, method, _ := strings.Cut(as, "=")
			switch {
			case err != nil:
				if !refused.MatchString(err.Error()) || method != "MarshalXML" && format.Name() != "skycoin" && format.Name() != "gotiny" {
					t.Errorf("%s --as=%s: %v", format.Name(), as, err)
				}
			case !strings.Contains(string(result.Files[len(result.Files)-1].Source), "."+method+"("):
				t.Errorf("%s --as=%s: the method is not called", format.Name(), as)
			}
		}
	}
}

// Methods that a type has of a field are all that encoding/json knows of it: with methods of
// its own, which call the code, that code cannot call them.
func TestPromotedMethods(t *testing.T) {
	for methods, refused := range map[string]bool{
		"func (v Box) MarshalJSON() ([]byte, error) { return nil, nil }\n\nfunc (v *Box) UnmarshalJSON([]byte) error { return nil }": true,
		"func (v *Box) UnmarshalJSON([]byte) error { return nil }":                                                                   true,
		"func (v Box) MarshalJSON() ([]byte, error) { return nil, nil }":                                                             true,
		"func (v Box) MarshalText() ([]byte, error) { return nil, nil }\n\nfunc (v *Box) UnmarshalText([]byte) error { return nil }": false,
	} {
		for _, embedded := range []string{"Box", "*Box", "Alias"} {
			h := newThere(t, "package there\n\ntype Box struct{ A, B int }\n\ntype Alias = Box\n\n"+methods+"\n\ntype T struct{ "+embedded+" }\n")
			c := h.config("json", "T")
			c.Methods = true
			if _, err := c.Generate(t.Context()); errors.As(err, new(RefusedError)) != refused {
				t.Errorf("embedded %s with %s: %v", embedded, methods, err)
			}
			c.Methods = false
			if _, err := c.Generate(t.Context()); err != nil {
				t.Errorf("embedded %s: %v", embedded, err)
			}
		}
	}
}

// What one of the types embeds is not to have the methods that encoding/json would call for all of it.
func TestMethodsOfTheEmbedded(t *testing.T) {
	for _, embedded := range []string{"Box", "*Box", "In", "A In", "A []map[string]*In"} {
		h := newThere(t, "package there\n\ntype Box struct{ A, B int }\n\ntype In struct{ Box; C int }\n\ntype T struct{ "+embedded+"; F float64 }\n")
		c := h.config("json", "T", "Box")
		c.Methods = true
		if r, err := c.Generate(t.Context()); err != nil || len(r.Refused) != 1 {
			t.Errorf("embedded %s: %v", embedded, err)
		}
		c.Types = c.Types[:1]
		if _, err := c.Generate(t.Context()); err != nil {
			t.Errorf("embedded %s: %v", embedded, err)
		}
	}
	h := newThere(t, "package there\n\ntype Box struct{ A, B int }\n\ntype In struct{ Box; C int }\n\ntype T struct{ B Box; in In; Out In `json:\"-\"` }\n")
	c := h.config("json", "T", "Box")
	c.Methods = true
	if r, err := c.Generate(t.Context()); err != nil || len(r.Refused) > 0 {
		t.Errorf("what is not carried: %v", err)
	}
}

// What an unexported struct has that is embedded is carried, and not said to be left out.
func TestEmbeddedUnexported(t *testing.T) {
	h := newThere(t, "package there\n\ntype base struct{ A, B int }\n\ntype T struct{ base; B int }\n")
	r, err := h.config("json", "T").Generate(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if said := strings.Join(r.Notes, "\n"); !strings.Contains(said, "since other fields have their names: base.B") || strings.Contains(said, "base.A") {
		t.Error(said)
	}
}

// What stands beside an embedded type whose methods write the whole in JSON is said to be left out, however
// deep it is embedded; in other formats it is carried.
func TestBesideTheEmbedded(t *testing.T) {
	const keeps = "func (v Kept) Marshal%[1]s() ([]byte, error) { return nil, nil }\n\nfunc (v *Kept) Unmarshal%[1]s([]byte) error { return nil }\n\n"
	h := newThere(t, "package there\n\ntype Kept struct{ A int }\n\n"+fmt.Sprintf(keeps, "Text")+fmt.Sprintf(keeps, "Binary")+"type Plain struct{ P int }\n\ntype In struct{ Kept; Plain; X int }\n\ntype T struct{ M struct{ In } }\n")
	for format, want := range map[string]string{"json": "leaves out by its rules: M.In.Plain, M.In.X.", "flat": ""} {
		r, err := h.config(format, "T").Generate(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if said := strings.Join(append(r.Notes, r.LeftOut...), "\n"); !strings.Contains(said, want) {
			t.Errorf("%s: no %q in\n%s", format, want, said)
		}
		if code := string(r.Files[0].Source); format == "flat" && !strings.Contains(code, "In.X") {
			t.Error("flat leaves out what stands beside the embedded type")
		}
	}
}

// An embedded pointer to what has no member is told from nil by nothing, which is said.
func TestHollowPointers(t *testing.T) {
	h := newThere(t, "package there\n\nimport \"sync\"\n\ntype Bare struct{ A int `json:\"-\"` }\n\ntype T struct{ *sync.RWMutex; *Bare; *Full; N int }\n\ntype Full struct{ B int }\n")
	for _, format := range []string{"cbor", "json"} {
		r, err := h.config(format, "T").Generate(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		const want = "comes back nil if all of it is left out: RWMutex, Bare"
		if said := strings.Join(r.Notes, "\n"); !strings.Contains(said, want) || strings.Contains(said, want+", Full") {
			t.Errorf("%s: no %q in\n%s", format, want, said)
		}
	}
}

// A type that a conversion makes hold itself is refused where nothing could end it.
func TestEndlessConversion(t *testing.T) {
	dir := t.TempDir()
	for file, text := range map[string]string{"go.mod": "module example.com/odd\n\ngo 1.24\n", "odd.go": `package odd

type T struct {
	A    uint32
	Next *T
}
type Wire T

func ToWire(v T) Wire   { return Wire(v) }
func FromWire(v Wire) T { return T(v) }

//assay:as T = ToWire FromWire
`} {
		filetest.Write(t, filepath.Join(dir, file), text)
	}
	in := std().in("example.com/odd", dir)
	for _, format := range Formats() {
		g := Request{Types: []string{"T"}, Formats: []codec.Format{format}, Dir: dir, Packages: in.load}
		_, err := g.Generate(t.Context())
		if err != nil && !refused.MatchString(err.Error()) {
			t.Errorf("%s: %v", format.Name(), err)
		}
		if format.Name() == "xdr2" && err == nil {
			t.Error("xdr2 has no value of T")
		}
	}
}

// Names of another package that code cannot have are refused with all else that is, and
// of all formats.
func TestForeignNames(t *testing.T) {
	dir := t.TempDir()
	filetest.All(t, dir, map[string]string{
		"go.mod":   "module example.com/odd\n\ngo 1.24\n",
		"odd.go":   "package odd\n\nimport \"example.com/odd/in\"\n\ntype T struct {\n\tA in.Has `protobuf:\"bytes,1,opt,name=a\"`\n\tC chan int `protobuf:\"bytes,2,opt,name=c\"`\n}\n",
		"in/in.go": "package in\n\ntype hidden struct {\n\tX uint32 `protobuf:\"varint,1,opt,name=x\"`\n}\n\ntype other hidden\n\ntype Has struct {\n\tL []hidden `protobuf:\"bytes,1,rep,name=l\"`\n\tK []other `protobuf:\"bytes,2,rep,name=k\"`\n}\n",
	})
	for _, format := range Formats() {
		if format.Name() == "json" { // which leaves them to encoding/json
			continue
		}
		g := Request{Types: []string{"T"}, Formats: []codec.Format{format}, Dir: dir, Packages: std().in("example.com/odd", dir).load}
		_, err := g.Generate(t.Context())
		var refused RefusedError
		for _, want := range []string{"A.L[]: the type in.hidden is not exported by its package", "A.K[]: the type in.other is not exported by its package", "C: "} {
			if !errors.As(err, &refused) || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %s", format.Name(), err, want)
			}
		}
	}
}

// A type of another package is made of Go's own uint, whatever this package calls so: no
// other spelling stands for it, and the name is refused. Without such a type, any unsigned
// number of its size is calculated with.
func TestPredeclaredUint(t *testing.T) {
	routinestest.NeedsLong(t)
	const own = "package there\n\nimport \"example.com/there/near\"\n\ntype uint struct{ A int64 }\n\ntype T struct { U uint; N near.N; L []int64; Uint []uint }\n"
	for _, field := range []string{"A uint64", "A []int64", "A uint", "A []uint", "A map[string]uint", "A map[uint]bool", "A *[2]uint", "A Box[uint]", "A List"} {
		for _, format := range []string{"flat", "xdr2", "json", "cbor"} {
			h := newThere(t, own)
			h.write("near/near.go", "package near\n\ntype Box[T any] struct{ In T }\n\ntype List []uint\n\ntype N struct{ "+field+" }\n")
			q := h.config(format, "T")
			if format == "json" {
				q.Formats[0].(*json.Format).SelfContained = true // its routines stand beside the type
			}
			_, err := q.Generate(t.Context()) // which compiles what it makes
			const refused = "the package declares uint, which the generated code needs in its predeclared meaning: "
			if err != nil && (!strings.HasPrefix(err.Error(), refused) || strings.Contains(field, "int64")) {
				t.Errorf("%s: %s: %v", format, field, err)
			}
		}
	}
}

// A generated test asks for the value that was written where all its fields are carried, and
// not where a tag leaves one out, however deep in what the type embeds.
func TestExactWithoutTheLeftOut(t *testing.T) {
	routinestest.NeedsLong(t)
	for source, exact := range map[string]bool{
		"type T struct { near.Whole }":                                              true,
		"type T struct { near.Box[bool] }":                                          false,
		"type T struct { *near.Box[bool] }":                                         false,
		"type T struct { near.None }":                                               true,
		"type T struct { *near.None }":                                              false,
		"type T struct { B near.Box[bool] }":                                        false,
		"type T struct { Near []near.Left }":                                        false,
		"type T struct { Mid }; type Mid struct { near.Left }":                      false,
		"type T struct { Mid }; type Mid struct { *near.Whole }":                    true,
		"type T struct { Mid }; type Mid = near.Left":                               false,
		"type T struct { Mid `json:\"-\"`; near.Whole }; type Mid struct { C int }": false,
		"type T struct { own; near.Whole }; type own struct { C int `json:\"-\"` }": false,
	} {
		h := newThere(t, "package there\n\nimport \"example.com/there/near\"\n\n"+source+"\n")
		h.write("near/near.go", "package near\n\ntype Box[T any] struct { A []T; B []T `json:\"-\"` }\n\ntype Left struct { A int; B int `json:\"-\"` }\n\ntype None struct{}\n\ntype Whole struct { A, D int }\n")
		c := h.config("cbor", "T")
		c.Test = true
		h.gen(c)
		if said := strings.Contains(string(h.read("t_cbor_test.go")), "Exact:  "); said != exact {
			t.Errorf("%s: exact is %t", source, said)
		}
	}
}

// A type that the package has not declared yet is refused by every format.
func TestUnknownType(t *testing.T) {
	dir := t.TempDir()
	for file, text := range map[string]string{"go.mod": "module example.com/odd\n\ngo 1.24\n", "odd.go": `package odd

type T struct {
	A int32    ` + "`protobuf:\"varint,1\"`" + `
	B []NotYet ` + "`protobuf:\"bytes,2\"`" + `
}
`} {
		filetest.Write(t, filepath.Join(dir, file), text)
	}
	for _, format := range Formats() {
		if format.Name() == "json" { // which leaves them to encoding/json
			continue
		}
		g := Request{Types: []string{"T"}, Formats: []codec.Format{format}, Dir: dir, Packages: std().in("example.com/odd", dir).load}
		_, err := g.Generate(t.Context())
		var refused RefusedError
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), "B[]: ") || !strings.Contains(err.Error(), "unknown") {
			t.Errorf("%s: %v", format.Name(), err)
		}
	}
}

// The name of a package in a new folder is one that Go takes, or it is said why not.
func TestNewFolder(t *testing.T) {
	for folder, want := range map[string]string{
		"orders": "orders", "my-orders": "myorders", "2orders": "orders", "_x1": "x1", "größe": "größe", "v2": "v2",
		"2026": "", "func": "", "-": "", "1.2": "",
	} {
		name, err := packageIdent(filepath.Join("new", folder))
		if name != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v", folder, name, err)
		}
		if err != nil && !strings.Contains(err.Error(), filepath.Join("new", folder)) {
			t.Errorf("%s: %v does not name the folder", folder, err)
		}
	}
}

// What an unexported struct has that is embedded, and a selector does not find, is carried another way
// or refused by a line.
func TestFieldsThatASelectorDoesNotFind(t *testing.T) {
	h := newThere(t, "package there\n")
	for _, body := range []string{
		"type Embeds struct { base }; func (Embeds) U() {}",
		"type Embeds struct { base }; func (*Embeds) U() {}",
		"type Embeds struct { base; other }; type other struct{}; func (other) U() {}",
		"type Embeds struct { inner }; type inner struct { base }; func (inner) U() {}",
		"type Embeds struct { base; Out }; type Out struct { U int16 `json:\"v\"` }",
		"type Embeds struct { base; U int16 }",
		"type Embeds struct { base; gen[int16] }; type gen[V any] struct { U V `json:\"v\"` }",
	} {
		body += "\n\ntype base struct { U int32 `json:\"u\"` }\n"
		for _, foreign := range []bool{false, true} {
			if foreign {
				h.write("there.go", "package there\n\nimport \"example.com/there/dep\"\n\ntype T struct{ E dep.Embeds }\n")
				h.write("dep/dep.go", "package dep\n\n"+body)
			} else {
				h.write("there.go", "package there\n\ntype T struct{ E Embeds }\n\n"+body)
			}
			for _, name := range Names() {
				_, err := h.config(name, "T").Generate(t.Context())
				if refused := (RefusedError)(nil); err != nil && (name == "json" || !errors.As(err, &refused)) {
					t.Errorf("%s, foreign %t, %s: %v", name, foreign, body, err)
				}
			}
		}
	}
}
