// Package compile turns adapters into worker executables. It lays the emitted
// packages virtually into the module that the subject's type lives in, by an
// overlay and an alternative go.mod, and has the go command compile them: so
// emitted code may import internal packages and is built with the replace
// directives of the user's module, while the user's tree, go.mod and go.sum
// stay as they are.
//
// Every adapter gets a verdict of its own: one that cannot be emitted, fetched,
// compiled or linked costs nothing but itself. The package knows no serializer
// and runs no adapter.
package compile

import (
	"context"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/assay-go/assay"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Config says where and how to build. The zero value is a build with the user's
// own environment, in the current directory.
type Config struct {
	// CacheDir is the folder for everything that is written; empty means the
	// folder assay in the user's cache directory.
	CacheDir string

	// CacheLimit is how many bytes the folder may hold: what was used longest
	// ago is removed after a build. 0 means [DefaultCacheLimit], below 0 that
	// there is none.
	CacheLimit int64

	// Dir is the directory that package paths such as "./model" are relative
	// to; empty means the current one.
	Dir string

	// Env is the environment of the go command; nil means that of the process.
	Env []string

	// Layouts is how many executables are linked of each worker: all of the
	// same packages, each with its functions at other places, so that what the
	// place of a function does to its speed can be told from what its code
	// does. 0 means 1.
	Layouts int

	// FuncAlign is what the addresses of functions are multiples of, in bytes; 0 is the
	// linker's choice, 32 on amd64.
	FuncAlign int

	// Footprint has it found out what each adapter adds to a program, which
	// compiles everything once more.
	Footprint bool

	// Unproven leaves it out to look for what uses package unsafe, for those who only
	// want to run the adapters: it takes as long as linking.
	Unproven bool

	// Untimed leaves out of the workers what measures, for those who only verify: most of
	// what is compiled for each type beside the adapters.
	Untimed bool

	// Whole leaves out of the workers what encodes structs of the serializers' own without
	// the copy from the user's, for those who carry the user's values alone.
	Whole bool

	// Flags are further flags of "go build" and "go list", such as "-tags=x".
	Flags []string

	// Sources are the packages of assay that workers import; nil means
	// [assay.Sources].
	Sources fs.FS
}

// Subject is a type that adapters are made for.
type Subject struct {
	Name string
	Type *typemodel.Type
	Host *Host

	// Workload says that Type belongs to a built-in workload.
	Workload bool

	// SampleFunc is the name of a func that makes the values, in the package of
	// Type or, as "import/path.Func", in another. For a workload it is a func
	// as package workload describes Values, which is also what empty means;
	// for other types it is a func as worker.SampleOf takes it, and empty means none.
	SampleFunc string
}

// Adapter is a variant of a serializer to be built for a subject.
type Adapter struct {
	Subject *Subject
	Driver  *driver.Driver
	Variant driver.Variant
}

// Built is the outcome of [Build].
type Built struct {
	Workers   []Worker
	Verdicts  []Verdict         // one for each adapter, in the order given
	Modules   map[string]string // versions linked into the workers by module path; of several, the first worker's. One replaced by a folder ends in "(replaced)", by another module is that module's "path@version"
	GoVersion string            // that compiled the workers, such as "go1.26.8"
	Flags     map[string]string // build settings of the workers, such as GOARCH, GOAMD64, CGO_ENABLED, -tags
}

// Worker is an executable. Its path stays valid while a process keeps using it
// and is the same in every run that builds the same sources.
type Worker struct {
	Name    string            // the host package and the link group, for people
	Path    string            // of the executable
	Modules map[string]string // versions linked into it, by module path
	Layouts []string          // executables, that of Path first, the others packed: see Config.Layouts and Unpack
}

// Verdict is what became of one adapter. It is linked into a worker, or
// refused, or Err says in one line why it could not be built.
type Verdict struct {
	Worker      int                    // index in Built.Workers; -1 when it was not built
	Refusals    []typemodel.Diagnostic // the driver's Check
	Err         string                 // one line
	Workarounds []string               // how the adapter carries what the serializer has no form for
	Unsafe      []string               // functions using package unsafe that the adapter reaches; the standard library's are left out
	Version     string                 // of the serializer's module as linked; for the standard library, the Go version
	Path        string                 // import path of the adapter package
	Footprint   *Footprint             // nil unless it was asked for
}

// Step is what a build is doing.
type Step string

// The steps of a build.
const (
	Emitting   Step = "emit"
	Generating Step = "generate" // by tools of the serializers
	Waiting    Step = "wait"     // for another process that builds the same
	Fetching   Step = "fetch"    // modules
	Compiling  Step = "compile"
	Linking    Step = "link"
	Weighing   Step = "footprint"
	Proving    Step = "look for unsafe"
)

// Build emits, compiles and links the adapters. Its error says that nothing
// could be built at all; what befell single adapters is in their verdicts.
//
// progress, when not nil, is told the step that is going on, how much of it is done,
// and of how much; a total of 0 means unknown. It is called from one goroutine at a
// time.
func Build(ctx context.Context, cfg Config, adapters []Adapter, progress func(step Step, done, total int)) (*Built, error) {
	if progress == nil {
		progress = func(Step, int, int) {}
	}
	c, err := openCache(cfg)
	if err != nil {
		return nil, err
	}
	built := &Built{Modules: map[string]string{}, Flags: map[string]string{}, Verdicts: make([]Verdict, len(adapters))}
	units := emitAll(cfg, adapters, built.Verdicts, progress)
	var fatal error
	for _, u := range units {
		if err := u.build(ctx, cfg, c, built, progress); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if errors.Is(err, errEverywhere) {
				return nil, err
			}
			if fatal == nil {
				fatal = err
			}
			for _, p := range u.pkgs {
				if v := &built.Verdicts[p.index]; v.Err == "" && v.Worker < 0 {
					v.Err = oneLine(err.Error())
				}
			}
		}
	}
	if len(built.Workers) == 0 && fatal != nil {
		return nil, fatal
	}
	c.trim()
	return built, nil
}

// errEverywhere marks errors that every unit would meet.
var errEverywhere = errors.New("")

// addWorker records a linked executable and the verdicts of the adapters in it.
func (b *Built) addWorker(name string, layouts []string, pkgs []*adapterPackage) error {
	info, err := buildinfo.ReadFile(layouts[0])
	if err != nil {
		return fmt.Errorf("reading the build information of worker %s: %w", name, err)
	}
	w := Worker{Name: name, Path: layouts[0], Layouts: layouts, Modules: map[string]string{}}
	for _, m := range info.Deps {
		if m.Path == assay.ModulePath {
			continue
		}
		v := m.Version
		switch r := m.Replace; {
		case r == nil:
		case r.Version == "(devel)":
			v += " (replaced)" // by a folder
		case r.Path != m.Path:
			v = r.Path + "@" + r.Version
		default:
			v = r.Version
		}
		w.Modules[m.Path] = v
		if _, dup := b.Modules[m.Path]; !dup {
			b.Modules[m.Path] = v
		}
	}
	if b.GoVersion == "" {
		b.GoVersion = info.GoVersion
	}
	for _, s := range info.Settings {
		// What assay itself gives the compiler and the linker names the worker and its
		// libraries: shards of one run differ in them.
		if !strings.HasPrefix(s.Key, "vcs") && s.Key != "-ldflags" && !strings.HasSuffix(s.Value, noDebugFlag) {
			b.Flags[s.Key] = s.Value
		}
	}
	b.Workers = append(b.Workers, w)
	for _, p := range pkgs {
		v := &b.Verdicts[p.index]
		v.Worker = len(b.Workers) - 1
		v.Version = info.GoVersion
		if mods := p.driver.Facts.Modules; len(mods) > 0 {
			v.Version = w.Modules[mods[0].Path]
		}
	}
	return nil
}
