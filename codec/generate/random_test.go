package generate

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/load"
	"github.com/assay-go/assay/internal/option"
	"github.com/assay-go/assay/internal/routines/routinestest"
	"github.com/assay-go/assay/typemodel"
)

var (
	randomModules = flag.Int("random-modules", map[bool]int{false: 8, true: 40}[routinestest.Long], "how many random modules to make, of some packages each")
	randomSeed    = flag.Uint64("random-seed", 1, "of the first module")
	randomKeep    = flag.Bool("random-keep", false, "keep modules for which something failed")
)

// refused is how an error begins, behind the type or file that it is about, when
// nothing is wrong with the generator: who cannot carry the type and where in it, or
// which name is in the way.
var refused = regexp.MustCompile(`^(` +
	`[^:]+: (the formats? .*|no format) (cannot carry it|can carry it): ` +
	`|\w+: \S+: \S+: the type \S+ is not exported by its package` +
	`|\w+: \S+: the name \S+, which the generated code would have, is taken: write into another package with --out` +
	`|\w+: \S+: keys of type .* have no order for sorted maps` +
	`|the package declares \S+, which (would be declared a second time: rename that, or|the generated code needs in its predeclared meaning:) write into another package with --out` +
	`|\S+ would be declared twice, since two of the types have the same name: write one of them into another package with --out` +
	`|\S+ is declared in \S+ already: leave --methods out, or remove it there, as --replace does` +
	`|extprot: the messages of \S+ and \S+ would stand in one folder, ` +
	`|\S+: an instance of a generic type has no methods of its own: ` +
	`|\S+: its own methods carry it by --as, and --methods would replace them: ` +
	`|json: .*: --indent needs encoding/json, whose bytes these are not: ` +
	`|--(as|impl)=\S+: none of the types holds that one: ` +
	`|--omit: \S+ of \S+ stands at .* as well: ` +
	`|--omit: no part of \S+ has a field ` +
	`)`)

// TestRandomModules makes random modules and generates code for their types, in every
// format and with random options: the code compiles among its neighbours, or what is
// refused has its place and its reason.
func TestRandomModules(t *testing.T) {
	top := t.TempDir()
	counts := map[string]int{}
	refusals := map[string]int{}
	made := 0
	shared := newModule("example.com/random", top)
	for k := range *randomModules {
		if k%500 == 499 {
			shared = newModule("example.com/random", top) // a set of files grows without end
		}
		seed := *randomSeed + uint64(k)
		next := newMaker(seed, "example.com/random", false)
		dir := filepath.Join(top, fmt.Sprint("m", seed))
		m := shared.in("example.com/random", dir)
		filetest.All(t, dir, next.files)
		made += next.packages
		ok := func() (ok bool) {
			defer func() {
				if r := recover(); r != nil {
					t.Errorf("seed %d: panic: %v", seed, r)
				}
			}()
			return next.generate(t, m, counts, refusals)
		}()
		if ok || !*randomKeep {
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
		} else {
			kept := filepath.Join(os.TempDir(), fmt.Sprint("random", seed))
			if err := errors.Join(os.RemoveAll(kept), os.Rename(dir, kept)); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("%d packages in %d modules: %d files of code compile, %d commands are refused", made, *randomModules, counts["compiles"], counts["refused"])
	if counts["compiles"] < *randomModules {
		t.Errorf("code was generated %d times only", counts["compiles"])
	}
	for _, reason := range slices.SortedFunc(maps.Keys(refusals), func(a, b string) int { return refusals[b] - refusals[a] }) {
		if testing.Verbose() {
			t.Logf("%7d %s", refusals[reason], reason)
		}
	}
}

// generate generates code for the roots of the module, format by format, as people do
// who try one after another: what was written before stands beside what comes.
func (m *maker) generate(t *testing.T, in *module, counts, refusals map[string]int) (ok bool) {
	ok = true
	pkgs, err := in.load(new(packages.Config), in.path)
	if err != nil {
		t.Errorf("seed %d: %v", m.seed, err)
		return false
	}
	for _, p := range pkgs {
		for _, e := range p.Errors {
			t.Errorf("seed %d: the maker's own mistake: %v", m.seed, e)
			return false
		}
	}
	m.places(t, in)
	formats := Formats()
	m.Shuffle(len(formats), func(i, j int) { formats[i], formats[j] = formats[j], formats[i] })
	for len(formats) > 0 {
		n := 1
		if m.IntN(3) == 0 {
			n = 1 + m.IntN(len(formats))
		}
		c := Request{Types: m.roots[:1+m.IntN(len(m.roots))], Formats: formats[:n], Dir: in.dir, Packages: in.load}
		formats = formats[n:]
		m.options(&c)
		if c.Test = m.tests; c.validate() != nil {
			c.Test = false
		}
		result, err := c.Generate(t.Context())
		switch {
		case err == nil:
			counts["compiles"]++
			for _, f := range result.Files {
				if err := Write(f); err != nil {
					t.Fatal(err)
				}
			}
		case refused.MatchString(err.Error()):
			counts["refused"]++
			for line := range strings.SplitSeq(err.Error(), "\n") {
				refusals[abstract(line)]++
			}
		default:
			ok = false
			t.Errorf("seed %d: %s: %v", m.seed, c.command(), err)
		}
	}
	pkgs, err = in.load(&packages.Config{Overlay: map[string][]byte{}, Tests: true}, in.path)
	if err != nil {
		t.Fatal(err)
	}
	vet(t, pkgs[0], func(message string) {
		ok = false
		t.Errorf("seed %d: vet: %s", m.seed, message)
	})
	return ok
}

// options sets some options that all formats of c take.
func (m *maker) options(c *Request) {
	if m.IntN(2) == 0 {
		return
	}
	m.paths(c)
	list := option.Of(&c.Options)
	for _, f := range c.Formats {
		list = append(list, option.Of(f.Facts().Options)...)
	}
	if c.Unexported = m.IntN(4) == 0; c.validate() != nil {
		c.Unexported = false
	}
	for _, o := range list {
		was := reflect.ValueOf(o.Value.Interface())
		if o.Value.Kind() == reflect.Bool && m.IntN(4) == 0 {
			o.Value.SetBool(true)
			if c.validate() != nil {
				o.Value.Set(was)
			}
		}
	}
}

// places finds what options are about in the first type.
func (m *maker) places(t *testing.T, in *module) {
	r, err := load.Load(t.Context(), load.Config{Dir: in.dir, Incomplete: true, Packages: in.load}, m.roots[0])
	if err != nil {
		t.Fatalf("seed %d: %v", m.seed, err)
	}
	typemodel.Walk(r.Type, func(path string, part *typemodel.Type) bool {
		for _, f := range part.Fields {
			m.fields = append(m.fields, strings.TrimPrefix(path+"."+f.Name, "."))
		}
		if name := part.Name; name.PkgPath != "" && len(name.Args) == 0 && part.Own() != 0 {
			words := []string{"fields", "methods"}
			for _, pair := range typemodel.MethodPairs {
				if part.Own().Has(pair.Set) {
					words = append(words, pair.Marshal)
				}
			}
			m.as = append(m.as, name.PkgPath+"."+name.Name+"="+m.one(words))
		}
		return len(m.fields) < 100
	})
}

// paths sets options that are about some types and fields.
func (m *maker) paths(c *Request) {
	for _, o := range []struct {
		flag *[]string
		from []string
		odds int
	}{{&c.Omit, m.fields, 4}, {&c.As, m.as, 3}, {&c.Impl, m.impls, 3}} {
		if len(o.from) == 0 || !m.chance(o.odds) {
			continue
		}
		path := m.one(o.from)
		if o.flag == &c.Omit && m.chance(2) {
			path = "*." + path[strings.LastIndexByte(path, '.')+1:]
		}
		*o.flag = []string{path}
		if c.untaken() != nil {
			*o.flag = nil
		}
	}
}

var (
	ways = regexp.MustCompile(` \(.*`)
	some = regexp.MustCompile(`"[^"]*"|[0-9]+|random\.\S+|\S+\.go\b`)
)

// abstract leaves the kind of a refusal, so that they can be counted.
func abstract(line string) string {
	_, reason, ok := strings.Cut(line, "carry it: ")
	if !ok {
		reason = strings.TrimSpace(line)
	}
	for { // paths
		path, rest, more := strings.Cut(reason, ": ")
		if !more || strings.Contains(strings.ReplaceAll(path, ", ", ""), " ") {
			break
		}
		reason = rest
	}
	return some.ReplaceAllString(ways.ReplaceAllString(reason, ""), "…")
}
