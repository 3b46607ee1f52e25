package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/internal/load"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/internal/worker/child"
	"github.com/assay-go/assay/internal/worker/protocol"
)

// bout is a check under way.
type bout struct {
	cfg   Config
	tell  func(string)
	sides []*side

	compare comparison
	plain   bool // no values at the edges travel between two types

	// Of one type: the sides that read, of which the second decodes malformed input
	// that are short, in less memory.
	reader, short *side
}

// side is a built side with its processes.
type side struct {
	Side
	loaded *bench.Loaded
	memory int           // MB
	limit  time.Duration // for one request
	codecs []codec
	built  *compile.Built
	procs  processes
	origin *protocol.Load
	varied map[string]*variation // by codec, and whether it was filled
	told   map[string][]protocol.NamedValue

	restarts int

	// answer takes the place of the processes where it is not nil: it answers with codecs
	// of this one.
	answer func(name string, p protocol.Probe) (*probed, error)
}

// processes are those of workers, by the worker.
type processes map[int]*process

// process has the values of the subjects that were asked for.
type process struct {
	*child.Process
	loaded map[string]*protocol.Load
}

// end ends them.
func (p processes) end() {
	for _, one := range p {
		one.Kill()
	}
	clear(p)
}

// codec is an adapter of a side.
type codec struct {
	name    string // in the report
	adapter string // in the worker
	driver  *driver.Driver
	variant driver.Variant
	verdict int // index in the verdicts of the build
}

// registry reports whether the codec is there for changes of types alone.
func (c *codec) registry() bool {
	return c.driver.Registry != nil && c.variant.Suffix == c.driver.Registry.Suffix
}

func newSide(cfg Config, s Side) *side {
	return &side{Side: s, memory: cmp.Or(cfg.MemoryMB, 4096), limit: cmp.Or(cfg.Limit, stepLimit)}
}

// loaders are those of folders and environments.
type loaders map[string]*bench.Loader

func (l loaders) of(cfg Config, s Side) *bench.Loader {
	key := fmt.Sprintf("%s %q", s.Dir, s.Env)
	if l[key] == nil {
		l[key] = bench.NewLoader(bench.Config{CacheDir: cfg.CacheDir, Dir: s.Dir, Env: s.Env})
	}
	return l[key]
}

// load loads the side's type.
func (s *side) load(ctx context.Context, loader *bench.Loader) (err error) {
	try := func() error {
		s.loaded, err = loader.Load(ctx, s.Source)
		return err
	}
	if err := try(); err != nil && s.Optional && (s.Source.File != "" || s.Source.Sample != "") {
		s.Notes = append(s.Notes, fmt.Sprintf("%s: values are made from the type: %v", s.Name, err))
		s.Source.File, s.Source.Sample = "", ""
		try()
	}
	if err != nil {
		if s.Name != s.Source.Name { // else it says so itself
			err = fmt.Errorf("%s: %w", s.Name, err)
		}
		for _, note := range s.Notes { // which may be the reason
			err = fmt.Errorf("%w; %s", err, note)
		}
		if broken := load.NotCompiled(""); !errors.As(err, &broken) && !s.Optional { // a wrong name or flag; an older commit may lack the type
			return err
		}
		return &Undecided{err}
	}
	return nil
}

// choose takes the adapters of the rows that are chosen, each once.
func (s *side) choose(cfg Config, drivers []*driver.Driver) {
	choose, only := cfg.Choose, cfg.only
	for _, d := range drivers {
		list := d.Rows()
		if cfg.changed {
			list = d.Changed()
		}
		for _, r := range list {
			if d.Applies != nil && !d.Applies(s.loaded.Subject.Type, r) || only == nil && choose != nil && !choose(rows.OfDriver(d, r)) {
				continue
			}
			adapter := d.RowName(r.Variant)
			if only != nil && !slices.Contains(only, adapter) {
				continue
			}
			if s.Row != "" && s.Row != d.Name && s.Row != adapter && s.Row != r.Name {
				continue
			}
			if !slices.ContainsFunc(s.codecs, func(c codec) bool { return c.adapter == adapter }) {
				s.codecs = append(s.codecs, codec{name: cmp.Or(s.As, adapter), adapter: adapter, driver: d, variant: r.Variant})
			}
		}
	}
}

// build builds the sides, those that share a module's folder and an environment at
// once.
func (b *bout) build(ctx context.Context) error {
	done := map[*side]bool{}
	for _, first := range b.sides {
		if done[first] {
			continue
		}
		var adapters []compile.Adapter
		var together []*side
		for _, s := range b.sides {
			alike := s.Dir == first.Dir && slices.Equal(s.Env, first.Env) && s.Only == nil && s.loaded.Subject.Name != first.loaded.Subject.Name
			if done[s] || s != first && (first.Only != nil || !alike) {
				continue
			}
			done[s] = true
			together = append(together, s)
			for i := range s.codecs {
				c := &s.codecs[i]
				c.verdict = len(adapters)
				adapters = append(adapters, compile.Adapter{Subject: s.loaded.Subject, Driver: c.driver, Variant: c.variant})
			}
		}
		built, err := compile.Build(ctx, b.compileConfig(first), adapters, func(step compile.Step, done, total int) {
			b.tell(fmt.Sprintf("building %s: %v", first.Name, step))
		})
		if err != nil {
			return &Undecided{fmt.Errorf("%s: %w", first.Name, err)}
		}
		for _, s := range together {
			s.built, s.procs = built, processes{}
		}
	}
	return nil
}

func (b *bout) close() {
	for _, s := range b.sides {
		s.procs.end()
	}
}

// twin returns the same side with processes of its own.
func (s *side) twin() *side {
	t := *s
	t.procs = processes{}
	return &t
}

// names lists the codecs that all sides have, built or not.
func (b *bout) names() []string {
	var list []string
	for _, c := range b.sides[0].codecs {
		everywhere := true
		for _, s := range b.sides {
			everywhere = everywhere && s.find(c.name) != nil
		}
		if everywhere {
			list = append(list, c.name)
		}
	}
	return list
}

func (s *side) find(name string) *codec {
	if i := slices.IndexFunc(s.codecs, func(c codec) bool { return c.name == name }); i >= 0 {
		return &s.codecs[i]
	}
	return nil
}

// codec begins the part of the document about a codec. Its verdict is Unknown where
// a side has none.
func (b *bout) codec(name string) *Codec {
	c := b.sides[0].find(name)
	out := &Codec{Name: name, Format: c.driver.Format(c.variant), Holds: true, carriesNothing: true}
	for _, s := range b.sides {
		v := s.built.Verdicts[s.find(name).verdict]
		out.Version = cmp.Or(out.Version, v.Version)
		switch {
		case len(v.Refusals) > 0:
			out.Verdict, out.Reason = Unknown, fmt.Sprintf("cannot carry %s: %s", s.loaded.Subject.Type, v.Refusals[0])
		case v.Err != "":
			out.Verdict, out.Reason = Unknown, v.Err
		}
		out.carriesNothing = out.carriesNothing && len(v.Refusals) > 0
	}
	return out
}

// probed is an answer, or what the process died of in place of one.
type probed struct {
	protocol.Probed
	died string
}

// failure says why nothing came of a request; empty where something did.
func (p *probed) failure() string {
	if p.Panic != "" {
		return "panics: " + p.Panic
	}
	return cmp.Or(p.died, p.Refused)
}

// stepLimit is the processor time that one value may take, unless Config says
// otherwise.
const stepLimit = 10 * time.Second

// ask asks the process of the codec's worker, which is started where there is none,
// or where it died. The error is not about the codec.
func (s *side) ask(ctx context.Context, name string, p protocol.Probe) (*probed, error) {
	if s.answer != nil {
		return s.answer(name, p)
	}
	c := s.find(name)
	worker := s.built.Verdicts[c.verdict].Worker
	proc, err := s.started(ctx, worker)
	if err != nil {
		return nil, err
	}
	resp, err := proc.Ask(s.request(c, p))
	if died := (*child.Died)(nil); errors.As(err, &died) {
		delete(s.procs, worker)
		s.restarts++
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return &probed{died: strings.TrimPrefix(died.Reason, "probe: ")}, nil
	}
	if err != nil {
		return nil, err
	}
	return &probed{Probed: *resp.Probe}, nil
}

// request is what the process is asked, with how long it may take.
func (s *side) request(c *codec, p protocol.Probe) protocol.Request {
	limit := s.limit
	if p.What == "attack" { // it answers after a while, and goes on
		limit += protocol.AttackTime
	}
	return protocol.Request{
		Do: "probe", Probe: &p, CPU: limit, Still: s.limit,
		Case: protocol.Case{Subject: s.loaded.Subject.Name, Adapter: c.adapter},
	}
}

// started returns the worker's process with the subject's values loaded.
func (s *side) started(ctx context.Context, worker int) (*process, error) {
	subject := s.loaded.Subject.Name
	p := s.procs[worker]
	if p == nil {
		started, err := child.Start(ctx, s.built.Workers[worker].Path, child.Config{MemoryMB: s.memory, HeapMB: 1, GOGC: 100, Limit: 2 * stepLimit})
		if err != nil {
			return nil, err
		}
		p = &process{started, map[string]*protocol.Load{}}
	}
	if p.loaded[subject] == nil {
		resp, err := p.Ask(protocol.Request{Do: "load", Case: protocol.Case{Subject: subject}, Data: &s.loaded.Data, CPU: 2 * stepLimit})
		if err != nil {
			p.Kill()
			delete(s.procs, worker)
			return nil, &Undecided{fmt.Errorf("%s: %w", s.Name, err)}
		}
		p.loaded[subject] = resp.Load
	}
	s.origin, s.procs[worker] = p.loaded[subject], p
	return p, nil
}

// values asks what there is to be written: of the subject, whichever codec writes it. A long
// list takes longer to be told than to be tried.
func (s *side) values(ctx context.Context, name string, p protocol.Probe) ([]protocol.NamedValue, error) {
	key := fmt.Sprintf("%d %t %t %q", p.Values, p.Everywhere, p.Bare, p.Places)
	if list, ok := s.told[key]; ok {
		return list, nil
	}
	answer, err := s.ask(ctx, name, p)
	if err != nil {
		return nil, err
	}
	if answer.died != "" {
		return nil, errors.New(answer.died)
	}
	if s.told == nil {
		s.told = map[string][]protocol.NamedValue{}
	}
	s.told[key] = answer.Values
	return answer.Values, nil
}

// In how many cells of a way it is found out where in the message what is lost or wrong
// stands, and of how many differences of each.
const (
	locatedCells = 16
	locatedDiffs = 4
)

// locate notes where in the messages that the side wrote stands what is lost or wrong.
func (s *side) locate(ctx context.Context, name string, w *Direction) error {
	left := locatedCells
	for _, cell := range w.Cells {
		if len(cell.Diffs) == 0 || len(cell.Encoded) == 0 || left == 0 {
			continue
		}
		left--
		for i := range cell.Diffs[:min(len(cell.Diffs), locatedDiffs)] {
			answer, err := s.ask(ctx, name, protocol.Probe{What: "locate", Name: cell.name, Path: cell.Diffs[i].Path})
			if err != nil {
				return err
			}
			cell.Diffs[i].At = answer.At
		}
	}
	return nil
}

func (b *bout) report(mode Mode) *Report {
	r := &Report{Schema: Schema, Tool: b.cfg.Tool, Command: b.cfg.Command, Mode: mode}
	for _, s := range b.sides {
		for _, note := range append(s.Notes, s.loaded.Notes...) {
			if !slices.Contains(r.Notes, note) {
				r.Notes = append(r.Notes, note)
			}
		}
	}
	return r
}

// describe tells of the sides what is known when all is done.
func (b *bout) describe(r *Report) {
	for _, s := range b.sides {
		info := SideInfo{Name: s.Name, Type: s.loaded.Subject.Type.String(), GoVersion: s.built.GoVersion, Modules: s.built.Modules}
		if s.origin != nil {
			info.Origin, info.Values = s.origin.Origin, s.origin.Values
		}
		r.Sides = append(r.Sides, info)
	}
}

// place is a path without indexes and keys.
func place(path string) string {
	var b strings.Builder
	for len(path) > 0 {
		if path[0] == '[' {
			b.WriteString("[]")
			path = path[closing(path):]
			continue
		}
		b.WriteByte(path[0])
		path = path[1:]
	}
	return b.String()
}
