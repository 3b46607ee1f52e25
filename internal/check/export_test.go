package check

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/check/standard"
	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/internal/worker/workertest"
	"github.com/assay-go/assay/typemodel"
	"github.com/assay-go/assay/worker"
)

var (
	TabulateIn = tabulate
	Broken     = broken
)

// Tabulate tries codecs on some of the standard types.
func Tabulate(t *testing.T, cfg Config, changes []standard.Change, kinds []standard.Kind, save func(*Matrix) error) (*Matrix, error) {
	dir := t.TempDir()
	if err := standard.Write(dir); err != nil {
		return nil, err
	}
	return tabulate(context.Background(), cfg, dir, changes, kinds, save)
}

// Distinct are the names of the codecs that a matrix of all drivers has.
func Distinct(all []*driver.Driver) (list []string) {
	for _, c := range distinct(Config{Drivers: all}) {
		list = append(list, c.name)
	}
	return list
}

// Local is a codec that is in this process, where nothing need be compiled: it has a
// subject of each type.
type Local struct {
	Driver   *driver.Driver
	Subjects []worker.Subject
}

// locally is a check of codecs in this process, of types in the order of their cases.
func locally(codecs []Local, types ...reflect.Type) *bout {
	b := &bout{tell: func(string) {}, compare: judge}
	for i, of := range types {
		model, _ := typemodel.FromReflect(of)
		s := newSide(b.cfg, Side{Name: of.String()})
		s.loaded = &bench.Loaded{Subject: &compile.Subject{Name: of.String(), Type: model}}
		s.built = &compile.Built{Verdicts: []compile.Verdict{{}}}
		for _, c := range codecs {
			s.codecs = append(s.codecs, codec{name: c.Driver.Name, adapter: c.Driver.Name, driver: c.Driver, variant: c.Driver.Variants[0]})
		}
		s.answer = func(name string, p protocol.Probe) (*probed, error) {
			k := slices.IndexFunc(codecs, func(c Local) bool { return c.Driver.Name == name })
			answer, err := workertest.Ask(codecs[k].Subjects[i], p)
			if err != nil {
				return nil, err
			}
			return &probed{Probed: *answer}, nil
		}
		b.sides = append(b.sides, s)
	}
	return b
}

// LocalBetween is Between of codecs in this process, of the older type and the newer one.
func LocalBetween(ctx context.Context, codecs []Local, types ...reflect.Type) (*Report, error) {
	return locally(codecs, types...).evolution(ctx)
}

// LocalAlone is Alone of codecs in this process.
func LocalAlone(ctx context.Context, codecs []Local, of reflect.Type) (*Report, error) {
	return locally(codecs, of).trust(ctx)
}

// LocalSwap is Swap of two codecs in this process, of one type: the cases of a codec.
func LocalSwap(ctx context.Context, two Local, of reflect.Type) (*Report, error) {
	return locally([]Local{two}, of, of).exchange(ctx)
}

// LocalAgainst is Against of codecs in this process.
func LocalAgainst(ctx context.Context, codecs []Local, of reflect.Type, file string) (*Report, error) {
	l, err := ReadLock(file)
	if err != nil {
		return nil, err
	}
	return locally(codecs, of).against(ctx, l, false)
}

// Disagreements are the cells of changes that are another by a lock of the one type than by both.
func Disagreements(ctx context.Context, cfg Config, dir string, changes []standard.Change) (list []string, cells int, err error) {
	cfg.Progress = func(string) {}
	t := &table{cfg: cfg, doc: newMatrix(cfg)}
	if err := t.load(ctx, dir, changes, nil); err != nil {
		return nil, 0, err
	}
	b := &bout{cfg: cfg, tell: cfg.Progress, compare: judge}
	for _, pair := range t.changes {
		b.sides = append(b.sides, pair[0], pair[1])
	}
	for _, s := range b.sides {
		s.codecs = distinct(cfg)
	}
	if err := b.build(ctx); err != nil {
		return nil, 0, err
	}
	for i, pair := range t.changes {
		for way, sides := range [][]*side{{pair[0], pair[1]}, {pair[1], pair[0]}} {
			for _, c := range sides[0].codecs {
				words, err := (&bout{cfg: cfg, tell: cfg.Progress, compare: judge, sides: sides}).both(ctx, c.name)
				if err != nil {
					return nil, 0, err
				}
				if words[0] != "" {
					cells++
				}
				if words[0] != words[1] {
					list = append(list, fmt.Sprintf("%s %d, %s: %s by both types, %s by the lock", changes[i].Name, way, c.name, words[0], words[1]))
				}
			}
		}
		pair[0].procs.end()
		pair[1].procs.end()
	}
	return list, cells, nil
}

// both says what the second side reads of the first: by both, and by a lock that the first made.
func (b *bout) both(ctx context.Context, name string) (words [2]string, err error) {
	if b.unbuilt(&MatrixRow{Name: name}) != "" {
		return words, nil
	}
	row, err := b.sides[0].written(ctx, name)
	if err != nil { // it reads nothing of its own
		return words, nil
	}
	t := b.sides[0].loaded.Subject.Type
	lock := Lock{Schema: lockSchema, Type: t.String(), Versions: []Version{{Type: lockType(t), Codecs: map[string]*lockedRow{name: row}}}, file: filepath.Join(os.TempDir(), fmt.Sprintf("assay-%d.wire", os.Getpid()))}
	if err := lock.Write(); err != nil {
		return words, err
	}
	defer os.Remove(lock.file)
	read, err := ReadLock(lock.file)
	if err != nil {
		return words, err
	}
	locked := *b
	locked.sides = []*side{read.Versions[0].side(b.sides[0].find(name), nil), b.sides[1]}
	for i, b := range []*bout{b, &locked} {
		way, err := b.send(ctx, name, 0, 1, b.match(name, 0, 1))
		if err != nil {
			return words, err
		}
		worst, _ := way.Worst()
		words[i] = string(worst)
		if slices.Sort(way.Dropped); len(way.Dropped) > 0 {
			words[i] += " (dropped " + strings.Join(way.Dropped, ", ") + ")"
		}
	}
	return words, nil
}

// LocalDisagreements is Disagreements of codecs in this process.
func LocalDisagreements(ctx context.Context, codecs []Local, older, newer reflect.Type) (list []string, err error) {
	for way := range 2 {
		b := locally(codecs, older, newer)
		if way == 1 {
			slices.Reverse(b.sides)
		}
		for _, c := range codecs {
			words, err := b.both(ctx, c.Driver.Name)
			if err != nil {
				return nil, err
			}
			if words[0] != words[1] {
				list = append(list, fmt.Sprintf("%d, %s: %s by both types, %s by the lock", way, c.Driver.Name, words[0], words[1]))
			}
		}
	}
	return list, nil
}

// LocalChange is what a matrix has of a change, by codecs in this process.
func LocalChange(ctx context.Context, codecs []Local, older, newer reflect.Type) (map[string][]MatrixCell, error) {
	b := locally(codecs, older, newer)
	b.plain = true
	cells := map[string][]MatrixCell{}
	for _, c := range codecs {
		row := &MatrixRow{Name: c.Driver.Name}
		if err := (&table{}).change(ctx, b, row, 0); err != nil {
			return nil, err
		}
		cells[row.Name] = row.Changes
	}
	return cells, nil
}
