// Package binary judges the generated code of flat, of Protocol Buffers, MessagePack and CBOR from outside:
// plain loops over workloads and over structs of modules that nobody tuned to, with the
// serializers that binary data is otherwise written by, each by its fastest call that
// copies, on structs of its own where it has them. ../generate.sh writes the code first.
//
//	go test -bench . ./binary                 each loop by itself
//	go test -run Ratios -ratios=15 ./binary   the table, contenders in turns in one process
//
// Command tables has both beside each other.
package binary

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/assay-go/assay/worker/adapter"
)

var (
	ratios  = flag.Int("ratios", 0, "rounds of the table of ratios; 0 for none")
	slot    = flag.Duration("slot", 4*time.Millisecond, "processor time of a contender in a round")
	servers = flag.Int("servers", 0, "messages of each server loop; 0 for none")
	only    = flag.String("only", "", "the subjects, by a regular expression")
	others  = flag.Bool("others", false, "print what all others take, and not only the best")
	lines   = flag.Bool("lines", false, "print the ratios as lines of a benchmark, for command tables")
)

// A test links the profile of memory, which a program that does not ask for it has not: it
// takes 2 to 12 % of the time of what allocates.
func init() { runtime.MemProfileRate = 0 }

// subjects are what is measured: those of contenders_test.go, where emit has written it, and
// those of other formats.
var subjects []subject

// subject is a type with those that write and read its values.
type subject struct {
	name       string
	contenders []contender
}

// contender is a serializer with its loops, which open makes: it fails where what is
// read is not what was written.
type contender struct {
	row  string
	own  bool // it writes and reads structs of its own
	open func() (loops, error)
}

// loops are what is measured: each makes n operations.
type loops map[string]func(n int) error

// ways are the operations: marshal and unmarshal, with a kept buffer or a used value,
// and fresh.
var ways = []string{"marshal reuse", "marshal fresh", "unmarshal reuse", "unmarshal fresh"}

// memory is no serializer but what new memory costs by itself. Beside those who marshal, what
// is written before is copied to a new buffer: nobody who returns a message in new memory is
// faster than that. Beside those who unmarshal, the value itself is copied with all that it
// holds, each string, list and pointee by itself: who is faster has fewer pieces of memory.
const memory = "memory"

// before is the code in flat that an assay of another commit emits.
const before = "assay.flat+before"

// copies is memory beside those who unmarshal. own gives what the copy of a struct holds
// memory of its own.
func copies[T any](own func(*T)) func(func() []T) contender {
	return func(values func() []T) contender {
		return contender{row: memory, open: func() (loops, error) {
			list := values()
			fresh := new(T)
			copyOne := func(i int) error {
				fresh = new(list[i])
				own(fresh)
				return nil
			}
			for i := range list {
				if copyOne(i); !reflect.DeepEqual(*fresh, list[i]) {
					return nil, fmt.Errorf("value %d is copied as another", i)
				}
			}
			return loops{"unmarshal fresh": each(len(list), copyOne)}, nil
		}}
	}
}

// cloned returns a copy of s, of its type.
func cloned[S ~string](s S) S { return S(strings.Clone(string(s))) }

// alike returns an empty map with room for what m has.
func alike[M ~map[K]V, K comparable, V any](m M) M { return make(M, len(m)) }

// of is a subject whose values are made when a contender opens its loops, so that those of
// others are no part of the heap that the collector has to mark beside them.
func of[T any](name string, list ...func(values func() []T) contender) subject {
	s := subject{name: name}
	for _, c := range list {
		s.contenders = append(s.contenders, c(values[T]))
	}
	return s
}

// by is a serializer that takes the type itself.
func by[T any](row string, codec func() adapter.Codec[T]) func(func() []T) contender {
	return func(values func() []T) contender {
		return contender{row: row, open: func() (loops, error) { return loopsOf(codec(), values()) }}
	}
}

// byOwn is a serializer with structs of its own: the values are copied there once, and
// not in the loops.
func byOwn[T, W any](row string, codec func() adapter.Codec[W], to func(*T, *W) error, from func(*W, *T) error) func(func() []T) contender {
	return func(values func() []T) contender {
		return contender{row: row, own: true, open: func() (loops, error) {
			list := values()
			wire := make([]W, len(list))
			for i := range list {
				if err := to(&list[i], &wire[i]); err != nil {
					return nil, err
				}
			}
			c := codec()
			for i := range list {
				data, err := marshal(c, &wire[i])
				if err != nil {
					return nil, err
				}
				var w W
				var v T
				if err := c.Unmarshal(data, &w); err != nil {
					return nil, err
				}
				if err := from(&w, &v); err != nil {
					return nil, err
				}
				if !same(reflect.ValueOf(v), reflect.ValueOf(list[i])) {
					return nil, fmt.Errorf("value %d comes back as another", i)
				}
			}
			return loopsWithout(c, wire)
		}}
	}
}

func loopsOf[T any](c adapter.Codec[T], list []T) (loops, error) {
	for i := range list {
		data, err := marshal(c, &list[i])
		if err != nil {
			return nil, err
		}
		var fresh T
		if err := c.Unmarshal(data, &fresh); err != nil {
			return nil, err
		}
		if !same(reflect.ValueOf(fresh), reflect.ValueOf(list[i])) {
			return nil, fmt.Errorf("value %d comes back as another", i)
		}
		if c.UnmarshalReuse != nil {
			if err := c.UnmarshalReuse(data, &fresh); err != nil || !same(reflect.ValueOf(fresh), reflect.ValueOf(list[i])) {
				return nil, fmt.Errorf("value %d comes back as another in a used one (%v)", i, err)
			}
		}
	}
	return loopsWithout(c, list)
}

func marshal[T any](c adapter.Codec[T], v *T) ([]byte, error) {
	if c.Marshal == nil {
		return c.Append(nil, v)
	}
	return c.Marshal(v)
}

// loopsWithout returns the loops without a look at what they give.
func loopsWithout[T any](c adapter.Codec[T], list []T) (loops, error) {
	encoded := make([][]byte, len(list))
	longest := 0
	for i := range list {
		b, err := marshal(c, &list[i])
		if err != nil {
			return nil, err
		}
		encoded[i] = slices.Clone(b)
		longest = max(longest, len(b))
	}
	buf := make([]byte, 2*longest+64)
	var used [3]T
	fresh := new(T)
	set := loops{
		"marshal fresh": each(len(list), func(i int) (err error) {
			if c.Marshal == nil {
				sink, err = c.Append(nil, &list[i])
				return err
			}
			sink, err = c.Marshal(&list[i])
			return err
		}),
		"unmarshal fresh": each(len(list), func(i int) error {
			fresh = new(T)
			return c.Unmarshal(encoded[i], fresh)
		}),
	}
	set[memory] = each(len(list), func(i int) error {
		sink = slices.Clone(encoded[i])
		return nil
	})
	set[server] = serve(encoded, func(b []byte) (*T, error) {
		v := new(T)
		return v, c.Unmarshal(b, v)
	})
	if c.Construct != nil {
		set[server] = serve(encoded, c.Construct)
		set["unmarshal fresh"] = each(len(list), func(i int) (err error) {
			fresh, err = c.Construct(encoded[i])
			return err
		})
	}
	switch {
	case c.Fill != nil:
		set["marshal reuse"] = each(len(list), func(i int) (err error) {
			sink, err = c.Fill(buf, &list[i])
			return err
		})
	case c.Append != nil:
		set["marshal reuse"] = each(len(list), func(i int) (err error) {
			sink, err = c.Append(buf[:0], &list[i])
			return err
		})
	}
	if c.UnmarshalReuse != nil {
		set["unmarshal reuse"] = each(len(list), func(i int) error { return c.UnmarshalReuse(encoded[i], &used[i%len(used)]) })
	}
	return set, nil
}

// each returns the loop that makes n operations, on the values in turns. It divides
// nothing: that would take as long as a short message.
func each(values int, f func(i int) error) func(n int) error {
	return func(n int) error {
		i := 0
		for range n {
			if err := f(i); err != nil {
				return err
			}
			if i++; i == values {
				i = 0
			}
		}
		return nil
	}
}

var sink []byte

// entry is a contender whose loops are open.
type entry struct {
	contender
	loops
}

// entries opens the contenders of a subject, and says of whom a value comes back as
// another: those have no loops.
func (s subject) entries() (list []entry, lost []string) {
	for _, c := range s.contenders {
		l, err := c.open()
		if err != nil {
			lost = append(lost, fmt.Sprintf("%s: %v", c.row, err))
			continue
		}
		list = append(list, entry{c, l})
	}
	return list, lost
}

// chosen returns the subjects that are asked for.
func chosen() []subject {
	wanted := regexp.MustCompile(*only)
	return slices.DeleteFunc(slices.Clone(subjects), func(s subject) bool { return !wanted.MatchString(s.name) })
}

// assays reports whether a row is of the code here, and new whether it gets its value
// from the decoder.
func assays(row string) (ours, new bool) {
	return strings.HasPrefix(row, "assay."), strings.HasSuffix(row, "+new")
}

// TestSame wants of the code here that every value comes back, and of each subject
// somebody to compare with.
func TestSame(t *testing.T) {
	for _, s := range subjects {
		list, lost := s.entries()
		others := 0
		for _, e := range list {
			if ours, _ := assays(e.row); !ours && e.row != memory {
				others++
			}
		}
		if others == 0 {
			t.Errorf("%s: nobody to compare with: %q", s.name, lost)
		}
		for _, line := range lost {
			if strings.HasPrefix(line, "assay.") {
				t.Errorf("%s: %s", s.name, line)
			} else {
				t.Logf("%s: %s", s.name, line)
			}
		}
	}
}

// loopName is what the loop of a row is called within BenchmarkAll, and in -lines. It has no spaces.
func loopName(subject, way, row string) string {
	return strings.ReplaceAll(subject, " ", "_") + "/" + strings.ReplaceAll(way, " ", "-") + "/" + row
}

// BenchmarkAll has a loop for each subject, way and contender. Those of a way come in an
// order by chance, after all of them have run for a while: the first to allocate what is as
// large as what they allocate pays for pages that the system must find, which the others
// use again. The same function took up to 1.8 times as long there as in the second place.
func BenchmarkAll(b *testing.B) {
	ballast := make([]byte, 64<<20) // as in turns
	defer runtime.KeepAlive(ballast)
	for _, s := range chosen() {
		list, _ := s.entries()
		for _, way := range ways {
			rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			for _, e := range list {
				// clock: a benchmark, which has no verdict
				for begin := time.Now(); e.loops[way] != nil && time.Since(begin) < *slot; {
					if err := e.loops[way](count); err != nil {
						b.Fatal(err)
					}
				}
			}
			for _, e := range list {
				f := e.loops[way]
				if f == nil {
					continue
				}
				b.Run(loopName(s.name, way, e.row), func(b *testing.B) {
					b.ReportAllocs()
					if err := f(b.N); err != nil {
						b.Fatal(err)
					}
				})
			}
		}
	}
}

// TestServers prints what a value costs a program that decodes messages, keeps the last thousand values and drops
// the others, beside 64 MB: the nanoseconds that ninety-nine of a hundred messages take at most, by the clock, and
// the bytes that a value keeps alive, as lines of a benchmark.
func TestServers(t *testing.T) {
	if *servers == 0 {
		t.Skip("it measures: -servers=100000")
	}
	ballast := make([]byte, 64<<20)
	defer runtime.KeepAlive(ballast)
	for _, s := range chosen() {
		list, _ := s.entries()
		rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		for _, e := range list {
			if e.loops[server] == nil {
				continue
			}
			if err := e.loops[server](*servers); err != nil {
				t.Fatal(s.name, e.row, err)
			}
			fmt.Printf("BenchmarkServers/%s %d %d p99-ns/op %d kept-B/op\n", loopName(s.name, "unmarshal fresh", e.row), *servers, served.p99, served.kept)
		}
	}
}

// server is the loop of TestServers, which leaves what it measured in served.
const server = "server"

var served struct{ p99, kept int64 }

// serve returns that loop, for what reads a message into a new value.
func serve[T any](encoded [][]byte, read func([]byte) (*T, error)) func(n int) error {
	size := 0
	for _, b := range encoded {
		size += len(b)
	}
	return func(n int) error {
		n = max(100, min(n, len(encoded)*(256<<20)/max(size, 1))) // of large messages fewer
		ring := make([]*T, min(1000, n/10))
		times := make([]time.Duration, n)
		before := live()
		for i := range n {
			begin := time.Now() // clock: of times that are printed, whatever they are
			v, err := read(encoded[i%len(encoded)])
			times[i] = time.Since(begin) // clock: likewise, printed
			if err != nil {
				return err
			}
			ring[i%len(ring)] = v
		}
		served.kept = (live() - before) / int64(len(ring))
		runtime.KeepAlive(ring)
		runtime.KeepAlive(encoded)
		slices.Sort(times)
		served.p99 = int64(times[n*99/100])
		return nil
	}
}

// live returns how many bytes of the heap are in use.
func live() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // what the first has found to be pooled
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestRatios prints how many times as long the best other takes as assay's code, and as
// its other forms where there are some: in turns, by the medians of the ratios within rounds.
func TestRatios(t *testing.T) {
	if *ratios == 0 {
		t.Skip("it measures: -ratios=15")
	}
	// The system books the processor time of other threads at its ticks, which are
	// longer than a slot: the collector's has to pass on this one.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	// The heap of a service, as assay run and the loops beside have it: with a smaller
	// one the collector runs every 4 MB, and whether it does so once or twice in a slot
	// makes fresh values cost up to twice as much.
	ballast := make([]byte, 64<<20)
	defer runtime.KeepAlive(ballast)
	sums := map[string]*sum{}
	add := func(of string, ratio float64) {
		if sums[of] == nil {
			sums[of] = &sum{}
		}
		sums[of].add(ratio)
	}
	fmt.Printf("%-12s %-16s %9s %6s  %s\n", "subject", "way", "ns", "ratio", "best other")
	for _, s := range chosen() {
		list, lost := s.entries()
		if ours, _ := assays(s.contenders[0].row); !ours || len(list) == 0 || list[0].row != s.contenders[0].row {
			t.Errorf("%s: there is no code of assay to measure: %q", s.name, lost)
			continue
		}
		for _, way := range ways {
			measured := slices.DeleteFunc(slices.Clone(list), func(e entry) bool { return e.loops[way] == nil })
			if way == "marshal fresh" {
				measured = append(measured, entry{contender{row: memory}, loops{way: list[0].loops[memory]}})
			}
			times := measure(t, measured, way)
			for _, e := range list {
				ours, new := assays(e.row)
				if !ours || e.loops[way] == nil || new && way != "unmarshal fresh" {
					continue
				}
				ratio, first, all := best(list, times, e.row)
				fmt.Printf("%-12s %-16s %9.1f %6s  %s", s.name, way, median(times[e.row]), shown(ratio), first)
				if times[memory] != nil {
					fmt.Printf(", %s %.2f", memory, within(times[memory], times[e.row]))
					if e.row == s.contenders[0].row {
						bound, _, _ := best(list, times, memory)
						fmt.Printf(", best other ÷ %s %.2f", memory, bound)
						add("best other ÷ "+memory+", "+way, bound)
					}
				}
				if e.row != s.contenders[0].row {
					fmt.Printf(" (by %s)", e.row)
				} else if times[before] != nil {
					gain := within(times[before], times[e.row])
					fmt.Printf(" (before ÷ now %.2f)", gain)
					add("before ÷ now, "+way, gain)
				}
				for _, of := range []string{e.row, e.row + ", " + way} {
					add(of, ratio)
				}
				if *others {
					fmt.Print(all)
				}
				fmt.Println()
				if *lines {
					for _, o := range list {
						if ours, _ := assays(o.row); !ours && o.row != memory && times[o.row] != nil {
							fmt.Printf("BenchmarkRatios/%s/%s %d %.4f ratio\n", loopName(s.name, way, e.row), o.row, *ratios, within(times[o.row], times[e.row]))
						}
					}
				}
			}
		}
		if *others {
			for _, line := range lost {
				fmt.Printf("%-12s not %s\n", s.name, line)
			}
		}
	}
	for _, of := range slices.Sorted(maps.Keys(sums)) {
		if s := sums[of]; s.cells > 0 {
			fmt.Printf("%s: geometric mean %.2f, first in %d of %d\n", of, math.Exp(s.logs/float64(s.cells)), s.first, s.cells)
		}
	}
}

// sum is what cells come to.
type sum struct {
	logs         float64
	cells, first int
}

// add adds a ratio, unless it was not measured.
func (s *sum) add(ratio float64) {
	if math.IsInf(ratio, 1) {
		return
	}
	s.logs += math.Log(ratio)
	s.cells++
	if ratio > 1 {
		s.first++
	}
}

// shown returns a ratio for the table.
func shown(ratio float64) string {
	if math.IsInf(ratio, 1) {
		return ""
	}
	return fmt.Sprintf("%.2f", ratio)
}

// best returns the least ratio of an other's times to those of row, whose it is, and a
// list of all.
func best(list []entry, times map[string][]float64, row string) (least float64, whose, all string) {
	least = math.Inf(1)
	for _, o := range list {
		if ours, _ := assays(o.row); ours || o.row == memory || times[o.row] == nil || times[row] == nil {
			continue
		}
		x := within(times[o.row], times[row])
		if x < least {
			least, whose = x, o.row
		}
		all += fmt.Sprintf("  %s %.2f", o.row, x)
	}
	return least, whose, all
}

// measure returns the nanoseconds of each contender in each round.
func measure(t *testing.T, list []entry, way string) map[string][]float64 {
	times, counts := map[string][]float64{}, map[string]int{}
	for _, e := range list {
		f := e.loops[way]
		n := count
		for {
			begin := processor()
			if err := f(n); err != nil {
				t.Fatalf("%s: %s: %v", way, e.row, err)
			}
			if took := processor() - begin; took > *slot/4 {
				counts[e.row] = max(count, int(float64(n)*float64(*slot)/float64(took)))
				break
			}
			n *= 2
		}
	}
	order := rand.Perm(len(list))
	for range *ratios {
		rand.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, k := range order {
			e := list[k]
			n := counts[e.row]
			begin := processor()
			if err := e.loops[way](n); err != nil {
				t.Fatalf("%s: %s: %v", way, e.row, err)
			}
			times[e.row] = append(times[e.row], float64(processor()-begin)/float64(n))
		}
	}
	return times
}

// processor returns the processor time that the process has taken, the collector's
// included.
func processor() time.Duration {
	var u syscall.Rusage
	// clock: of ratios that are printed, whatever they are
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// within returns the median of the ratios of the same rounds.
func within(x, y []float64) float64 {
	list := make([]float64, len(x))
	for i := range x {
		list[i] = x[i] / y[i]
	}
	return median(list)
}

func median(list []float64) float64 {
	list = slices.Sorted(slices.Values(list))
	return (list[len(list)/2] + list[(len(list)-1)/2]) / 2
}
