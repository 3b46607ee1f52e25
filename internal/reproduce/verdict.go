package reproduce

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"strings"
	"unsafe"

	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/workloads/colorgroup"
	"github.com/assay-go/assay/workloads/data"
	"github.com/assay-go/assay/workloads/signedblock"
	"github.com/assay-go/assay/workloads/teststruc"
)

// A Verdict says what today's figures make of a statement.
type Verdict string

const (
	Same      Verdict = "same"
	Moved     Verdict = "moved"
	Elsewhere Verdict = "cannot be asked of this machine"
)

// ruling is a verdict with the experiment that shows why a figure has moved. A figure
// that moved, and no experiment shows why, is open.
type ruling struct {
	verdict Verdict
	shown   string
}

func (r ruling) open() bool { return r.verdict == Moved && r.shown == "" }

func (r ruling) String() string {
	switch {
	case r.open():
		return "moved: no experiment shows why"
	case r.shown != "":
		return string(r.verdict) + ": " + r.shown
	}
	return string(r.verdict)
}

// rule compares an exact figure of a row with the published one, and looks for the
// experiment that shows why it is another: the terms of a length, the library of the
// document's time, the document's own program built with the Go of today, and that
// program without the copy of the value that it passes.
func (c *Compared) rule(r Row, x exact, then *Row) ruling {
	if r.Instead != "" {
		return ruling{Elsewhere, r.Instead}
	}
	if c.same(r, x) {
		return ruling{verdict: Same}
	}
	if x.what == length && len(r.Terms) > 0 {
		sum := *x.published
		var parts []string
		for _, t := range r.Terms {
			sum += t.Bytes
			parts = append(parts, fmt.Sprintf("%+.0f: %s", t.Bytes, t.What))
		}
		if (exact{length, &sum, x.today}).same() {
			return ruling{Moved, strings.Join(parts, "; ")}
		}
	}
	if then != nil {
		if h := (exact{x.what, x.published, x.of(*then)}); h.same() {
			return ruling{Moved, "the library: its version of the time takes " + layout.Count(h.today)}
		}
	}
	if o := r.Original; o != nil && o.figure(x.what) != nil {
		if about(*o.figure(x.what), x.today) {
			return ruling{Moved, "its own program takes " + layout.Count(*o.figure(x.what)) + " today too"}
		}
		if shown := c.ofProgram(r, x, then); shown != "" {
			return ruling{Moved, shown}
		}
	}
	return ruling{verdict: Moved}
}

// ofProgram says why the document's own program takes another figure than ours; it is empty
// where nothing shows it.
func (c *Compared) ofProgram(r Row, x exact, then *Row) string {
	was := *r.Original.figure(x.what)
	copied := float64(sizeClass(c.Value))
	if x.what == allocated {
		copied = 1
	}
	beside, why := c.beside(r, x.what)
	switch {
	case why != "" && about(was, x.today+beside):
		return fmt.Sprintf("%s: its own program takes %s today", why, layout.Count(was))
	case then != nil && about(was, x.of(*then)+beside):
		shown := "the library, of which then's version is not to be had: the oldest takes " + layout.Count(was) + " in its own program too"
		if why != "" {
			shown += "; " + why
		}
		return shown
	case x.what != length && c.Value > 0 && about(was, x.today+copied):
		return fmt.Sprintf("one value more, of %d bytes, which the document copies or makes anew: its own program takes %s", sizeClass(c.Value), layout.Count(was))
	}
	return ""
}

// beside is what the document's loop allocates in a call beside the library, less what ours
// does, and what it is; both are found by doing it here.
func (c *Compared) beside(r Row, what string) (n float64, why string) {
	if c.document != "gosercomp" {
		return 0, ""
	}
	pick := func(bytes, allocs float64) float64 {
		if what == allocated {
			return allocs
		}
		return bytes
	}
	switch op := c.Op; {
	case what == length:
	case r.Name == "encoding/xml" && op == "unmarshal":
		// Its slice is never emptied, and ours is new: both get the four colours one by one.
		const colours = 4
		bytes, allocs := growth[string](originalCalls, colours)
		ours, times := growth[string](1, colours)
		return pick(bytes-ours, allocs-times), fmt.Sprintf("a slice that %d calls append to", originalCalls)
	case r.Name == "Apache/avro" && op == "marshal" && r.Size > 0:
		// Ours is new in each call: two allocations, its struct and its first room.
		var b bytes.Buffer
		total, times, was, first := 0, 0, 0, 0
		for range originalCalls {
			b.Write(make([]byte, int(r.Size)))
			if b.Cap() != was {
				was = b.Cap()
				total += was
				times++
				first = cmp.Or(first, was)
			}
		}
		ours := sizeClass(int(unsafe.Sizeof(b))) + first
		return pick(float64(total)/originalCalls-float64(ours), float64(times)/originalCalls-2), fmt.Sprintf("a buffer that %d calls append to", originalCalls)
	}
	return 0, ""
}

// originalCalls is how often gosercomp's own program was run for originals.json.
const originalCalls = 5000

// growth is what a slice takes in each of the calls that append so many elements to it.
func growth[T any](calls, elements int) (bytes, allocs float64) {
	var list []T
	var none T
	for range calls * elements {
		before := cap(list)
		if list = append(list, none); cap(list) != before {
			bytes += float64(cap(list)) * float64(unsafe.Sizeof(none))
			allocs++
		}
	}
	return bytes / float64(calls), allocs / float64(calls)
}

// about reports whether a run of some thousand calls of another program has found the
// same: what a library keeps between calls is a part of its mean.
func about(a, b float64) bool { return math.Abs(a-b) <= max(0.02*a, 0.05) }

// ruleTime compares a ratio: how far a row is from the one that was published as the
// best of its table.
func (c *Compared) ruleTime(r Row) ruling {
	switch {
	case r.Instead != "":
		return ruling{Elsewhere, r.Instead}
	case r.Ratio == 0 || r.PublishedRatio == 0 || r.Name == c.Base:
		return ruling{verdict: Elsewhere}
	case near(r.PublishedRatio, r.Ratio, r.Lo, r.Hi):
		return ruling{verdict: Same}
	case r.Hi == 0 || wide(r.Lo, r.Hi):
		return ruling{Elsewhere, "the run was too short to tell"}
	}
	if x := c.original(r.Name, c.Base); x > 0 && near(x, r.Ratio, r.Lo, r.Hi) {
		return ruling{Moved, "its own program takes " + layout.Ratio(x) + " times today too"}
	}
	return ruling{verdict: Moved}
}

// original is a ratio of two rows of the document's own program, today; 0 where it has
// not both.
func (c *Compared) original(name, base string) float64 {
	a, b := c.named(name), c.named(base)
	if a == nil || b == nil || a.Original == nil || b.Original == nil || b.Original.NS == 0 {
		return 0
	}
	return a.Original.NS / b.Original.NS
}

func (c *Compared) named(name string) *Row {
	for i := range c.Rows {
		if c.Rows[i].Name == name {
			return &c.Rows[i]
		}
	}
	return nil
}

// of is the same figure of another row.
func (x exact) of(r Row) float64 {
	switch x.what {
	case length:
		return r.Size
	case bytesEach:
		return r.Bytes
	}
	return r.Allocs
}

// same reports whether an exact figure of a row is the published one, or as near to it
// as values that were drawn at random let it be: within three standard errors.
func (c *Compared) same(r Row, x exact) bool {
	if x.what == length && r.Error > 0 {
		return x.today >= *x.published*(1-3*r.Error) && x.today <= *x.published*(1+3*r.Error)
	}
	return x.same()
}

// valueSize is the size in bytes of the workload's value itself, which a program that
// passes it by value in an interface copies.
func valueSize(workload string) int {
	switch workload {
	case "signedblock":
		return int(unsafe.Sizeof(signedblock.SignedBlock{}))
	case "colorgroup":
		return int(unsafe.Sizeof(colorgroup.ColorGroup{}))
	case "teststruc":
		return int(unsafe.Sizeof(teststruc.TestStruc{}))
	case "data":
		return int(unsafe.Sizeof(data.Data{}))
	}
	return 0
}

// sizeClass is what Go's allocator takes for so many bytes: up to 1024, it has classes
// of these sizes.
func sizeClass(n int) int {
	for _, class := range []int{8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256, 288, 320, 352, 384, 416, 448, 480, 512, 576, 640, 704, 768, 896, 1024} {
		if n <= class {
			return class
		}
	}
	return n
}
