package assaytest

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-go/assay"
	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/internal/stats"
	"github.com/assay-go/assay/internal/usercodec"
	"github.com/assay-go/assay/result"
	"github.com/assay-go/assay/workloads"
)

// Codec is a codec of yours for values of type T, which must be a type of a
// package that is no test and no command. It needs one of the funcs that marshal and one
// of those that unmarshal, by pointer or by value.
type Codec[T any] struct {
	Name     string // of its rows; the type's name with its package by default, such as "orders.Order"
	Features string // such as "manual,raw": what it is called and found by, as others are; words of your own too

	Marshal   func(v *T) ([]byte, error)             // returns a buffer that is the caller's
	Append    func(buf []byte, v *T) ([]byte, error) // appends to the caller's
	Unmarshal func(data []byte, v *T) error          // into the zero value

	Equal func(want, got *T) bool // what a compared round trip is timed with, as by assay run --op=compared; optional

	MarshalValue   func(v T) ([]byte, error) // in place of Marshal
	UnmarshalValue func(data []byte) (T, error)
	EqualValue     func(want, got T) bool

	UnmarshalReuse func(data []byte, v *T) error // into a value decoded before; optional
	Aliases        bool                          // decoded values share memory with data; features such as unsafestr say so too

	Variants []Codec[T] // the same codec with other features, measured beside it; their names are not used
}

// Options say what the codec is compared with, and how. Zero values mean the
// defaults.
type Options struct {
	Against   string        // rows to compare with, as assay run --serializers takes them; "json" by default
	Features  string        // of those only the ones with these features, as --features takes them
	Sample    string        // exported func of T's package that makes the values; by default they are generated
	File      string        // values as JSON Lines
	Time      time.Duration // for measuring; 2 s by default
	Processes int           // 9 by default
	Seed      uint64        // 1 by default
	CacheDir  string        // where workers are built; the user's cache folder by default
}

// Benchmark verifies and measures the codec and what it is compared with, and
// reports every row and operation as a benchmark: its time, allocations and
// encoded size, and how many times as long as the codec it takes, which with
// reuse is compared with reuse. It fails when the codec does not carry the
// values.
func Benchmark[T any](b *testing.B, c Codec[T], o Options) {
	b.Helper()
	run, err := Measure(b.Context(), c, o)
	if err != nil {
		b.Fatal(err)
	}
	s := run.Subjects[0]
	for _, op := range []string{"marshal", "unmarshal", "roundtrip", "compared"} {
		var ops []*result.Op
		for _, r := range s.Cases {
			if m := r.Ops[op]; m != nil && r.Status == result.OK {
				ops = append(ops, m)
			}
		}
		table := stats.NewTable(ops)
		for _, r := range s.Cases {
			m := r.Ops[op]
			if r.Status != result.OK || m == nil {
				continue
			}
			b.Run(fmt.Sprintf("op=%s/name=%s", op, r.Row), func(b *testing.B) {
				b.ReportAllocs()
				ns := table.Time(m).Median
				b.ReportMetric(ns, "ns/op")
				b.ReportMetric(m.BytesPerOp, "B/op")
				b.ReportMetric(m.AllocsPerOp, "allocs/op")
				b.ReportMetric(r.Size.Mean, "B/size")
				if base := twin(s, c.name(), r.Row); base != nil && base.Ops[op] != nil {
					b.ReportMetric(ns/table.Time(base.Ops[op]).Median, "×own")
				}
			})
		}
	}
	for _, r := range s.Cases {
		if r.Status != result.OK {
			b.Logf("%s: %s: %s", r.Row, r.Status, r.Reason)
		}
	}
}

// twin returns the codec's own row that has what the row has, reuse or not.
func twin(s *result.Subject, own, row string) *result.Case {
	var found *result.Case
	for _, r := range s.Cases {
		if r.Driver != own || r.Status != result.OK {
			continue
		}
		if found == nil || strings.HasSuffix(r.Row, "+reuse") == strings.Contains(row, "+reuse") {
			found = r
		}
	}
	return found
}

// Verify fails the test unless the codec gives back every value, deterministic
// or not, as everything that assay measures must.
func Verify[T any](t testing.TB, c Codec[T], o Options) {
	t.Helper()
	o.Against, o.Time, o.Processes = c.name(), time.Nanosecond, 1
	if _, err := Measure(t.Context(), c, o); err != nil {
		t.Error(err)
	}
}

// Measure returns the whole document of a run with the codec in it. The error
// says why the codec could not be measured, such as what it loses; what becomes
// of other rows stands in the document.
func Measure[T any](ctx context.Context, c Codec[T], o Options) (*result.Run, error) {
	codec, err := c.named()
	if err != nil {
		return nil, err
	}
	list := []usercodec.Codec{codec}
	for _, v := range c.Variants {
		v.Name = codec.Name
		variant, err := v.named()
		if err != nil {
			return nil, err
		}
		list = append(list, variant)
	}
	yours, err := usercodec.Drivers(list...)
	if err != nil {
		return nil, err
	}
	if o.Against == "" {
		o.Against = "json"
	}
	if o.Time == 0 {
		o.Time = 2 * time.Second
	}
	if o.Processes == 0 {
		o.Processes = 9
	}
	if o.Seed == 0 {
		o.Seed = 1
	}
	if o.File != "" {
		if o.File, err = filepath.Abs(o.File); err != nil {
			return nil, err
		}
	}
	all := append(yours, drivers.All...)
	selection, err := rows.Parse(o.Against, o.Features, rows.All(all))
	if err != nil {
		return nil, err
	}
	opened, err := bench.Open(ctx, bench.Config{
		Drivers: all, CacheDir: o.CacheDir, Layouts: o.Processes,
		Choose: func(_ string, row rows.Candidate) bool { return row.Driver == codec.Name || selection.Match(row) },
		Host:   codec.Unmarshal.PkgPath,
	}, source(codec.Type, o))
	if err != nil {
		return nil, err
	}
	run, err := opened.Run(ctx, bench.Options{Time: o.Time, Processes: o.Processes, Seed: o.Seed, Tool: "assaytest", Also: result.Also{Compared: codec.Equal.Expr != ""}})
	if err != nil {
		return nil, err
	}
	for _, r := range run.Subjects[0].Cases {
		if r.Driver == codec.Name && r.Status != result.OK {
			return run, fmt.Errorf("%s: %s: %s", r.Row, r.Status, r.Reason)
		}
	}
	return run, nil
}

// source is where the values come from. Of the type of one of assay's workloads, without
// others, they are that workload's own.
func source(t string, o Options) bench.Source {
	s := bench.Source{Name: t, Seed: o.Seed, File: o.File, Sample: o.Sample, TimePrecision: time.Nanosecond}
	if o.File != "" || o.Sample != "" {
		return s
	}
	for _, w := range workloads.All {
		if t == assay.ModulePath+"/workloads/"+w.Name+"."+w.Type {
			return bench.Source{Name: w.Name, Seed: o.Seed}
		}
	}
	return s
}

func names() (list []string) {
	for _, d := range drivers.All {
		list = append(list, d.Name)
	}
	return list
}

func (c Codec[T]) name() string {
	if c.Name == "" {
		return reflect.TypeFor[T]().String()
	}
	return c.Name
}

// named finds the names of the funcs, by which workers call them.
func (c Codec[T]) named() (usercodec.Codec, error) {
	t := reflect.TypeFor[T]()
	out := usercodec.Codec{Name: c.name(), Type: t.PkgPath() + "." + t.Name(), Aliases: c.Aliases}
	for word := range strings.SplitSeq(c.Features, ",") {
		if word = strings.TrimSpace(word); word != "" {
			out.Features = append(out.Features, word)
		}
	}
	if t.Name() == "" || t.PkgPath() == "" || strings.Contains(t.Name(), "[") {
		return out, fmt.Errorf("codec %s: %s is no declared type of a package, so that no worker can name it", out.Name, t)
	}
	if slices.Contains(names(), out.Name) {
		return out, fmt.Errorf("codec %s: a serializer has that name already", out.Name)
	}
	var failed error
	name := func(fn any) usercodec.Func {
		v := reflect.ValueOf(fn)
		if v.IsNil() {
			return usercodec.Func{}
		}
		f := runtime.FuncForPC(v.Pointer())
		file, line := f.FileLine(v.Pointer())
		if strings.HasSuffix(file, "_test.go") {
			failed = errors.Join(failed, fmt.Errorf("codec %s: %s is declared in %s:%d, a test, which nothing can import: move it to a file that is none", out.Name, f.Name(), filepath.Base(file), line))
			return usercodec.Func{}
		}
		// example.com/shop/orders.(*Order).MarshalBinary: the package's path ends
		// with the first dot after the last slash.
		full := f.Name()
		slash := strings.LastIndexByte(full, '/') + 1
		dot := slash + strings.IndexByte(full[slash:], '.')
		return usercodec.Func{PkgPath: strings.ReplaceAll(full[:dot], "%2e", "."), Expr: strings.TrimSuffix(full[dot+1:], "-fm")}
	}
	out.Marshal, out.Append, out.Unmarshal, out.UnmarshalReuse = name(c.Marshal), name(c.Append), name(c.Unmarshal), name(c.UnmarshalReuse)
	if c.MarshalValue != nil {
		out.Marshal = name(c.MarshalValue)
		out.Marshal.Value = true
	}
	if c.UnmarshalValue != nil {
		out.Unmarshal = name(c.UnmarshalValue)
		out.Unmarshal.Value = true
	}
	out.Equal = name(c.Equal)
	if c.EqualValue != nil {
		out.Equal = name(c.EqualValue)
		out.Equal.Value = true
	}
	if failed != nil {
		return out, failed
	}
	return out, out.Check()
}
