package check

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"golang.org/x/mod/module"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/typemodel"
)

// Modes of one type that travels between two codecs, versions or toolchains, or from
// a file.
const (
	Exchange Mode = "exchange"
	Locked   Mode = "locked"
)

// Bytes compares what two codecs write of the same values.
type Bytes struct {
	Values int    `json:"values"`           // that both write, each to the same bytes every time
	Varies int    `json:"varies,omitempty"` // that one of them writes to other bytes each time, as maps in any order
	Equal  int    `json:"equal"`            // of which to the same bytes
	First  string `json:"first,omitempty"`  // the first place where not
}

// AtVersion returns the driver with its own module at another version.
func AtVersion(d *driver.Driver, version string) (*driver.Driver, error) {
	if len(d.Facts.Modules) == 0 {
		return nil, fmt.Errorf("%s is part of the standard library: its version is the toolchain's, as in --go=1.26.8,1.27.0", d.Name)
	}
	other := *d
	other.Facts.Modules = slices.Clone(d.Facts.Modules)
	other.Facts.Modules[0].Version = version
	return &other, nil
}

// AtModule returns the driver of a library's module by another major version of it: of
// github.com/vmihailenco/msgpack/v5 for github.com/vmihailenco/msgpack/v4. It is nil where
// none of the drivers is of that library.
func AtModule(drivers []*driver.Driver, path, version string) *driver.Driver {
	base, _, ok := module.SplitPathVersion(path)
	if !ok {
		return nil
	}
	for _, d := range drivers {
		if len(d.Facts.Modules) == 0 {
			continue
		}
		own := d.Facts.Modules[0].Path
		if prefix, _, _ := module.SplitPathVersion(own); prefix != base {
			continue
		}
		other := *d
		other.Facts.Modules = slices.Clone(d.Facts.Modules)
		if own != path || version != "" {
			other.Facts.Modules[0] = driver.Module{Path: path, Version: version}
		}
		other.Emit = func(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
			if own != path { // other calls are not the same in every version
				a.Only = []string{"Marshal", "Unmarshal"}
			}
			err := d.Emit(a, t, v)
			if err == nil && own != path && len(a.Files)+len(a.Tools) > 0 {
				return fmt.Errorf("%s generates code, and only that of %s is known", d.Name, own)
			}
			a.Move(own, path)
			return err
		}
		return &other
	}
	return nil
}

// Swap has the bytes of each side read by the other, of the same type: two codecs,
// two versions of a library, or two toolchains. Every bit of the values counts, but
// for what a writer loses for its own reader too.
func Swap(ctx context.Context, cfg Config, a, b Side) (*Report, error) {
	t, err := open(ctx, cfg, a, b)
	if err != nil {
		return nil, err
	}
	defer t.close()
	return t.exchange(ctx)
}

// exchange has each of the two sides read the bytes of the other.
func (t *bout) exchange(ctx context.Context) (*Report, error) {
	t.compare = func(sent, got []protocol.Leaf, _ func(string) string) []Diff { return strictly(sent, got) }
	r := t.report(Exchange)
	r.Require = "full"
	same := func(path string) string { return path }
	for _, name := range t.names() {
		t.tell("swapping " + name)
		c := t.codec(name)
		r.Codecs = append(r.Codecs, c)
		for _, d := range [][2]int{{0, 1}, {1, 0}} {
			if c.Verdict == Unknown {
				break
			}
			way, err := t.way(ctx, name, d[0], d[1], protocol.Probe{What: "values", Values: sampled, Everywhere: true}, same, nil)
			if err == nil {
				err = t.sides[d[0]].locate(ctx, name, way)
			}
			if err != nil {
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
				c.Verdict, c.Reason = Unknown, err.Error()
				break
			}
			c.Ways = append(c.Ways, *way)
		}
		if c.Verdict != Unknown {
			c.Verdict = rollUp(c.Ways)
			var err error
			if c.Bytes, err = t.bytes(ctx, name); err != nil {
				return nil, err
			}
		}
		c.Holds = c.holds(r.Require) || c.Verdict == Unknown && c.carriesNothing && !t.cfg.Asked
	}
	t.describe(r)
	return r, r.undecided()
}

// A value is written so often before it is said to be the same bytes each time. A map of two
// entries is in one order as often once in 128 times, which is no harm where both sides write
// the same; what is told as a difference must not be chance.
const (
	timesWritten   = 8
	timesDiffering = 32
)

// bytes compares what both sides write. A codec is compared with itself first.
func (b *bout) bytes(ctx context.Context, name string) (*Bytes, error) {
	out := &Bytes{}
	list, err := b.sides[0].values(ctx, name, protocol.Probe{What: "values", Values: sampled, Everywhere: true})
	if err != nil {
		return nil, err
	}
	for _, v := range list {
		var written [2][]byte
		failed, varies := false, false
		for n := 0; n < timesDiffering && !failed && !varies; n++ {
			if n >= timesWritten && bytes.Equal(written[0], written[1]) {
				break
			}
			for i, s := range b.sides {
				p, err := s.ask(ctx, name, protocol.Probe{What: "write", Name: v.Name})
				if err != nil {
					return nil, err
				}
				failed = failed || p.failure() != ""
				varies = varies || written[i] != nil && !bytes.Equal(written[i], p.Encoded)
				written[i] = p.Encoded
			}
		}
		if failed {
			continue
		}
		if varies {
			out.Varies++
			continue
		}
		out.Values++
		if bytes.Equal(written[0], written[1]) {
			out.Equal++
		} else if out.First == "" {
			what := v.Name
			if v.Edge != "" {
				what = v.Edge + atPlace(v.Path)
			}
			out.First = what + ": " + firstDifference(written[0], written[1])
		}
	}
	return out, nil
}

// firstDifference says where two encodings part.
func firstDifference(a, b []byte) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	around := func(x []byte) string { return fmt.Sprintf("%q", x[max(0, i-4):min(len(x), i+8)]) }
	return fmt.Sprintf("at byte %d %s and %s", i, around(a), around(b))
}
