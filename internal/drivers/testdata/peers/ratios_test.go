package peers

import (
	"bufio"
	"fmt"
	"maps"
	"math"
	"math/rand"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/workload"
	"github.com/assay-go/assay/workloads/data"
	"github.com/assay-go/assay/workloads/signedblock"
	"github.com/assay-go/assay/workloads/teststruc"

	"peers.test/emitted/benc"
	"peers.test/emitted/flat"
	"peers.test/emitted/flatsigned"
	"peers.test/emitted/flatteststruc"
	"peers.test/emitted/msgpteststruc"
	"peers.test/hand"
)

// The ratios between assay's flat and the best form of each peer, in plain loops
// over the values of a workload:
//
//	go test -run=Agree -bench=Ratios -benchtime=25x
//
// Each side of a comparison is a process of its own, and in each of b.N rounds all
// sides take turns, in an order by chance. A metric is the median over the rounds
// of a peer's time by that of flat in the same round.

// A test links the profile of memory, which a program that does not ask for it has not: it
// takes 2 to 12 % of the time of what allocates.
func init() { runtime.MemProfileRate = 0 }

// contender is a side of a comparison: a func that gives the loops of its
// operations.
type contender func(t testing.TB) map[string]func(n int)

var comparisons = map[string]map[string]contender{
	"data": {
		"flat":       of(512, data.Values, flat.New),
		"benc":       of(512, data.Values, hand.Codecs["benc"]),
		"benc+row":   of(512, data.Values, benc.New),
		"mus":        of(512, data.Values, hand.Codecs["mus"]),
		"bebop200sc": of(512, data.Values, hand.Codecs["bebop200sc"]),
	},
	"signedblock": {
		"flat":       of(16, signedblock.Values, flatsigned.New),
		"skyencoder": of(16, signedblock.Values, hand.Skyencoder),
	},
	"signedblock512": {
		"flat":       of(512, signedblock.Values, flatsigned.New),
		"skyencoder": of(512, signedblock.Values, hand.Skyencoder),
	},
	"teststruc": {
		"flat": of(8, teststruc.Values, flatteststruc.New),
		"msgp": of(8, teststruc.Values, msgpteststruc.New),
	},
}

func of[T any](count int, values func(workload.Options) ([]T, error), open func() adapter.Codec[T]) contender {
	return func(t testing.TB) map[string]func(n int) {
		list, err := values(workload.Options{Seed: 1, Count: count})
		if err != nil {
			t.Fatal(err)
		}
		loops := map[string]func(n int){}
		for _, op := range ops {
			loops[op] = loop(t, op, open(), list)
		}
		return loops
	}
}

// side is the environment variable that makes this program one side of a
// comparison, in the form comparison/contender.
const side = "PEERS_SIDE"

func BenchmarkRatios(b *testing.B) {
	if name := os.Getenv(side); name != "" {
		comparison, who, _ := strings.Cut(name, "/")
		report(comparisons[comparison][who](b))
		return
	}
	for _, comparison := range slices.Sorted(maps.Keys(comparisons)) {
		b.Run(comparison, func(b *testing.B) { turns(b, comparison) })
	}
}

// turns makes b.N rounds and reports the ratios.
func turns(b *testing.B, comparison string) {
	names := slices.Sorted(maps.Keys(comparisons[comparison]))
	ratios, own := map[string][]float64{}, map[string][]float64{}
	for range b.N {
		round := map[string]map[string]float64{}
		for _, k := range rand.Perm(len(names)) {
			round[names[k]] = one(b, comparison+"/"+names[k])
		}
		for op, t := range round["flat"] {
			own[op] = append(own[op], t)
			for _, name := range names {
				if name != "flat" {
					ratios[name+"/"+op] = append(ratios[name+"/"+op], round[name][op]/t)
				}
			}
		}
	}
	b.ReportMetric(0, "ns/op")
	for _, op := range ops {
		b.ReportMetric(median(own[op]), "ns-"+op)
	}
	for _, name := range slices.Sorted(maps.Keys(ratios)) {
		b.ReportMetric(median(ratios[name]), name)
	}
}

// one runs a side in a process of its own and returns the nanoseconds of its
// operations.
func one(b *testing.B, name string) map[string]float64 {
	cmd := exec.Command(os.Args[0], "-test.run=^$", "-test.bench=^BenchmarkRatios$", "-test.benchtime=1x")
	cmd.Env = append(os.Environ(), side+"="+name)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		b.Fatalf("%s: %v", name, err)
	}
	times := map[string]float64{}
	for s := bufio.NewScanner(strings.NewReader(string(out))); s.Scan(); {
		if f := strings.Fields(s.Text()); len(f) == 3 && f[0] == side {
			if times[f[1]], err = strconv.ParseFloat(f[2], 64); err != nil {
				b.Fatal(err)
			}
		}
	}
	return times
}

var (
	ballast []byte
	garbage []byte
)

// settle makes garbage until n collections have passed, so that the heap has
// reached its size between two of them and no page is touched for the first time.
func settle(n uint32) {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	for last := m.NumGC + n; m.NumGC < last; runtime.ReadMemStats(&m) {
		for range 1024 {
			garbage = make([]byte, 16<<(rand.Intn(8)))
		}
	}
}

// report prints the nanoseconds of each loop: the median of batches of 0.3
// milliseconds, in a heap that has settled.
func report(loops map[string]func(n int)) {
	ballast = make([]byte, 64<<20)
	settle(12)
	for _, k := range rand.Perm(len(ops)) {
		op := ops[k]
		f := loops[op]
		f(512)
		least := math.Inf(1)
		for range 3 {
			least = min(least, timed(f, 512))
		}
		n := 512 * max(1, int(3e5/least))
		var list []float64
		for range 25 {
			list = append(list, timed(f, n)/float64(n))
		}
		fmt.Println(side, op, median(list))
	}
	runtime.KeepAlive(ballast)
}
