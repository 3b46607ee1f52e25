package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/assay-go/assay"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/internal/load"
	"github.com/assay-go/assay/internal/measure"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/typemodel"
	"github.com/assay-go/assay/workload"
	"github.com/assay-go/assay/workloads"
)

// Source says what a subject is, and where its values come from.
type Source struct {
	// Name is that of a built-in workload, or a type with its package:
	// ./orders.Order, import/path.Type.
	Name string

	Seed  uint64         // of values that are made
	Count int            // how many are made; 0 means the source's default
	Flags map[string]int // what scales a workload's values, by name

	// File holds the values of a type as JSON Lines. Sample is a func that
	// makes them: an exported one of the type's package, or "import/path.Func".
	// With neither they are generated from the type.
	File   string
	Sample string

	// TimePrecision is what times of made values are cut to; 0 means that those
	// of a workload are as the workload makes them, and those generated from a
	// type of milliseconds: nobody's data is known to have more, and what a
	// library loses of more is a finding.
	TimePrecision time.Duration

	// Impls and As say more of types than their source does, as
	// [load.Config] has it. What interfaces with a name
	// hold in the values of File or Sample need not be said. Omit are the paths of fields that are left out, as
	// [typemodel.Omit] has it.
	Impls, As, Omit []string
}

// opener opens the subjects of one bench.
type opener struct {
	cfg     Config
	side    *Side
	scratch *compile.Host // that the workloads are built in, once it was needed

	packages load.Packages            // those that were loaded
	hosts    map[string]*compile.Host // by package
}

// newOpener returns an opener that has opened nothing, and loads each package once.
func newOpener(cfg Config) *opener {
	return &opener{cfg: cfg, packages: load.Remember(nil), hosts: map[string]*compile.Host{}}
}

func (o *opener) open(ctx context.Context, src Source) (*subject, error) {
	if w, ok := workloads.Lookup(src.Name); ok {
		return o.workload(ctx, w, src)
	}
	return o.userType(ctx, src)
}

// workload makes the subject of a built-in workload: the same way as for a
// user's type, in a module of its own that all workloads share, or in that of the
// caller's codecs.
func (o *opener) workload(ctx context.Context, w workload.Workload, src Source) (*subject, error) {
	if o.scratch == nil {
		open := compile.Scratch
		if o.cfg.Host != "" {
			open = func(ctx context.Context, cfg compile.Config) (*compile.Host, error) {
				return compile.OpenHost(ctx, cfg, o.cfg.Host)
			}
		}
		host, err := open(ctx, o.compileConfig())
		if err != nil {
			return nil, err
		}
		o.scratch = host
	}
	host := o.scratch
	data := protocol.Data{Seed: src.Seed, Count: src.Count, Flags: src.Flags, TimePrecision: src.TimePrecision}
	if w.Corpus != nil {
		var err error
		if data.CorpusDir, err = o.corpus(ctx, w); err != nil {
			return nil, err
		}
	}
	typ, values := w.TypeFor(workload.Options{Seed: src.Seed, Count: src.Count, Flags: src.Flags})
	loaded, err := load.Load(ctx, load.Config{Dir: host.Dir, Env: host.Env, BuildFlags: host.BuildFlags},
		assay.ModulePath+"/workloads/"+w.Name+"."+typ)
	if err != nil {
		return nil, err
	}
	var sweep *measure.Sweep
	if f := w.Swept(); f != nil {
		sweep = &measure.Sweep{Flag: f.Name, Scales: f.Sweep}
	}
	return &subject{
		sweep: sweep,
		build: &compile.Subject{Name: w.Name, Type: loaded.Type, Host: host, Workload: true, SampleFunc: values},
		data:  data, unmet: src.flags(),
	}, nil
}

// flags returns those about types and their fields.
func (s Source) flags() (list []string) {
	for _, impl := range s.Impls {
		list = append(list, "--impl="+impl)
	}
	for _, as := range s.As {
		list = append(list, "--as="+as)
	}
	if len(s.Omit) > 0 {
		list = append(list, "--omit="+strings.Join(s.Omit, ","))
	}
	return list
}

// corpus brings the workload's document onto this machine, and returns the folder
// of its module. Workers read it there.
func (o *opener) corpus(ctx context.Context, w workload.Workload) (dir string, err error) {
	if o.cfg.Progress != nil {
		o.cfg.Progress(Step{Kind: Fetching, Subject: w.Name})
	}
	dir, err = compile.Download(ctx, o.compileConfig(), driver.Module{Path: workload.CorpusModule, Version: workload.CorpusVersion})
	if err == nil {
		_, err = w.Corpus.Read(dir)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", w.Name, err)
	}
	return dir, nil
}

// userType makes the subject of a type in the module of the directory, or in
// one of its dependencies. What interfaces hold in the values that are given is
// known of the type then.
func (o *opener) userType(ctx context.Context, src Source) (*subject, error) {
	s, err := o.described(ctx, src)
	if err != nil || src.File == "" && src.Sample == "" {
		return s, err
	}
	impls, err := o.implementations(ctx, s)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", src.Name, err)
	}
	if len(impls) == 0 {
		return s, nil
	}
	src.Impls = slices.Concat(src.Impls, impls)
	if s, err = o.described(ctx, src); err != nil {
		return nil, err
	}
	s.notes = append(s.notes, implementationsNote(src.Name, impls))
	return s, nil
}

// described makes the subject of a type as its source and the flags describe it.
func (o *opener) described(ctx context.Context, src Source) (*subject, error) {
	loaded, err := load.Load(ctx, load.Config{Dir: o.cfg.Dir, Env: o.cfg.Env, BuildFlags: o.cfg.flags, Impls: src.Impls, As: src.As, Packages: o.packages}, src.Name)
	if err != nil {
		return nil, err
	}
	typ, err := omit(loaded, src.Omit)
	if err != nil {
		return nil, fmt.Errorf("%s: --omit: %w", src.Name, err)
	}
	if len(loaded.Refusals) > 0 {
		return nil, fmt.Errorf("%s cannot be measured: %s", src.Name, typemodel.JoinRefusals(allWithRemedies(typ, loaded.Package.Path, loaded.Refusals)))
	}
	if src.File != "" {
		if err := checkValues(src.File, typ); err != nil {
			return nil, err
		}
	}
	if src.Sample != "" {
		if err := checkSample(loaded.Package.Dir, src.Sample); err != nil {
			return nil, err
		}
	}
	host := o.hosts[loaded.Package.Path]
	if host == nil {
		if host, err = compile.OpenHost(ctx, o.compileConfig(), loaded.Package.Path); err != nil {
			return nil, err
		}
		o.hosts[loaded.Package.Path] = host
	}
	data := protocol.Data{Seed: src.Seed, Count: src.Count, File: src.File}
	if src.File == "" && src.Sample == "" {
		data.TimePrecision = cmp.Or(src.TimePrecision, time.Millisecond)
		data.Methods = typ.Methods&compile.TriedMethods != 0
	}
	return &subject{
		build: &compile.Subject{Name: src.Name, Type: typ, Host: host, SampleFunc: src.Sample},
		data:  data, unmet: loaded.Unused,
	}, nil
}

// allMet returns an error for each flag about types or fields of which none of the
// subjects holds one: it would change nothing.
func allMet(subjects []*subject) error {
	if len(subjects) == 0 {
		return nil
	}
	unmet := slices.Clone(subjects[0].unmet)
	for _, s := range subjects[1:] {
		unmet = slices.DeleteFunc(unmet, func(flag string) bool { return !slices.Contains(s.unmet, flag) })
	}
	var list []error
	for _, flag := range unmet {
		list = append(list, fmt.Errorf("%s: no type here holds what it is about: leave the flag out, or name a type that does", flag))
	}
	return errors.Join(list...)
}

// omit returns the type without the fields at the paths, and takes what is in
// them from its refusals.
func omit(loaded *load.Result, paths []string) (*typemodel.Type, error) {
	if len(paths) == 0 {
		return loaded.Type, nil
	}
	typ, err := typemodel.Omit(loaded.Type, paths...)
	if err != nil {
		return nil, err
	}
	for _, t := range typemodel.Structs(typ) {
		for i := range t.Fields {
			if f := &t.Fields[i]; f.Omit && !typemodel.LeftOut(*f) && t.Name.IsZero() {
				return nil, fmt.Errorf("%s is a field of a struct type without a name: give it one, or the field the tag assay:\"-\"", f.Name)
			}
		}
	}
	before := typemodel.Refusals(loaded.Type)
	loaded.Refusals = append(loaded.Refusals[:len(loaded.Refusals)-len(before)], typemodel.Refusals(typ)...)
	return typ, nil
}

func (o *opener) compileConfig() compile.Config {
	return compile.Config{CacheDir: o.cfg.CacheDir, Dir: o.cfg.Dir, Env: o.cfg.Env, Flags: o.cfg.flags}
}

// WorkloadNames returns the names of the built-in workloads.
func WorkloadNames() []string {
	var names []string
	for _, w := range workloads.All {
		names = append(names, w.Name)
	}
	return names
}
