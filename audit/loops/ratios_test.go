// Package loops holds assay run against plain loops: of each library the calls that its
// users write, for the workloads data, signedblock and teststruc, direct and without
// anything of assay's harness. See ../README.md.
package loops

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/assay-go/assay/result"
	"github.com/assay-go/assay/worker/adapter"
)

var (
	rounds     = flag.Int("rounds", 0, "of all loops, by TestTimes, which prints what they take in nanoseconds; 0 for none")
	more       = flag.Int("values", 1, "how many times as many values as assay run has")
	times      = flag.String("times", "", "what TestTimes, or BenchmarkLoops, has printed in programs of several layouts, for TestTable")
	toolchains = flag.String("toolchains", "", "what toolchains.sh has printed, for TestToolchains")
	results    = flag.String("results", "", "a results document of assay run, for TestTable")
)

// entry is a library on a subject. Its loops are those of ways, by place.
type entry struct {
	subject, row string
	wire         bool // the values are of a struct of the library's own
	open         func() ([]func(n int) error, error)
}

// ways are the loops: marshal into new memory and into a buffer that is kept, unmarshal
// into a new value and into a used one.
var ways = []string{"marshal", "marshal reuse", "unmarshal", "unmarshal reuse"}

var (
	sink []byte
	kept any
)

func encode[T any](c adapter.Codec[T], v *T) ([]byte, error) {
	if c.Marshal == nil {
		return c.Append(nil, v)
	}
	return c.Marshal(v)
}

// placed returns n bytes that begin anywhere in a page: a processor takes two addresses
// whose low twelve bits agree for one, until it has looked closer, and in a program all
// of them come together.
func placed(n int) []byte { return make([]byte, n+4096)[64*rand.IntN(64):][:n] }

// A test links the profile of memory, for which the runtime then looks at the stack of
// the allocation that every 512 kB end with: 2 to 12 % of the time of what allocates. A
// program has that only if it links net/http/pprof, or asks for the profile itself.
func init() { runtime.MemProfileRate = 0 }

// age makes garbage until the heap has grown to its goal and was collected a few times:
// before, nearly every allocation lands on a page that the system must first find.
func age() {
	var m runtime.MemStats
	for runtime.ReadMemStats(&m); m.NumGC < 5; runtime.ReadMemStats(&m) {
		for i := range 10000 {
			sink = make([]byte, 16<<(i%9))
		}
	}
}

// batch is about how long a loop runs at a time.
const batch = 200 * time.Microsecond

// opened is for how many rounds values and buffers stay where they are. As many go
// unrecorded before a subject's others: the heap is still young, or that of another one.
const opened = 10

// TestLoops: each loop runs.
func TestLoops(t *testing.T) {
	for _, e := range entries {
		list, err := e.open()
		for _, loop := range list {
			if err == nil {
				err = loop(1000)
			}
		}
		if err != nil || len(list) < 3 {
			t.Errorf("%s, %s: %v", e.subject, e.row, err)
		}
	}
}

// ballast is the heap of a service, as assay run has it.
var ballast = make([]byte, 64<<20)

// BenchmarkLoops are the same loops as anybody would time them, one after the other.
func BenchmarkLoops(b *testing.B) {
	defer runtime.KeepAlive(ballast)
	age()
	for _, e := range entries {
		list, err := e.open()
		if err != nil {
			b.Fatal(e.subject, e.row, err)
		}
		for i, loop := range list {
			b.Run(fmt.Sprintf("%s/%s/%s", e.subject, e.row, ways[i]), func(b *testing.B) {
				if err := loop(b.N); err != nil {
					b.Fatal(err)
				}
			})
		}
	}
}

// TestTimes has all loops of a subject take turns, in an order by chance, and prints for
// each the mean of the faster half of its batches, as assay run does. Before each batch
// the same loop runs for as long unrecorded, as in a benchmark by itself: what the others
// have left in the caches is no part of it.
func TestTimes(t *testing.T) {
	if *rounds == 0 {
		t.Skip("no -rounds")
	}
	defer runtime.KeepAlive(ballast)
	age()
	type loop struct {
		name string
		run  func(n int) error
		n    int
		ns   []float64
	}
	timed := func(l *loop) float64 {
		var ns float64
		descend(rand.IntN(150), func() {
			err := l.run(l.n)
			start := time.Now() // clock: of times that are printed, whatever they are
			if err == nil {
				err = l.run(l.n)
			}
			ns = float64(time.Since(start)) / float64(l.n) // clock: likewise, printed
			if err != nil {
				t.Fatal(l.name, err)
			}
		})
		return ns
	}
	bySubject := map[string][]*loop{}
	open := func(subject string) {
		i := 0
		for _, e := range entries {
			if e.subject != subject {
				continue
			}
			kept = make([]byte, rand.IntN(1<<14)) // what follows lies elsewhere
			list, err := e.open()
			if err != nil {
				t.Fatal(e.subject, e.row, err)
			}
			for k, run := range list {
				if i == len(bySubject[subject]) {
					bySubject[subject] = append(bySubject[subject], &loop{name: fmt.Sprintf("%s\t%s\t%t\t%s", e.subject, e.row, e.wire, ways[k]), n: 100})
				}
				bySubject[subject][i].run = run
				i++
			}
		}
	}
	var subjects []string
	for _, e := range entries {
		if !slices.Contains(subjects, e.subject) {
			subjects = append(subjects, e.subject)
		}
	}
	for _, s := range subjects {
		for round := range opened + *rounds {
			if round%opened == 0 {
				open(s)
			}
			list := bySubject[s]
			if round == 0 {
				for _, l := range list {
					for range 3 {
						l.n = max(1, int(float64(batch)/timed(l)))
					}
				}
			}
			for _, i := range rand.Perm(len(list)) {
				l := list[i]
				if ns := timed(l); round >= opened {
					l.ns = append(l.ns, ns)
				}
			}
		}
		for _, l := range bySubject[s] {
			fmt.Printf("ns\t%s\t%.3f\n", l.name, fasterHalf(l.ns))
		}
	}
}

// descend runs f so many frames further down: where a stack lies moves some loops by
// half, and in a program it lies anywhere.
//
//go:noinline
func descend(frames int, f func()) {
	if frames == 0 {
		f()
		return
	}
	var wider [1]int // for frames of 56 bytes, which come to all places that a stack may be at
	descend(frames-1, f)
	keep(&wider)
}

//go:noinline
func keep(*[1]int) {}

// fasterHalf returns the mean of the lesser half of x, which it sorts.
func fasterHalf(x []float64) float64 {
	slices.Sort(x)
	x = x[:(len(x)+1)/2]
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// TestTable prints how many times as long as flat each library takes in the plain loops
// and in assay run, and by how much the latter is off.
func TestTable(t *testing.T) {
	if *times == "" || *results == "" {
		t.Skip("no -times and -results")
	}
	run, err := result.ReadFile(*results)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(*times)
	if err != nil {
		t.Fatal(err)
	}
	plain := map[string][]float64{} // of each layout
	for s := bufio.NewScanner(strings.NewReader(string(text))); s.Scan(); {
		key, ns := timed(s.Text())
		if key == "" {
			continue
		}
		x, err := strconv.ParseFloat(ns, 64)
		if err != nil {
			t.Fatal(err)
		}
		plain[key] = append(plain[key], x)
	}
	var off []float64
	fmt.Printf("%-12s %-22s %-16s %8s %8s %8s %8s %7s\n", "subject", "row", "", "plain ns", "assay ns", "plain ×", "assay ×", "off")
	for _, e := range entries {
		for _, way := range ways {
			own, flat := plain[e.subject+"\t"+e.row+"\t"+way], plain[e.subject+"\tassay.flat\t"+way]
			if len(own) == 0 || len(own) != len(flat) {
				continue
			}
			name, reuse := strings.CutSuffix(way, " reuse")
			a, b := find(run, e.subject, row(e.row, e.wire, reuse)).Ops[name], find(run, e.subject, row("assay.flat", false, reuse)).Ops[name]
			if a == nil || b == nil {
				t.Errorf("%s: no %s of %s in the results", e.subject, way, row(e.row, e.wire, reuse))
				continue
			}
			var ratios []float64
			for i := range own {
				ratios = append(ratios, own[i]/flat[i])
			}
			slices.Sort(ratios)
			own = slices.Sorted(slices.Values(own))
			x, y := ratios[len(ratios)/2], ratio(a, b)
			var ns []float64
			for _, list := range layouts(a) {
				ns = append(ns, fasterHalf(list))
			}
			slices.Sort(ns)
			fmt.Printf("%-12s %-22s %-16s %8.1f %8.1f %8.2f %8.2f %+6.1f%%\n", e.subject, e.row, way, own[len(own)/2], ns[len(ns)/2], x, y, 100*(y/x-1))
			if e.row != "assay.flat" {
				off = append(off, max(y/x, x/y)-1)
			}
		}
	}
	slices.Sort(off)
	within := 0
	for _, x := range off {
		if x <= 0.03 {
			within++
		}
	}
	fmt.Printf("%d of %d ratios within 3 %%, half within %.1f %%, nine of ten within %.1f %%\n", within, len(off), 100*off[len(off)/2], 100*off[len(off)*9/10])
}

// TestToolchains prints how many times as long each loop takes in the programs of one
// toolchain as in those of another, from what toolchains.sh has printed.
func TestToolchains(t *testing.T) {
	if *toolchains == "" {
		t.Skip("no -toolchains")
	}
	text, err := os.ReadFile(*toolchains)
	if err != nil {
		t.Fatal(err)
	}
	var names, keys []string
	took := map[string][]float64{} // of each layout, by toolchain and loop
	for line := range strings.Lines(string(text)) {
		name, loop, _ := strings.Cut(strings.TrimSpace(line), "\t")
		key, ns := timed("ns\t" + loop)
		x, err := strconv.ParseFloat(ns, 64)
		if key == "" || err != nil {
			t.Fatalf("not a line of toolchains.sh: %s", line)
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
		took[name+key] = append(took[name+key], x)
	}
	if len(names) != 2 {
		t.Fatalf("toolchains are %q, not two", names)
	}
	fmt.Printf("%-12s %-22s %-16s %9s   (time by %s ÷ by %s)\n", "subject", "row", "", "×", names[1], names[0])
	for _, key := range keys {
		var ratios []float64
		for i, x := range took[names[0]+key] {
			ratios = append(ratios, took[names[1]+key][i]/x)
		}
		slices.Sort(ratios)
		f := strings.Split(key, "\t")
		fmt.Printf("%-12s %-22s %-16s %9.2f   (%.2f to %.2f)\n", f[0], f[1], f[2], ratios[len(ratios)/2], ratios[0], ratios[len(ratios)-1])
	}
}

// timed returns subject, row and way of a line that TestTimes or BenchmarkLoops printed,
// and nanoseconds; of other lines nothing.
func timed(line string) (key, ns string) {
	if f := strings.Split(line, "\t"); len(f) == 6 && f[0] == "ns" {
		return f[1] + "\t" + f[2] + "\t" + f[4], f[5]
	}
	name, ok := strings.CutPrefix(line, "BenchmarkLoops/")
	if f := strings.Fields(name); ok && len(f) > 2 {
		parts := strings.Split(f[0], "/")
		way, _, _ := strings.Cut(parts[2], "-") // of the number of processors
		return parts[0] + "\t" + parts[1] + "\t" + strings.ReplaceAll(way, "_", " "), f[2]
	}
	return "", ""
}

// ratio is the median over the layouts.
func ratio(op, base *result.Op) float64 {
	a, b := layouts(op), layouts(base)
	var list []float64
	for layout, ns := range a {
		if b[layout] != nil {
			list = append(list, fasterHalf(ns)/fasterHalf(b[layout]))
		}
	}
	slices.Sort(list)
	return list[len(list)/2]
}

// layouts returns the times of an operation in each layout.
func layouts(op *result.Op) map[int][]float64 {
	by := map[int][]float64{}
	for _, s := range op.Samples {
		if !s.NoGC {
			by[s.Layout] = append(by[s.Layout], s.NSPerOp)
		}
	}
	return by
}

// row returns the name of a row with the features reuse and notransform.
func row(name string, wire, reuse bool) string {
	parts := strings.Split(name, "+")
	if wire {
		parts = append(parts, "notransform")
	}
	if reuse {
		parts = append(parts, "reuse")
	}
	slices.Sort(parts[1:])
	return strings.Join(parts, "+")
}

func find(run *result.Run, subject, row string) *result.Case {
	for _, s := range run.Subjects {
		for _, c := range s.Cases {
			if s.Name == subject && c.Row == row {
				return c
			}
		}
	}
	return &result.Case{}
}
