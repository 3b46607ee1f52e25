package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/check/standard"
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
	Date      string   `json:"date"` // "2026-11-23"

	Changes []MatrixChange `json:"changes,omitempty"`
	Values  []MatrixValue  `json:"values,omitempty"`
	Rows    []*MatrixRow   `json:"rows,omitempty"`

	Suites []*Suite `json:"suites,omitempty"` // of --conformance
}

func newMatrix(cfg Config) *Matrix {
	return &Matrix{Schema: Schema, Tool: cfg.Tool, Command: result.Published(cfg.Command), Date: time.Now().UTC().Format(time.DateOnly)}
}

// MatrixChange is a standard change with what is another between its types.
type MatrixChange struct {
	standard.Change
	Differs string `json:"differs"` // "A int32 → int64"
}

// MatrixValue is a value of a kind: one that was made, or one at an edge.
type MatrixValue struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
	Place string `json:"place,omitempty"`
}

// MatrixRow is what was found of one codec.
type MatrixRow struct {
	Name     string    `json:"name"`
	Format   string    `json:"format,omitempty"`
	Version  string    `json:"version,omitempty"`
	By       driver.By `json:"by,omitempty"`       // what its fields are found by
	Untagged bool      `json:"untagged,omitempty"` // no tag says what that is

	// Changes are the cells of the changes that are not the same. Each change of the
	// document has two, by turns: the newer type reads what was written of the older
	// one, and the other way round. Values are those of the document's values.
	Changes []MatrixCell `json:"changes,omitempty"`
	Values  []MatrixCell `json:"values,omitempty"`

	NotCarried map[string]string `json:"not_carried,omitempty"` // why, by kind of value

	Tried  int            `json:"tried"` // malformed input
	Broken []MatrixBroken `json:"broken,omitempty"`

	Labels   []result.Label `json:"labels,omitempty"`
	Reason   string         `json:"reason,omitempty"`   // why something of it could not be told
	Seconds  float64        `json:"seconds"`            // that its cells took, without building
	Restarts int            `json:"restarts,omitempty"` // of processes that died

	cells   []valueCell // of a part: the document has no places for them yet
	hostile []*measure.Hostile
}

// valueCell is what became of a value of a kind.
type valueCell struct {
	of   MatrixValue
	cell Cell
}

// MatrixCell is what became of a value that is not the same.
type MatrixCell struct {
	At      int     `json:"at"`
	Verdict Verdict `json:"verdict"`
	What    string  `json:"what,omitempty"`    // what came, or the error
	Encoded []byte  `json:"encoded,omitempty"` // its beginning, where it is long
}

// MatrixBroken is what became of the malformed input of one kind and type, where it is
// more than that it was refused, or read as the other message that it is.
type MatrixBroken struct {
	Of string `json:"of"` // the type
	protocol.Hit
	Died string `json:"died,omitempty"` // of what
}

// NotCarried is the verdict where a codec cannot carry a type, or was not built for it.
const NotCarried Verdict = "not carried"

// batchSize is how many codecs are built and tried at once: enough that what is shared
// is built and started seldom, and few enough for programs of moderate size.
const batchSize = 24

// Standard tries every codec on the standard types. Of a serializer that writes one
// format in several ways of using memory the first is taken. save, when not nil, is
// given what there is after each batch.
func Standard(ctx context.Context, cfg Config, save func(*Matrix) error) (*Matrix, error) {
	dir, err := StandardDir(cfg)
	if err != nil {
		return nil, err
	}
	return tabulate(ctx, cfg, dir, standard.Changes, standard.Kinds, save)
}

// tabulate tries every codec on types of a module in the folder dir.
func tabulate(ctx context.Context, cfg Config, dir string, changes []standard.Change, kinds []standard.Kind, save func(*Matrix) error) (*Matrix, error) {
	if cfg.Progress == nil {
		cfg.Progress = func(string) {}
	}
	t := &table{cfg: cfg, doc: newMatrix(cfg)}
	if err := t.load(ctx, dir, changes, kinds); err != nil {
		return nil, err
	}
	codecs := distinct(cfg)
	if len(codecs) == 0 {
		return nil, &Undecided{errNothing}
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

// distinct lists the codecs that are tried: the first of each serializer's for each of its
// suffixes, which mostly are forms on the wire, for what fields are found by, and for integers of
// fixed width and varints. Codecs that types bring themselves are none: no standard type has any.
func distinct(cfg Config) (list []codec) {
	type form struct {
		suffix, format string
		by             driver.By
		varint         bool
	}
	for _, d := range cfg.Drivers {
		if d.Applies != nil {
			continue
		}
		seen := map[form]bool{}
		for _, r := range d.Changed() {
			f := form{r.Variant.Suffix, d.Format(r.Variant), d.Identity(r.Variant).By, r.Variant.Has(driver.Varint)}
			if seen[f] || cfg.Choose != nil && !cfg.Choose(rows.OfDriver(d, r)) {
				continue
			}
			seen[f] = true
			name := d.RowName(r.Variant)
			list = append(list, codec{name: name, adapter: name, driver: d, variant: r.Variant})
		}
	}
	return list
}

// table is a matrix that is being filled.
type table struct {
	cfg      Config
	doc      *Matrix
	changes  [][2]*side // the older type and the newer one
	kinds    []standard.Kind
	sides    []*side // of the kinds
	progress string
}

// load loads the types.
func (t *table) load(ctx context.Context, dir string, changes []standard.Change, kinds []standard.Kind) error {
	loaders := loaders{}
	open := func(pkg, name, sample string) (*side, error) {
		t.cfg.Progress("loading " + pkg + "." + name)
		s := newSide(t.cfg, Side{Name: pkg + "." + name, Dir: dir, Source: bench.Source{Name: "./" + pkg + "." + name, Sample: sample, Seed: 1}})
		return s, s.load(ctx, loaders.of(t.cfg, s.Side))
	}
	for _, c := range changes {
		older, err := open("older", c.Name, c.Name+"Value")
		if err != nil {
			return err
		}
		newer, err := open("newer", c.Name, c.Name+"Value")
		if err != nil {
			return err
		}
		var differs []string
		for _, change := range describe(older.loaded.Subject.Type, newer.loaded.Subject.Type) {
			differs = append(differs, change.String())
		}
		t.changes = append(t.changes, [2]*side{older, newer})
		t.doc.Changes = append(t.doc.Changes, MatrixChange{c, strings.Join(differs, ", ")})
	}
	for _, k := range kinds {
		sample := ""
		if k.Sample {
			sample = k.Name + "Values"
		}
		s, err := open("kinds", k.Name, sample)
		if err != nil {
			return err
		}
		t.kinds, t.sides = append(t.kinds, k), append(t.sides, s)
	}
	return nil
}

// batch builds some codecs for all types, and fills their rows.
func (t *table) batch(ctx context.Context, codecs []codec) error {
	b := &bout{cfg: t.cfg, tell: func(what string) { t.cfg.Progress(t.progress + what) }}
	for _, pair := range t.changes {
		b.sides = append(b.sides, pair[0], pair[1])
	}
	b.sides = append(b.sides, t.sides...)
	for _, s := range b.sides {
		s.codecs, s.procs = slices.Clone(codecs), nil
	}
	if err := b.build(ctx); err != nil {
		return err
	}
	t.doc.GoVersion = b.sides[0].built.GoVersion
	// Each type has processes of its own, so that as many types are tried at once as
	// there are processors: first those of which messages are broken, which take longest.
	var tasks []*task
	for i, s := range t.sides {
		k := t.kinds[i]
		tasks = append(tasks, &task{what: k.Name, long: k.Broken, sides: []*side{s}, fill: func(ctx context.Context, b *bout, part *MatrixRow) error {
			return t.kind(ctx, b, part, k)
		}})
	}
	for i, pair := range t.changes {
		tasks = append(tasks, &task{what: t.doc.Changes[i].Title, sides: pair[:], fill: func(ctx context.Context, b *bout, part *MatrixRow) error {
			return t.change(ctx, b, part, i)
		}})
	}
	if err := t.perform(ctx, b.tell, codecs, tasks); err != nil {
		return err
	}
	for _, c := range codecs {
		row := &MatrixRow{Name: c.name, Format: c.driver.Format(c.variant), By: c.driver.Identity(c.variant).By, Untagged: len(c.driver.Identity(c.variant).Tags) == 0, NotCarried: map[string]string{}}
		for _, task := range tasks {
			row.join(t.doc, task.parts[c.name])
		}
		row.Labels = row.labels(t.doc)
		t.doc.Rows = append(t.doc.Rows, row)
	}
	return nil
}

// task is a part of the rows that stands for itself: what is tried of one type, or
// between two.
type task struct {
	what  string
	long  bool
	sides []*side
	fill  func(ctx context.Context, b *bout, part *MatrixRow) error
	parts map[string]*MatrixRow // by codec
}

// perform does the tasks, those that take long first.
func (t *table) perform(ctx context.Context, tell func(string), codecs []codec, tasks []*task) error {
	var telling sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	atOnce := runtime.GOMAXPROCS(0)
	group.SetLimit(atOnce)
	// Where two types are tried, those of all tasks that are done one after another have a
	// process that writes and reads the older ones, and one for the newer ones.
	pairs := make(chan [2]processes, atOnce)
	for range atOnce {
		pair := [2]processes{{}, {}}
		defer func() { pair[0].end(); pair[1].end() }()
		pairs <- pair
	}
	for _, long := range []bool{true, false} {
		for _, task := range tasks {
			if task.long != long {
				continue
			}
			group.Go(func() error {
				telling.Lock()
				tell(task.what)
				telling.Unlock()
				if len(task.sides) == 2 {
					pair := <-pairs
					defer func() { pairs <- pair }()
					task.sides[0].procs, task.sides[1].procs = pair[0], pair[1]
					return t.do(ctx, codecs, task)
				}
				task.sides[0].procs = processes{}
				defer task.sides[0].procs.end()
				return t.do(ctx, codecs, task)
			})
		}
	}
	return group.Wait()
}

// do fills the parts of one task. What goes wrong with a codec is in its part.
func (t *table) do(ctx context.Context, codecs []codec, task *task) error {
	b := &bout{cfg: t.cfg, tell: func(string) {}, sides: task.sides, compare: judge, plain: true}
	b.readers(b.sides[0])
	defer b.reader.procs.end()
	defer b.short.procs.end()
	task.parts = map[string]*MatrixRow{}
	for _, c := range codecs {
		part := &MatrixRow{Name: c.name, Format: c.driver.Format(c.variant), NotCarried: map[string]string{}}
		task.parts[c.name] = part
		begin := time.Now()
		err := task.fill(ctx, b, part)
		part.Seconds = time.Since(begin).Seconds()
		part.Restarts = b.reader.restarts + b.short.restarts
		for _, s := range b.sides {
			part.Restarts += s.restarts
		}
		for _, s := range append(b.sides, b.reader, b.short) {
			s.restarts = 0
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			part.Reason = err.Error()
		}
	}
	return nil
}

// join adds a part to the row.
func (r *MatrixRow) join(m *Matrix, part *MatrixRow) {
	r.Version, r.Reason = cmp.Or(r.Version, part.Version), cmp.Or(r.Reason, part.Reason)
	r.Changes = append(r.Changes, part.Changes...)
	for i := range part.cells {
		at := m.value(part.cells[i].of)
		if cell := &part.cells[i].cell; cell.Verdict != Same {
			r.Values = append(r.Values, cell.brief(at))
		}
	}
	maps.Copy(r.NotCarried, part.NotCarried)
	r.hostile = append(r.hostile, part.hostile...)
	r.Tried += part.Tried
	r.Broken = append(r.Broken, part.Broken...)
	r.Seconds += part.Seconds
	r.Restarts += part.Restarts
}

// change fills the two cells of a change.
func (t *table) change(ctx context.Context, b *bout, row *MatrixRow, i int) error {
	if why := b.unbuilt(row); why != "" {
		for way := range 2 {
			row.Changes = append(row.Changes, MatrixCell{At: 2*i + way, Verdict: NotCarried, What: clip(why, mostWords)})
		}
		return nil
	}
	c := b.codec(row.Name)
	err := b.pair(ctx, c, 0, 1)
	for from := range 2 {
		cell := MatrixCell{At: 2*i + from, Verdict: Unwritten}
		if from >= len(c.Ways) {
			cell.What = clip(fmt.Sprint(err), mostWords)
			row.Changes = append(row.Changes, cell)
			continue
		}
		switch worst, at := c.Ways[from].Worst(); {
		case worst == Same:
			continue
		case worst == Dropped:
			cell.Verdict, cell.What = Dropped, clip(strings.Join(c.Ways[from].Dropped, ", "), mostWords)
		default:
			cell = at.brief(2*i + from)
		}
		row.Changes = append(row.Changes, cell)
	}
	return err
}

// How long texts and bytes of a cell are in a matrix.
const (
	mostWords = 100
	mostBytes = 32
)

// brief is the cell in a matrix.
func (c *Cell) brief(at int) MatrixCell {
	what := c.Reason
	if what == "" {
		_, what, _ = strings.Cut((&Direction{Cells: []Cell{*c}}).summary(), " ") // the verdict stands beside it
	}
	cell := MatrixCell{At: at, Verdict: c.Verdict, What: clip(what, mostWords)}
	if c.Verdict != Refused { // an error says enough
		cell.Encoded = c.Encoded[:min(len(c.Encoded), mostBytes)]
	}
	return cell
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

// kind fills in the values of one type, and what became of its malformed input.
func (t *table) kind(ctx context.Context, b *bout, row *MatrixRow, k standard.Kind) error {
	if why := b.unbuilt(row); why != "" {
		row.NotCarried[k.Name] = clip(why, mostWords)
		return nil
	}
	if c := b.sides[0].find(row.Name); c.registry() { // its values and messages are those of the other variant
		row.NotCarried[k.Name] = "as without the writer's schema"
		return nil
	}
	way, breakable, err := b.fidelity(ctx, row.Name)
	if err != nil {
		row.NotCarried[k.Name] = clip(err.Error(), mostWords)
		return err
	}
	for _, cell := range way.Cells {
		row.cells = append(row.cells, valueCell{MatrixValue{k.Name, cell.Value, cell.Place}, cell})
	}
	if !k.Broken {
		return nil
	}
	if len(breakable) == 0 {
		return errors.New("no message of " + k.Name + " can be written and read")
	}
	journal, err := os.CreateTemp("", "assay-journal-")
	if err != nil {
		return err
	}
	journal.Close()
	defer os.Remove(journal.Name())
	h, err := b.attack(ctx, row.Name, breakable, protocol.Attack{Format: row.Format, Journal: journal.Name()})
	if err != nil {
		return err
	}
	h.Of = k.Name
	row.hostile = append(row.hostile, h)
	for _, hit := range h.Hits {
		row.Tried += hit.Tried
		// That a changed message is another one is nobody's fault.
		changed := strings.HasPrefix(hit.Kind, protocol.Bomb) || hit.Kind == protocol.Flipped
		if hit.Panics+hit.Deaths+hit.Over == 0 && (changed || hit.Refused == hit.Tried) {
			continue
		}
		broken := MatrixBroken{Of: k.Name, Hit: hit}
		if w := hit.Worst; w != nil {
			broken.Worst = &protocol.Example{Input: w.Input[:min(len(w.Input), mostBytes)], Len: w.Len, What: clip(w.What, mostWords)}
		}
		if i := slices.IndexFunc(h.Deaths, func(d measure.Death) bool { return d.Kind == hit.Kind }); i >= 0 {
			broken.Died = clip(h.Deaths[i].Reason, mostWords)
		}
		row.Broken = append(row.Broken, broken)
	}
	return nil
}

// value returns the index of a value in the document, to which it is added where it
// is new.
func (m *Matrix) value(v MatrixValue) int {
	i := slices.Index(m.Values, v)
	if i < 0 {
		i = len(m.Values)
		m.Values = append(m.Values, v)
	}
	return i
}

// labels says what of the row is proven: of the malformed input of all types together,
// and of all changes.
func (r *MatrixRow) labels(m *Matrix) []result.Label {
	var list []result.Label
	if len(r.hostile) > 0 {
		slices.SortFunc(r.hostile, func(a, b *measure.Hostile) int { return strings.Compare(a.Of, b.Of) })
		list = measure.Labels(r.hostile...)
	}
	return append(list, r.outlives(m)...)
}

// outlives are the labels that the changes make: none where the row carries no type.
func (r *MatrixRow) outlives(m *Matrix) (list []result.Label) {
	if l, known := r.survives(m); known {
		list = append(list, l)
	}
	if l, known := r.evolves(m); known {
		list = append(list, l)
	}
	return list
}

// evolves says whether fields that are added and removed keep nobody from reading.
func (r *MatrixRow) evolves(m *Matrix) (l result.Label, known bool) {
	if r.By == driver.WriterSchema {
		return l, false // nobody reads it without the writer's schema, which was not tried
	}
	l = result.Label{Name: result.Evolves, Holds: true}
	tried := 0
	for i, change := range m.Changes {
		if !slices.Contains(standard.Additions, change.Name) || r.careless(change.Name) {
			continue
		}
		tried += 2
		for _, c := range r.Changes {
			switch {
			case c.At/2 != i:
			case c.Verdict == NotCarried || c.Verdict == Unwritten:
				return l, false
			case l.Holds:
				l.Holds, l.Fault = false, "reads no type with more fields or fewer"
				l.Evidence = fmt.Sprintf("%s: %s: %s", m.way(c), c.Verdict, c.What)
			}
		}
	}
	if l.Holds {
		l.Evidence = fmt.Sprintf("%d times fields were added or removed, at the end, in the middle and in the elements of a list, and all others were read", tried)
	}
	return l, tried > 0
}

// careless reports whether a change is one that nobody makes of a type whose fields have
// numbers: it gives one the number of another.
func (r *MatrixRow) careless(change string) bool {
	return r.By == driver.Number && (slices.Contains(standard.Careless, change) || r.Untagged && slices.Contains(standard.Numbered, change))
}

// way names the change of a cell, and which type reads.
func (m *Matrix) way(c MatrixCell) string {
	if c.At%2 == 1 {
		return m.Changes[c.At/2].Title + ", read as the older type"
	}
	return m.Changes[c.At/2].Title + ", read as the newer type"
}

// survives says whether no cell of the changes is lost or wrong, or dies.
func (r *MatrixRow) survives(m *Matrix) (l result.Label, known bool) {
	if r.By == driver.WriterSchema {
		return l, false
	}
	count := map[Verdict]int{}
	first, cells, tried := "", 0, 0
	for _, change := range m.Changes {
		if !r.careless(change.Name) {
			tried += 2
		}
	}
	for _, c := range r.Changes {
		if r.careless(m.Changes[c.At/2].Name) {
			continue
		}
		cells++
		count[c.Verdict]++
		if silent := c.Verdict == Dropped || c.Verdict == Changed || c.Verdict == Dies; silent && first == "" {
			first = fmt.Sprintf("%s: %s: %s", m.way(c), c.Verdict, c.What)
		}
	}
	carried := tried - count[NotCarried] - count[Unwritten]
	if carried == 0 {
		return l, false
	}
	l = result.Label{Name: result.Survives, Holds: first == ""}
	if l.Holds {
		l.Evidence = fmt.Sprintf("of %d changes of a type %d are read as they are meant, and %d refused", carried, tried-cells, count[Refused])
		return l, true
	}
	l.Fault = "changes values when types change"
	if count[Dies] > 0 {
		l.Fault = "dies when types change"
	}
	l.Evidence = fmt.Sprintf("%d of %d changes of a type are dropped or changed, or kill it; the first: %s", count[Dropped]+count[Changed]+count[Dies], carried, first)
	return l, true
}
