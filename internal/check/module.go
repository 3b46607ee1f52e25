package check

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-go/assay/bench"
)

// Module is the document about the types of a module that meet serializers.
type Module struct {
	Schema  int           `json:"schema"`
	Tool    string        `json:"tool,omitempty"`
	Command []string      `json:"command,omitempty"`
	Types   []*ModuleType `json:"types"`
	Unread  []string      `json:"unread,omitempty"` // packages that do not compile
}

// ModuleType is a type with what was found of it.
type ModuleType struct {
	*Met
	Lock   string  `json:"lock"`             // the file
	Locked bool    `json:"locked,omitempty"` // it is there
	Report *Report `json:"report,omitempty"` // where it was checked
	Fails  bool    `json:"fails,omitempty"`
}

// lockExt ends the name of a lock in a module's folder of them.
const lockExt = ".wire"

// LockedTypes has the types of packages that meet serializers, and those that have a lock in the
// folder locks, read what their locks have: one file for each type. With grow the types
// that have none get one, and a type that is another than it was is added to its own. All
// types are built at once.
func LockedTypes(ctx context.Context, cfg Config, dir, locks string, grow bool, patterns ...string) (*Module, error) {
	if cfg.Progress == nil {
		cfg.Progress = func(string) {}
	}
	cfg.Progress("looking for types that meet serializers")
	found, unread, err := Find(ctx, cfg.Drivers, dir, patterns...)
	if err != nil {
		return nil, err
	}
	m := &Module{Schema: Schema, Tool: cfg.Tool, Command: cfg.Command, Unread: unread}
	for _, met := range found {
		m.Types = append(m.Types, &ModuleType{Met: met, Lock: filepath.Join(locks, filepath.FromSlash(met.Name)+lockExt)})
	}
	if err := m.left(locks); err != nil {
		return nil, err
	}
	b := &bout{cfg: cfg, tell: cfg.Progress, compare: judge}
	defer b.close()
	loaders := loaders{}
	files := map[*side]*Lock{}
	of := map[*side]*ModuleType{}
	for _, t := range m.Types {
		l, err := ReadLock(t.Lock)
		if err != nil {
			return nil, err
		}
		if t.Locked = l.Type != ""; t.Reason != "" || !t.Locked && !grow {
			t.Fails = t.Locked && t.Reason != "" // what the lock has is not read
			continue
		}
		cfg.Progress("loading " + t.Name)
		s := newSide(cfg, Side{Name: t.Name, Dir: dir, Source: bench.Source{Name: t.Name, Seed: 1}})
		if err := s.load(ctx, loaders.of(cfg, s.Side)); err != nil {
			t.Reason = firstLine(err)
			t.Fails = t.Locked
			continue
		}
		s.codecs = s.among(cfg, l.names(), t.Drivers, grow)
		if len(s.codecs) == 0 {
			t.Reason, t.Fails = "none of its codecs is known: "+strings.Join(append(l.names(), t.Drivers...), ", "), t.Locked
			continue
		}
		b.sides, files[s], of[s] = append(b.sides, s), l, t
	}
	if len(b.sides) > 0 {
		if err := b.build(ctx); err != nil {
			return nil, err
		}
	}
	for _, s := range b.sides {
		t := of[s]
		one := &bout{cfg: cfg, tell: cfg.Progress, compare: judge, sides: []*side{s}}
		if err := os.MkdirAll(filepath.Dir(t.Lock), 0o777); err != nil {
			return nil, err
		}
		report, err := one.against(ctx, files[s], grow)
		if undecided := (*Undecided)(nil); errors.As(err, &undecided) {
			t.Reason, t.Fails = firstLine(err), t.Locked
			continue
		}
		if err != nil {
			return nil, err
		}
		s.procs.end() // of many types there are many processes
		t.Report, t.Locked = report, t.Locked || grow
		t.Fails = !report.Holds()
	}
	return m, nil
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// left adds the types that have a lock and meet no serializer any more.
func (m *Module) left(locks string) error {
	err := filepath.WalkDir(locks, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != lockExt {
			return err
		}
		if slices.ContainsFunc(m.Types, func(t *ModuleType) bool { return t.Lock == file }) {
			return nil
		}
		name, err := filepath.Rel(locks, file)
		m.Types = append(m.Types, &ModuleType{Met: &Met{Name: strings.TrimSuffix(filepath.ToSlash(name), lockExt)}, Lock: file})
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// among are the codecs that a lock has, and with grow the first of each driver that meets
// the type.
func (s *side) among(cfg Config, locked, met []string, grow bool) (list []codec) {
	for _, d := range cfg.Drivers {
		first := true
		for _, r := range d.Changed() {
			name := d.RowName(r.Variant)
			known := slices.ContainsFunc(list, func(c codec) bool { return c.name == name })
			if !known && (slices.Contains(locked, name) || grow && first && slices.Contains(met, d.Name)) {
				list = append(list, codec{name: name, adapter: name, driver: d, variant: r.Variant})
			}
			first = false
		}
	}
	return list
}

// Holds reports whether all that is locked is read.
func (m *Module) Holds() bool {
	return !slices.ContainsFunc(m.Types, func(t *ModuleType) bool { return t.Fails })
}

// Print writes the document as text, json, or for github, with an annotation at each field
// that lost something.
func (m *Module) Print(w io.Writer, format string, explain bool) error {
	switch format {
	case "json":
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(m)
	case "github":
		return m.annotations(w)
	}
	var b strings.Builder
	width := len("TYPE")
	for _, t := range m.Types {
		width = max(width, len(t.Name))
	}
	width = min(width, 52)
	fmt.Fprintf(&b, "%s %-24s %s\n", pad("TYPE", width), "SERIALIZERS", "LOCK")
	for _, t := range m.Types {
		name := t.Name
		if r := []rune(name); len(r) > width { // its end tells it from others
			name = "…" + string(r[len(r)-width+1:])
		}
		fmt.Fprintf(&b, "%s %s %s\n", pad(name, width), pad(cmp.Or(strings.Join(t.Drivers, ", "), "none found"), 24), t.state())
	}
	for _, t := range m.Types {
		if t.Fails && t.Report != nil {
			b.WriteString("\n")
			if err := t.Report.text(&b, explain); err != nil {
				return err
			}
		}
	}
	b.WriteString("\n" + m.conclusion() + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// state says how a type and its lock stand.
func (t *ModuleType) state() string {
	switch {
	case t.Fails && t.Report != nil:
		return "does not hold"
	case t.Fails:
		return "does not hold: " + t.Reason
	case t.Reason != "":
		return "not checked: " + t.Reason
	case t.Report == nil:
		return "none"
	case t.Report.Grown > 0:
		return "holds, and has grown: commit it"
	case t.Report.Stale:
		return "holds; the type is another since: assay lock ./... adds it"
	}
	return "holds"
}

func (m *Module) conclusion() string {
	meet, bad, locked, none, unchecked := 0, 0, 0, 0, 0
	for _, t := range m.Types {
		if len(t.Drivers) > 0 {
			meet++
		}
		switch {
		case t.Fails:
			bad++
		case t.Locked:
			locked++
		case t.Reason != "":
			unchecked++
		default:
			none++
		}
	}
	text := fmt.Sprintf("%s serializers. The locks of %d hold", cmp.Or(map[int]string{1: "1 type meets"}[meet], fmt.Sprintf("%d types meet", meet)), locked)
	if bad > 0 {
		text += fmt.Sprintf(", those of %d do not", bad)
	}
	if none > 0 {
		text += fmt.Sprintf("; %d have none: assay lock ./... makes them", none)
	}
	if unchecked > 0 {
		text += fmt.Sprintf("; %d cannot be checked", unchecked)
	}
	if len(m.Unread) > 0 {
		text += fmt.Sprintf("; packages that do not compile were not looked at: %s", clip(strings.Join(m.Unread, ", "), 200))
	}
	return text + "."
}

func (m *Module) annotations(w io.Writer) error {
	for _, t := range m.Types {
		switch {
		case t.Fails && t.Report != nil:
			if err := t.Report.annotations(w); err != nil {
				return err
			}
		case t.Fails:
			fmt.Fprintf(w, "::error file=%s,title=%s::%s\n", escapeProperty(inRepository(t.Lock)), escapeProperty(t.Name), escape(t.state()))
		}
	}
	_, err := fmt.Fprintf(w, "::notice title=assay check::%s\n", escape(m.conclusion()))
	return err
}
