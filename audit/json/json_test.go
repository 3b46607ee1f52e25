// Package json judges the generated JSON code from outside: plain loops, documents and
// types of its own (package documents), the peers as their own READMEs call them. The
// code is generated first, by ../generate.sh.
//
//	go test -bench . ./json              each loop by itself
//	go test -run Ratios -ratios=15 ./json the table, contenders in turns in one process
package json

import (
	"bytes"
	stdjson "encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/bytedance/sonic"
	sonicencoder "github.com/bytedance/sonic/encoder"
	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/goccy/go-json"
	jsoniter "github.com/json-iterator/go"
	segmentio "github.com/segmentio/encoding/json"

	"github.com/assay-go/assay/audit/json/documents"
)

var (
	ratios   = flag.Int("ratios", 0, "rounds of the table of ratios; 0 for none")
	slot     = flag.Duration("slot", 2*time.Millisecond, "processor time of a contender in a round")
	only     = flag.String("only", "", "the documents, by a regular expression")
	ways     = flag.String("ways", "", "the ways, by a regular expression")
	base     = flag.String("base", "", "a file of times of our own code to compare with, written by -save")
	draw     = flag.Uint64("draw", 0, "a seed that draws twenty of the documents; 0 for all")
	lines    = flag.Bool("lines", false, "print the ratios as lines of a benchmark, for command tables")
	saveFile = flag.String("save", "", "a file to write the times of our own code to")
)

// A test links the profile of memory, which a program that does not ask for it has not: it
// takes 2 to 12 % of the time of what allocates.
func init() { runtime.MemProfileRate = 0 }

// subject is a document with what reads and writes it. Values are pointers.
type subject struct {
	name                     string
	text, other              []byte // two documents of one type
	make                     func() any
	append                   func([]byte, any) ([]byte, error)
	marshal                  func(any) ([]byte, error)
	plain, inplace, aliasing func([]byte, any) error
	batched                  func([]byte, any) error
}

func of[T any](name string, text []byte, add func([]byte, *T) ([]byte, error), marshal func(*T) ([]byte, error), plain, inplace, aliasing, batched func([]byte, *T) error) subject {
	read := func(f func([]byte, *T) error) func([]byte, any) error {
		return func(b []byte, v any) error { return f(b, v.(*T)) }
	}
	return subject{
		name: name, text: text, other: documents.Other[T](), make: func() any { return new(T) },
		append:  func(b []byte, v any) ([]byte, error) { return add(b, v.(*T)) },
		marshal: func(v any) ([]byte, error) { return marshal(v.(*T)) },
		plain:   read(plain), inplace: read(inplace), aliasing: read(aliasing), batched: read(batched),
	}
}

// drawn is how many documents a seed draws.
const drawn = 20

// all returns the subjects, some of them with their documents in other forms besides: all, or those that are drawn,
// of which it prints the seed.
var all = sync.OnceValue(func() []subject {
	list := slices.Clone(subjects)
	for _, s := range subjects {
		switch s.name {
		case "products", "deployment", "bundle":
			form := s
			form.name, form.text, form.other = s.name+"-indented", documents.Indented(s.text), documents.Indented(s.other)
			list = append(list, form)
		}
		switch s.name {
		case "issues", "orders":
			form := s
			form.name, form.text, form.other = s.name+"-sorted", documents.Sorted(s.text), documents.Sorted(s.other)
			list = append(list, form)
		}
	}
	if *draw != 0 {
		fmt.Printf("draw: %d of %d documents by seed %d\n", drawn, len(list), *draw)
		r := rand.New(rand.NewPCG(*draw, 0))
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		list = list[:drawn]
	}
	return slices.DeleteFunc(list, func(s subject) bool {
		return *only != "" && !regexp.MustCompile(*only).MatchString(s.name)
	})
})

// contender does one way of using JSON; loop does it n times.
type contender struct {
	name string
	loop func(n int) error
}

// times returns what is done n times.
func times(f func() error) func(int) error {
	return func(n int) error {
		for range n {
			if err := f(); err != nil {
				return err
			}
		}
		return nil
	}
}

var (
	sonicStd = sonic.ConfigStd
	iter     = jsoniter.ConfigCompatibleWithStandardLibrary
)

const sonicOptions = sonicencoder.SortMapKeys | sonicencoder.CompactMarshaler | sonicencoder.ValidateString

// wayNames are what is done with a document.
var wayNames = []string{"append", "marshal", "fresh", "used", "used in place", "aliasing", "fresh, batched", "used in place, batched"}

// contenders returns who does way for s, the generated code first.
func contenders(s subject, way string) []contender {
	var list []contender
	add := func(name string, f func() error) { list = append(list, contender{name, times(f)}) }
	value := func() any {
		v := s.make()
		if err := stdjson.Unmarshal(s.text, v); err != nil {
			panic(err)
		}
		return v
	}
	switch way {
	case "append":
		buffer := func(name string, f func(b []byte, v any) ([]byte, error)) {
			v := value()
			var b []byte
			add(name, func() (err error) {
				b, err = f(b[:0], v)
				return err
			})
		}
		buffer("assay", s.append)
		var plain []byte // with EscapeHTML itself, EncodeInto escapes into new memory each time
		buffer("sonic", func(b []byte, v any) ([]byte, error) {
			plain = plain[:0]
			err := sonicencoder.EncodeInto(&plain, v, sonicOptions)
			return sonicencoder.HTMLEscape(b, plain), err
		})
		var out bytes.Buffer
		enc := json.NewEncoder(&out)
		buffer("goccy", func(b []byte, v any) ([]byte, error) {
			out = *bytes.NewBuffer(b)
			err := enc.Encode(v)
			return out.Bytes(), err
		})
		stream := jsoniter.NewStream(iter, nil, 0)
		buffer("jsoniter", func(b []byte, v any) ([]byte, error) {
			stream.Error = nil
			stream.SetBuffer(b)
			stream.WriteVal(v)
			return stream.Buffer(), stream.Error
		})
		buffer("segmentio", func(b []byte, v any) ([]byte, error) {
			return segmentio.Append(b, v, segmentio.EscapeHTML|segmentio.SortMapKeys)
		})
		var out2 bytes.Buffer
		enc2 := jsontext.NewEncoder(&out2)
		buffer("jsonv2", func(b []byte, v any) ([]byte, error) {
			out2 = *bytes.NewBuffer(b)
			enc2.Reset(&out2)
			err := jsonv2.MarshalEncode(enc2, v, jsonv2.Deterministic(true), jsontext.EscapeForHTML(true))
			return out2.Bytes(), err
		})
		var out3 bytes.Buffer
		enc3 := stdjson.NewEncoder(&out3)
		buffer("encoding/json", func(b []byte, v any) ([]byte, error) {
			out3 = *bytes.NewBuffer(b)
			err := enc3.Encode(v)
			return out3.Bytes(), err
		})
	case "marshal":
		v := value()
		fresh := func(name string, f func(v any) ([]byte, error)) {
			add(name, func() error {
				b, err := f(v)
				sink = b
				return err
			})
		}
		fresh("assay", s.marshal)
		fresh("sonic", sonicStd.Marshal)
		fresh("goccy", json.Marshal)
		fresh("jsoniter", iter.Marshal)
		fresh("segmentio", segmentio.Marshal)
		fresh("jsonv2", func(v any) ([]byte, error) {
			return jsonv2.Marshal(v, jsonv2.Deterministic(true), jsontext.EscapeForHTML(true))
		})
		fresh("encoding/json", stdjson.Marshal)
	case "fresh", "used", "used in place", "aliasing", "fresh, batched", "used in place, batched":
		read := func(name string, f func(b []byte, v any) error) {
			v := s.make()
			if !strings.HasPrefix(way, "used") {
				add(name, func() error {
					v = s.make()
					return f(s.text, v)
				})
				return
			}
			text, next := s.text, s.other // in turns, so that a used value is of another document
			add(name, func() error {
				text, next = next, text
				return f(text, v)
			})
		}
		switch way {
		case "used in place":
			read("assay", s.inplace)
		case "fresh, batched", "used in place, batched":
			read("assay", s.batched)
		case "aliasing":
			read("assay", s.aliasing)
			read("sonic", func(b []byte, v any) error {
				return sonic.ConfigDefault.UnmarshalFromString(unsafe.String(unsafe.SliceData(b), len(b)), v)
			})
			read("goccy", func(b []byte, v any) error { return json.UnmarshalWithOption(b, v, json.DecodeNoCopyString()) })
			read("segmentio", func(b []byte, v any) error {
				_, err := segmentio.Parse(b, v, segmentio.ZeroCopy)
				return err
			})
			return list
		default:
			read("assay", s.plain)
		}
		read("sonic", sonicStd.Unmarshal)
		read("goccy", json.Unmarshal)
		read("jsoniter", iter.Unmarshal)
		read("segmentio", segmentio.Unmarshal)
		read("jsonv2", func(b []byte, v any) error { return jsonv2.Unmarshal(b, v) })
		read("encoding/json", stdjson.Unmarshal)
	}
	return list
}

var sink []byte

// TestSame wants of the generated code what encoding/json gives, for every document.
func TestSame(t *testing.T) {
	for _, s := range all() {
		want := s.make()
		if err := stdjson.Unmarshal(s.text, want); err != nil {
			t.Fatal(s.name, err)
		}
		text, err := stdjson.Marshal(want)
		if err != nil {
			t.Fatal(s.name, err)
		}
		if got, err := s.append([]byte("x"), want); err != nil || string(got) != "x"+string(text) {
			t.Errorf("%s: Append: %v, other bytes", s.name, err)
		}
		if got, err := s.marshal(want); err != nil || !bytes.Equal(got, text) {
			t.Errorf("%s: Marshal: %v, other bytes", s.name, err)
		}
		for name, f := range map[string]func([]byte, any) error{"default": s.plain, "in place": s.inplace, "aliasing": s.aliasing, "batched": s.batched} {
			v := s.make()
			for range 2 { // fresh and used
				if err := f(s.text, v); err != nil || !reflect.DeepEqual(v, want) {
					t.Errorf("%s, %s: %v, another value", s.name, name, err)
				}
			}
			v, used := s.make(), s.make() // of the other document
			for _, text := range [][]byte{s.text, s.other} {
				if err, err2 := f(text, v), stdjson.Unmarshal(text, used); err != nil || err2 != nil || !reflect.DeepEqual(v, used) {
					t.Errorf("%s, %s, after another document: %v, %v, another value", s.name, name, err, err2)
				}
			}
		}
	}
}

// loopName is what the loop of a contender is called within BenchmarkAll, and in -lines. It has
// neither spaces nor a slash in a name.
func loopName(document, way, contender string) string {
	return document + "/" + strings.ReplaceAll(way, " ", "-") + "/" + strings.ReplaceAll(contender, "/", "-")
}

// BenchmarkAll has a loop for each way, document and contender, of which each is as often the
// first: that one finds the memory as another document has left it.
func BenchmarkAll(b *testing.B) {
	ballast := make([]byte, 64<<20) // as in turns
	defer runtime.KeepAlive(ballast)
	for _, way := range wayNames {
		for _, s := range all() {
			list := contenders(s, way)
			rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			for _, c := range list {
				b.Run(loopName(s.name, way, c.name), func(b *testing.B) {
					b.SetBytes(int64(len(s.text)))
					b.ReportAllocs()
					if err := c.loop(b.N); err != nil {
						b.Fatal(err)
					}
				})
			}
		}
	}
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

// TestRatios prints how many times as long the best other takes, by the medians of the
// ratios within rounds, in which all contenders take their turns.
func TestRatios(t *testing.T) {
	if *ratios == 0 {
		t.Skip("it measures: -ratios=15")
	}
	// The system books the processor time of other threads at its ticks, which are
	// longer than a slot: the collector's has to pass on this one.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	// The heap of a service, as in the turns of binary: beside a smaller one the collector runs so
	// often that new values cost more, those of who allocates more most of all.
	ballast := make([]byte, 64<<20)
	defer runtime.KeepAlive(ballast)
	before := map[string]float64{}
	if *base != "" {
		text, err := os.ReadFile(*base)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			key, value, _ := strings.Cut(strings.TrimSpace(line), "\t")
			var x float64
			fmt.Sscan(value, &x)
			before[key] = x
		}
	}
	saved := map[string]float64{}
	for _, way := range wayNames {
		if *ways != "" && !regexp.MustCompile(*ways).MatchString(way) {
			continue
		}
		var logs, gains float64
		first, count := 0, 0
		fmt.Printf("\n%s\n%-22s %9s %9s %6s  %s\n", way, "document", "bytes", "ns", "ratio", "best other, all others")
		for _, s := range all() {
			own, others := measure(t, s, way)
			best, all := "", ""
			for _, name := range slices.SortedFunc(maps.Keys(others), func(x, y string) int {
				return int(math.Copysign(1, others[x]-others[y]))
			}) {
				if best == "" {
					best = name
				}
				all += fmt.Sprintf("  %s %.2f", name, others[name])
			}
			key := way + "/" + s.name
			saved[key] = own
			gain := ""
			if x := before[key]; x > 0 {
				gain = fmt.Sprintf(" (before ÷ now %.2f)", x/own)
				gains += math.Log(x / own)
			}
			logs += math.Log(others[best])
			count++
			if others[best] > 1 {
				first++
			}
			fmt.Printf("%-22s %9d %9.0f %6.2f%s%s\n", s.name, len(s.text), own, others[best], all, gain)
			if *lines {
				for _, name := range slices.Sorted(maps.Keys(others)) {
					fmt.Printf("BenchmarkRatios/%s/%s %d %.4f ratio\n", loopName(s.name, way, "assay"), strings.ReplaceAll(name, "/", "-"), *ratios, others[name])
				}
			}
		}
		fmt.Printf("%-22s geometric mean %.2f, first in %d of %d", way, math.Exp(logs/float64(count)), first, count)
		if len(before) > 0 {
			fmt.Printf(", before ÷ now %.3f", math.Exp(gains/float64(count)))
		}
		fmt.Println()
	}
	if *saveFile != "" {
		var out strings.Builder
		for _, key := range slices.Sorted(maps.Keys(saved)) {
			fmt.Fprintf(&out, "%s\t%.1f\n", key, saved[key])
		}
		if err := os.WriteFile(*saveFile, []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// measure returns how many nanoseconds the generated code takes, and how many times as
// long the others do.
func measure(t *testing.T, s subject, way string) (own float64, others map[string]float64) {
	var list []contender
	var counts []int
	for _, c := range contenders(s, way) {
		n := 1
		if err := c.loop(3); err != nil { // warm
			fmt.Printf("%s: %s: %s: %v\n", s.name, way, c.name, err)
			continue
		}
		for {
			took := time.Duration(math.MaxInt64)
			for range 2 { // since one may be interrupted
				begin := processor()
				if err := c.loop(n); err != nil {
					t.Fatal(s.name, way, c.name, err)
				}
				took = min(took, processor()-begin)
			}
			if took > *slot/4 {
				n = max(1, int(float64(n)*float64(*slot)/float64(took)))
				break
			}
			n *= 2
		}
		list, counts = append(list, c), append(counts, n)
	}
	took := make([][]float64, len(list))
	order := make([]int, len(list))
	for k := range order {
		order[k] = k
	}
	for range *ratios {
		rand.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, k := range order {
			begin := processor()
			if err := list[k].loop(counts[k]); err != nil {
				t.Fatal(err)
			}
			took[k] = append(took[k], float64(processor()-begin)/float64(counts[k]))
		}
	}
	others = map[string]float64{}
	for k := 1; k < len(list); k++ {
		var within []float64
		for r, x := range took[k] {
			within = append(within, x/took[0][r])
		}
		others[list[k].name] = median(within)
	}
	return slices.Min(took[0]), others
}

func median(list []float64) float64 {
	slices.Sort(list)
	return (list[len(list)/2] + list[(len(list)-1)/2]) / 2
}
