package main

import (
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"encoding/xml"
	"flag"
	"fmt"
	"go/token"
	"image"
	"math/big"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/generate"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/drivertest/roundtrip"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/load"
	"github.com/assay-go/assay/internal/option"
	"github.com/assay-go/assay/internal/routines/routinestest"
	"github.com/assay-go/assay/typemodel"
	"github.com/assay-go/assay/workloads"
)

// The digest says of each type what every format emits for it, one line a type, so
// that a change of an emitter shows which code it moves, and that a refactoring
// moves none:
//
//	go test -tags long ./cmd/assay -run TestDigest -update
//
// writes all of it in a minute. The normal suite compares one type in
// digestStep.
//
// Behind each format stand two hashes: that of the code by default, and that of the
// code with all options that the format has; with the number of lines, or "refused"
// in its place.

// digestOptions returns those whose code is hashed: none, and all that f takes.
func digestOptions(f codec.Format) [2]codec.Options {
	all := codec.Options{Unsafe: true, Arena: true, SortedMaps: true, Streams: true, MaxDepth: 50, MaxAlloc: 1 << 20}
	for _, o := range option.Of(&all) {
		if !slices.Contains(f.Facts().Takes, o.Name) {
			o.Value.SetZero()
		}
	}
	return [2]codec.Options{{}, all}
}

// digested is a type whose code is hashed, for the package that it would stand in.
type digested struct {
	name    string
	typ     *typemodel.Type
	pkgPath string
	pkgName string
	names   []string // that the package declares
}

// line returns the line of d: its name, and what becomes of it in every format.
func (d digested) line() string {
	b := d.name
	for _, f := range generate.Formats() {
		b += " " + f.Name() + "="
		if refused := codec.Refusals(f, "", d.typ); len(refused) > 0 {
			b += "refused:" + hashed([]byte(typemodel.JoinRefusals(refused)))
			continue
		}
		for i, o := range digestOptions(f) {
			if i > 0 {
				b += "/"
			}
			b += d.emitted(f, o)
		}
	}
	return b
}

// emitted returns the hash and the number of lines of the code that f emits.
func (d digested) emitted(f codec.Format, o codec.Options) string {
	file := goprint.New(d.pkgPath, d.pkgName)
	file.Reserve(d.names...)
	p, err := f.Plan(d.pkgPath, []*typemodel.Type{d.typ}, o)
	if err == nil {
		err = p.Emit(file, false)
	}
	if err != nil {
		return "error:" + hashed([]byte(err.Error()))
	}
	all, err := file.Source()
	if err != nil {
		return "broken:" + hashed([]byte(err.Error()))
	}
	if p.Companions != nil {
		more, err := p.Companions(d.pkgName)
		if err != nil {
			return "error:" + hashed([]byte(err.Error()))
		}
		slices.SortFunc(more, func(a, b codec.File) int { return strings.Compare(a.Name, b.Name) })
		for _, c := range more {
			all = append(append(all, c.Name...), c.Source...)
		}
	}
	return fmt.Sprintf("%s:%d", hashed(all), strings.Count(string(all), "\n"))
}

func hashed(b []byte) string {
	sum := sha256.Sum256(b)
	return fmt.Sprintf("%x", sum[:3])
}

var digestStep = map[bool]int{false: 12, true: 1}[routinestest.Long]

// compared says whether the type of that number in its list is compared, or written.
func compared(i int) bool { return i%digestStep == 0 || updating() }

func updating() bool { return flag.Lookup("update").Value.String() == "true" } // testscript's

// compareDigest compares the lines with a golden file, or writes it.
func compareDigest(t *testing.T, name string, list []digested) {
	t.Helper()
	var b strings.Builder
	skipped := map[string]bool{}
	for i, d := range list {
		if !compared(i) {
			skipped[d.name] = true
			continue
		}
		b.WriteString(d.line() + "\n")
	}
	name = filepath.Join("testdata", "digest", name+".golden")
	if updating() {
		filetest.Write(t, name, b.String())
	}
	want := filetest.Read(t, name)
	was := map[string]string{}
	for line := range strings.Lines(string(want)) {
		of, _, _ := strings.Cut(line, " ")
		was[of] = line
	}
	for line := range strings.Lines(b.String()) {
		of, _, _ := strings.Cut(line, " ")
		if line != was[of] {
			t.Errorf("%s: %s", of, moved(was[of], line))
		}
		delete(was, of)
	}
	for of := range was {
		if skipped[of] {
			continue
		}
		t.Errorf("%s is no longer there", of)
	}
	if t.Failed() {
		t.Log("look at what is emitted now, then run the test with -update")
	}
}

// moved says in which formats two lines of a digest differ.
func moved(a, b string) string {
	was := strings.Fields(a)
	var list []string
	for _, now := range strings.Fields(b) {
		if !slices.Contains(was, now) {
			list = append(list, now)
		}
	}
	return "moved to " + strings.Join(list, ", ")
}

// TestDigestOfWorkloads hashes the code of the built-in workloads' types.
func TestDigestOfWorkloads(t *testing.T) {
	var list []digested
	for i, w := range workloads.All {
		if !compared(i) { // loading it takes longer than to emit
			list = append(list, digested{name: w.Name + "." + w.Type})
			continue
		}
		r, err := load.Load(t.Context(), load.Config{}, "github.com/assay-go/assay/workloads/"+w.Name+"."+w.Type)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, digested{r.Type.String(), r.Type, r.Package.Path, r.Package.Name, r.Package.Names})
	}
	compareDigest(t, "workloads", list)
}

// TestDigestOfStandardLibrary hashes the code of types of the standard library.
func TestDigestOfStandardLibrary(t *testing.T) {
	var list []digested
	for _, rt := range []reflect.Type{
		reflect.TypeFor[atomic.Int64](), reflect.TypeFor[big.Float](), reflect.TypeFor[big.Int](), reflect.TypeFor[big.Rat](),
		reflect.TypeFor[image.RGBA](), reflect.TypeFor[image.Rectangle](), reflect.TypeFor[json.Number](), reflect.TypeFor[json.RawMessage](),
		reflect.TypeFor[mail.Address](), reflect.TypeFor[mail.Message](), reflect.TypeFor[net.IPNet](), reflect.TypeFor[net.Interface](), reflect.TypeFor[net.MX](),
		reflect.TypeFor[netip.AddrPort](), reflect.TypeFor[netip.Prefix](),
		reflect.TypeFor[sql.NullString](), reflect.TypeFor[sql.Null[time.Time]](), reflect.TypeFor[sql.DBStats](),
		reflect.TypeFor[time.Time](), reflect.TypeFor[time.Duration](), reflect.TypeFor[time.Location](), reflect.TypeFor[token.Position](),
		reflect.TypeFor[url.URL](), reflect.TypeFor[url.Values](), reflect.TypeFor[xml.Name](), reflect.TypeFor[xml.StartElement](),
		reflect.TypeFor[[]string](), reflect.TypeFor[map[string][]int](), reflect.TypeFor[map[int]*big.Int](), reflect.TypeFor[[4]byte](),
		reflect.TypeFor[any](), reflect.TypeFor[error](), reflect.TypeFor[chan int](), reflect.TypeFor[complex128](), reflect.TypeFor[**int8](),
	} {
		m, _ := typemodel.FromReflect(rt)
		list = append(list, digested{name: strings.ReplaceAll(rt.String(), " ", "_"), typ: m, pkgPath: "example.com/out", pkgName: "out"})
	}
	compareDigest(t, "std", list)
}

// TestDigestOfNastyTypes hashes the code of the types that are made to break
// emitters.
func TestDigestOfNastyTypes(t *testing.T) {
	roundtrip.NeedsLong(t)
	dir := t.TempDir()
	filetest.Copy(t, dir, os.DirFS("../../codec/positional/testdata/nasty"))
	filetest.Write(t, filepath.Join(dir, "go.mod"), "module nasty\n\ngo 1.26\n")
	var list []digested
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.Name() != "types.go" && filepath.Ext(path) != ".go" {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil || !strings.Contains(string(src), "\ntype Cases struct {") {
			return err
		}
		r, err := load.Load(t.Context(), load.Config{Dir: filepath.Dir(path), Incomplete: true}, "Cases")
		if err != nil {
			return err
		}
		for _, f := range r.Type.Fields {
			list = append(list, digested{r.Package.Path + "." + f.Name, f.Type, r.Package.Path, r.Package.Name, r.Package.Names})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	compareDigest(t, "nasty", list)
}

// TestMoved tells what a changed line of the digest is reported as.
func TestMoved(t *testing.T) {
	const before = "a.T flat=ab:12/cd:30 json=ef:40/01:44 xdr2=refused:99"
	for _, test := range []struct{ after, want string }{
		{"a.T flat=ab:12/cd:30 json=ef:40/01:44 xdr2=refused:98", "moved to xdr2=refused:98"},
		{"a.T flat=ab:12/ce:30 json=ef:40/01:44 xdr2=aa:1/bb:2", "moved to flat=ab:12/ce:30, xdr2=aa:1/bb:2"},
	} {
		if d := cmp.Diff(test.want, moved(before, test.after)); d != "" {
			t.Error(d)
		}
	}
}
