package check

import (
	"context"
	"reflect"
	"slices"
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
