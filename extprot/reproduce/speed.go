package reproduce

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"golang.org/x/perf/benchmath"

	"github.com/assay-go/assay/extprot/reproduce/rtt"
)

// Speed are the times of one round's cases in nanoseconds a message.
type Speed struct {
	Rounds int      `json:"rounds"`
	Cases  []Case   `json:"cases"`
	Notes  []string `json:"notes,omitempty"` // what could not be measured, and what to do about it
}

// Case is one operation. Ratios are to reading extprot into used values, taken
// within a round.
type Case struct {
	Name   string  `json:"name"`
	NS     float64 `json:"ns"` // a message, the median of the rounds
	Lo     float64 `json:"ns_lo"`
	Hi     float64 `json:"ns_hi"`
	Ratio  float64 `json:"ratio"`
	Allocs float64 `json:"allocs"` // a message

	// PublishedMS is what the document says in milliseconds for 100,000
	// messages; 0 where it says nothing.
	PublishedMS float64 `json:"published_ms,omitempty"`
}

// publishedDeserialization is the document's time that its ratios are taken to.
const publishedDeserialization = 73

// PublishedRatio is the document's ratio; 0 where it has none.
func (c Case) PublishedRatio() float64 { return c.PublishedMS / publishedDeserialization }

const baseCase = "extprot deserialization into used values"

// operation is a case to be measured: run does it for all messages once.
type operation struct {
	Case
	run   func() (time.Duration, error) // what it took
	times []float64                     // ns a message, one a round
}

//go:embed expat/expat.c
var expatSource []byte

// measure runs every case once in each of many rounds, in shuffled order.
func measure(ctx context.Context, cfg Config, list []rtt.ComplexRtt, all *encoded) (Speed, error) {
	// A round takes some milliseconds: what disturbs the machine for longer than
	// that meets all cases of it, and there are many rounds.
	const most = 1000
	data := all
	if len(list) > most {
		list = list[:most]
		data = encode(list)
	}
	dir, err := os.MkdirTemp("", "assay-extprot-")
	if err != nil {
		return Speed{}, err
	}
	defer os.RemoveAll(dir)
	operations := operations(list, data)
	var s Speed
	if expat, err := buildExpat(ctx, dir, data.xml); err == nil {
		operations = append(operations, &operation{Case: Case{Name: "parsing XML with expat, no callbacks", PublishedMS: 1060}, run: expat})
	} else if ctx.Err() == nil {
		s.Notes = append(s.Notes, "expat was not measured: "+err.Error())
	}
	r := rand.New(rand.NewPCG(cfg.Seed, 0x657870))
	start := time.Now()
	for s.Rounds == 0 || s.Rounds < 6 || time.Since(start) < cfg.Time {
		r.Shuffle(len(operations), func(i, j int) { operations[i], operations[j] = operations[j], operations[i] })
		for _, o := range operations {
			if err := ctx.Err(); err != nil {
				return s, err
			}
			runtime.GC()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			took, err := o.run()
			runtime.ReadMemStats(&after)
			if err != nil {
				return s, fmt.Errorf("%s: %w", o.Name, err)
			}
			o.Allocs = float64((after.Mallocs - before.Mallocs) / uint64(len(list)))
			o.times = append(o.times, float64(took.Nanoseconds())/float64(len(list)))
		}
		s.Rounds++
		if cfg.Progress != nil {
			cfg.Progress("measuring", int(min(time.Since(start), cfg.Time).Seconds()), int(cfg.Time.Seconds()))
		}
	}
	s.Cases = summarize(operations)
	return s, nil
}

// operations returns the cases that Go does by itself.
func operations(list []rtt.ComplexRtt, data *encoded) []*operation {
	buf := make([]byte, 0, len(data.extprot))
	used := make([]rtt.ComplexRtt, 64)
	timed := func(name string, ms float64, f func() error) *operation {
		return &operation{Case: Case{Name: name, PublishedMS: ms}, run: func() (time.Duration, error) {
			start := time.Now()
			err := f()
			return time.Since(start), err
		}}
	}
	return []*operation{
		timed("extprot serialization into a used buffer", 260, func() (err error) {
			b := buf[:0]
			for i := range list {
				if b, err = list[i].AppendBinary(b); err != nil {
					return err
				}
			}
			return nil
		}),
		timed("gzip compression of XML", 1100, func() error {
			w := gzip.NewWriter(io.Discard)
			w.Write(data.xml)
			return w.Close()
		}),
		timed(baseCase, publishedDeserialization, func() error {
			return decodeAll(data.extprot, func(i int) *rtt.ComplexRtt { return &used[i%len(used)] })
		}),
		timed("extprot deserialization into fresh values", 0, func() error {
			return decodeAll(data.extprot, func(int) *rtt.ComplexRtt { return new(rtt.ComplexRtt) })
		}),
		timed("gzip decompression of XML", 205, func() error {
			z, err := gzip.NewReader(bytes.NewReader(data.gzip))
			if err != nil {
				return err
			}
			_, err = io.Copy(io.Discard, z)
			return err
		}),
		timed("parsing XML with encoding/xml, tokens only", 0, func() error {
			d := xml.NewDecoder(bytes.NewReader(data.xml))
			for {
				if _, err := d.RawToken(); err == io.EOF {
					return nil
				} else if err != nil {
					return err
				}
			}
		}),
	}
}

func decodeAll(b []byte, next func(i int) *rtt.ComplexRtt) error {
	for i := 0; len(b) > 0; i++ {
		n, err := next(i).DecodeBinary(b, rtt.Limits{})
		if err != nil {
			return err
		}
		b = b[n:]
	}
	return nil
}

// buildExpat compiles the program that parses the XML with expat and returns
// what runs it.
func buildExpat(ctx context.Context, dir string, text []byte) (func() (time.Duration, error), error) {
	cc, err := exec.LookPath("cc")
	if err != nil {
		return nil, errors.New("there is no C compiler cc: install one, and expat with its headers (Debian: gcc, libexpat1-dev)")
	}
	source, program, file := filepath.Join(dir, "expat.c"), filepath.Join(dir, "expat"), filepath.Join(dir, "messages.xml")
	// One document: a root around all messages.
	document := append(append([]byte("<messages>"), text...), "</messages>"...)
	if err := errors.Join(os.WriteFile(source, expatSource, 0o666), os.WriteFile(file, document, 0o666)); err != nil {
		return nil, err
	}
	if out, err := exec.CommandContext(ctx, cc, "-O2", "-o", program, source, "-lexpat").CombinedOutput(); err != nil {
		first, _, _ := strings.Cut(string(out), "\n")
		return nil, fmt.Errorf("cc could not build with expat: install its headers (Debian: libexpat1-dev): %s", first)
	}
	return func() (time.Duration, error) {
		out, err := exec.CommandContext(ctx, program, file).Output()
		if err != nil {
			return 0, err
		}
		n, err := strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)
		return time.Duration(n), err
	}, nil
}

// summarize returns medians with their intervals, in the order of the document.
func summarize(operations []*operation) []Case {
	order := []string{
		"extprot serialization into a used buffer", "gzip compression of XML", baseCase, "extprot deserialization into fresh values",
		"gzip decompression of XML", "parsing XML with encoding/xml, tokens only", "parsing XML with expat, no callbacks",
	}
	byName := map[string]*operation{}
	for _, o := range operations {
		byName[o.Name] = o
	}
	base := byName[baseCase].times
	var list []Case
	for _, name := range order {
		o := byName[name]
		if o == nil {
			continue
		}
		ratios := make([]float64, len(o.times))
		for i := range ratios {
			ratios[i] = o.times[i] / base[i]
		}
		summary := benchmath.AssumeNothing.Summary(sample(o.times), 0.95)
		o.NS, o.Lo, o.Hi = summary.Center, summary.Lo, summary.Hi
		o.Ratio = benchmath.AssumeNothing.Summary(sample(ratios), 0.95).Center
		list = append(list, o.Case)
	}
	return list
}

func sample(values []float64) *benchmath.Sample {
	t := benchmath.DefaultThresholds
	return benchmath.NewSample(append([]float64(nil), values...), &t)
}
