package check

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/internal/check/standard"
	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/internal/measure"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// Matrix is the document of the standard types: how every codec fares with every
// change, every value and every broken message.
type Matrix struct {
	Schema    int      `json:"schema"`
	Tool      string   `json:"tool,omitempty"`
	Command   []string `json:"command,omitempty"`
	GoVersion string   `json:"go_version,omitempty"`

	Changes []MatrixChange  `json:"changes"`
	Kinds   []standard.Kind `json:"kinds"`
	Rows    []*MatrixRow    `json:"rows"`
}

// MatrixChange is a standard change with what is another between its types.
type MatrixChange struct {
	standard.Change
	Differs string `json:"differs"` // "A int32 → int64"
}

// MatrixRow is what was found of one codec.
type MatrixRow struct {
	Name      string `json:"name"`
	Format    string `json:"format,omitempty"`
	Version   string `json:"version,omitempty"`
	Evolution string `json:"evolution,omitempty"`

	// Changes has two cells for each change of the document, in its order: the newer
	// type reads what was written of the older one, and the other way round. There are
	// none where the codec could not be built.
	Changes []Cell                      `json:"changes"`
	Values  map[string][]Cell           `json:"values,omitempty"`  // by kind
	Hostile map[string]*measure.Hostile `json:"hostile,omitempty"` // by kind

	Labels   []result.Label `json:"labels,omitempty"`
	Reason   string         `json:"reason,omitempty"`   // why something of it could not be told
	Seconds  float64        `json:"seconds"`            // that its cells took, without building
	Restarts int            `json:"restarts,omitempty"` // of processes that died
}

// NotCarried is the verdict where a codec cannot carry a type, or was not built for it.
const NotCarried Verdict = "not carried"

// batchSize is how many codecs are built and tried at once: enough that what is shared
// is built and started seldom, and few enough for programs of moderate size.
const batchSize = 10

// Standard tries every codec on the standard types. Of a serializer that writes one
// format in several ways of using memory the first is taken. save, when not nil, is
// given what there is after each batch.
func Standard(ctx context.Context, cfg Config, save func(*Matrix) error) (*Matrix, error) {
	if cfg.Progress == nil {
		cfg.Progress = func(string) {}
	}
	t := &table{cfg: cfg, doc: &Matrix{Schema: Schema, Tool: cfg.Tool, Command: cfg.Command, Kinds: standard.Kinds}, rows: map[string]*MatrixRow{}}
	if err := t.load(ctx); err != nil {
		return nil, err
	}
	journal, err := os.CreateTemp("", "assay-journal-")
	if err != nil {
		return nil, err
	}
	journal.Close()
	defer os.Remove(journal.Name())
	t.journal = journal.Name()
	codecs := distinct(cfg)
	if len(codecs) == 0 {
		return nil, &Untold{errNothing}
	}
	for done := 0; len(codecs) > 0; {
		n := min(batchSize, len(codecs))
		t.progress = fmt.Sprintf("codecs %d to %d of %d: ", done+1, done+n, done+len(codecs))
		if err := t.batch(ctx, codecs[:n]); err != nil {
			return nil, err
		}
		codecs, done = codecs[n:], done+n
		if save != nil {
			if err := save(t.doc); err != nil {
				return nil, err
			}
		}
	}
	return t.doc, nil
}

// distinct lists the codecs that are tried: the first of each serializer's for each of
// its formats.
func distinct(cfg Config) (list []codec) {
	for _, d := range cfg.Drivers {
		var formats []string
		for _, r := range d.Rows() {
			name, format := d.RowName(r.Variant), d.Format(r.Variant)
			if slices.Contains(formats, format) || cfg.Choose != nil && !cfg.Choose(rows.OfDriver(d, r)) {
				continue
			}
			formats = append(formats, format)
			list = append(list, codec{name: name, adapter: name, driver: d, variant: r.Variant})
		}
	}
	return list
}

// table is a matrix that is being filled.
type table struct {
	cfg      Config
	doc      *Matrix
	rows     map[string]*MatrixRow
	changes  [][2]*side // the older type and the newer one
	matches  []*match
	kinds    []*side
	journal  string
	progress string
}

// load writes the types into the cache, and loads them.
func (t *table) load(ctx context.Context) error {
	dir, err := compile.TreeFolder(compile.Config{CacheDir: t.cfg.CacheDir}, standard.Hash(), standard.Write)
	if err != nil {
		return err
	}
	open := func(pkg, name, sample string) (*side, error) {
		t.cfg.Progress("loading " + pkg + "." + name)
		s := newSide(t.cfg, Side{Name: pkg + "." + name, Dir: dir, Source: bench.Source{Name: "./" + pkg + "." + name, Sample: sample, Seed: 1}})
		return s, s.load(ctx, t.cfg)
	}
	for _, c := range standard.Changes {
		older, err := open("older", c.Name, c.Name+"Value")
		if err != nil {
			return err
		}
		newer, err := open("newer", c.Name, c.Name+"Value")
		if err != nil {
			return err
		}
		m := compareTypes(older.loaded.Subject.Type, newer.loaded.Subject.Type)
		var differs []string
		for _, change := range m.changes {
			differs = append(differs, change.String())
		}
		t.changes, t.matches = append(t.changes, [2]*side{older, newer}), append(t.matches, m)
		t.doc.Changes = append(t.doc.Changes, MatrixChange{c, strings.Join(differs, ", ")})
	}
	for _, k := range standard.Kinds {
		sample := ""
		if k.Sample {
			sample = k.Name + "Values"
		}
		s, err := open("kinds", k.Name, sample)
		if err != nil {
			return err
		}
		t.kinds = append(t.kinds, s)
	}
	return nil
}

// batch builds some codecs for all types, and fills their rows.
func (t *table) batch(ctx context.Context, codecs []codec) error {
	b := &bout{cfg: t.cfg, tell: func(what string) { t.cfg.Progress(t.progress + what) }, compare: judge}
	for _, pair := range t.changes {
		b.sides = append(b.sides, pair[0], pair[1])
	}
	b.sides = append(b.sides, t.kinds...)
	for _, s := range b.sides {
		s.codecs, s.procs = slices.Clone(codecs), nil
	}
	if err := b.build(ctx); err != nil {
		return err
	}
	t.doc.GoVersion = b.sides[0].built.GoVersion
	for _, c := range codecs {
		row := &MatrixRow{Name: c.name, Format: c.driver.Format(c.variant), Evolution: c.driver.Facts.Evolution, Values: map[string][]Cell{}, Hostile: map[string]*measure.Hostile{}}
		t.doc.Rows, t.rows[c.name] = append(t.doc.Rows, row), row
	}
	for i, pair := range t.changes {
		b.tell(t.doc.Changes[i].Title)
		b.sides = pair[:]
		for _, c := range codecs {
			if err := t.fill(ctx, c.name, func(row *MatrixRow) error { return t.change(ctx, b, row, t.matches[i]) }); err != nil {
				return err
			}
		}
		finish(pair[:]...)
	}
	for i, s := range t.kinds {
		b.tell(standard.Kinds[i].Name)
		b.sides = []*side{s}
		b.reader = s.twin()
		b.compare = func(sent, got []protocol.Leaf, _ func(string) string) []Diff { return strictly(sent, got) }
		for _, c := range codecs {
			if err := t.fill(ctx, c.name, func(row *MatrixRow) error { return t.kind(ctx, b, row, standard.Kinds[i]) }); err != nil {
				return err
			}
		}
		finish(s, b.reader)
	}
	for _, c := range codecs {
		row := t.rows[c.name]
		row.Labels = row.labels(t.doc)
	}
	return nil
}

// fill has a part of a row filled, and notes how long that took. What goes wrong with
// the codec is in the row.
func (t *table) fill(ctx context.Context, name string, f func(*MatrixRow) error) error {
	row := t.rows[name]
	begin := time.Now()
	err := f(row)
	row.Seconds += time.Since(begin).Seconds()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil && row.Reason == "" {
		row.Reason = err.Error()
	}
	return nil
}

// finish ends the processes of the sides.
func finish(sides ...*side) {
	for _, s := range sides {
		s.close()
		clear(s.procs)
	}
}

// change fills the two cells of a change.
func (t *table) change(ctx context.Context, b *bout, row *MatrixRow, m *match) error {
	cells := []Cell{{Verdict: NotCarried}, {Verdict: NotCarried}}
	defer func() { row.Changes = append(row.Changes, cells...) }()
	if why := b.unbuilt(row); why != "" {
		cells[0].Reason, cells[1].Reason = why, why
		return nil
	}
	before := b.sides[0].restarts + b.sides[1].restarts
	defer func() { row.Restarts += b.sides[0].restarts + b.sides[1].restarts - before }()
	for i, names := range []map[string]string{m.forward, m.back} {
		rename := func(path string) string { return renamed(path, names) }
		way, err := b.way(ctx, row.Name, i, 1-i, protocol.Probe{What: "values", Values: sampled}, rename)
		if err != nil {
			return err
		}
		if _, cell := way.Worst(); cell != nil {
			cells[i] = *cell
		}
	}
	return nil
}

// unbuilt says why the codec is not there on one of the sides; empty where it is.
func (b *bout) unbuilt(row *MatrixRow) string {
	for _, s := range b.sides {
		v := s.built.Verdicts[s.find(row.Name).verdict]
		switch {
		case len(v.Refusals) > 0:
			return v.Refusals[0].String()
		case v.Err != "":
			return v.Err
		}
		if row.Version == "" {
			row.Version = v.Version
		}
	}
	return ""
}

// kind fills in the values of one type, and what became of its broken messages.
func (t *table) kind(ctx context.Context, b *bout, row *MatrixRow, k standard.Kind) error {
	if why := b.unbuilt(row); why != "" {
		row.Values[k.Name] = []Cell{{Verdict: NotCarried, Reason: why}}
		return nil
	}
	before := b.sides[0].restarts + b.reader.restarts
	defer func() { row.Restarts += b.sides[0].restarts + b.reader.restarts - before }()
	way, messages, err := b.fidelity(ctx, row.Name)
	if err != nil {
		return err
	}
	row.Values[k.Name] = way.Cells
	if !k.Broken {
		return nil
	}
	if len(messages) == 0 {
		return errors.New("no message of " + k.Name + " can be written")
	}
	row.Hostile[k.Name], err = b.reader.attack(ctx, row.Name, protocol.Attack{Messages: messages, Format: row.Format, Journal: t.journal})
	return err
}

// labels says what of the row is proven: of the broken messages of all types together,
// and of all changes.
func (r *MatrixRow) labels(m *Matrix) []result.Label {
	all := map[string]result.Label{}
	for _, kind := range slices.Sorted(maps.Keys(r.Hostile)) {
		if r.Hostile[kind] == nil {
			continue
		}
		for _, l := range r.Hostile[kind].Labels() {
			l.Evidence = kind + ": " + l.Evidence
			switch known, ok := all[l.Name]; {
			case !ok, known.Holds && !l.Holds:
				all[l.Name] = l
			case known.Holds && l.Holds:
				known.Evidence += "; " + l.Evidence
				all[l.Name] = known
			}
		}
	}
	if l, known := r.survives(m); known {
		all[l.Name] = l
	}
	var list []result.Label
	for _, name := range result.LabelNames {
		if l, ok := all[name]; ok {
			list = append(list, l)
		}
	}
	return list
}

// survives says whether no cell of the changes is lost or wrong, or dies.
func (r *MatrixRow) survives(m *Matrix) (l result.Label, known bool) {
	l = result.Label{Name: result.Survives, Holds: true}
	count := map[Verdict]int{}
	for i, c := range r.Changes {
		count[c.Verdict]++
		if silent := c.Verdict == Lost || c.Verdict == Wrong || c.Verdict == Dies; silent && l.Holds {
			way := "the newer type reads the older one's bytes"
			if i%2 == 1 {
				way = "the older type reads the newer one's bytes"
			}
			l.Holds = false
			l.Evidence = fmt.Sprintf("%s, %s: %s", m.Changes[i/2].Title, way, (&Way{Cells: []Cell{c}}).summary())
		}
	}
	carried := len(r.Changes) - count[NotCarried] - count[Unwritten]
	if carried == 0 {
		return l, false
	}
	bad := count[Lost] + count[Wrong] + count[Dies]
	switch {
	case l.Holds:
		l.Evidence = fmt.Sprintf("of %d changes of a type %d are read as they are meant, %d refused", carried, count[Same], count[Refused])
	case count[Dies] > 0:
		l.Fault = "dies of changed types"
	default:
		l.Fault = "changes values when types change"
	}
	if bad > 1 {
		l.Evidence = fmt.Sprintf("%d of %d changes; the first: %s", bad, carried, l.Evidence)
	}
	return l, true
}

// AllValues are the cells of the values of all kinds, in the document's order.
func (r *MatrixRow) AllValues(m *Matrix) (list []Cell) {
	for _, k := range m.Kinds {
		list = append(list, r.Values[k.Name]...)
	}
	return list
}
