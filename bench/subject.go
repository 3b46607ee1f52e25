package bench

import (
	"fmt"
	"slices"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/internal/measure"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
	"github.com/assay-go/assay/typemodel"
)

// subject is a type to be measured, where its values come from, and the adapters
// of which rows were chosen.
type subject struct {
	side    *Side
	drivers []*driver.Driver // that there are of rows

	build  *compile.Subject
	data   protocol.Data
	sweep  *measure.Sweep // nil: there are no values of other sizes
	wanted []wanted
	unmet  []string       // flags about types that this one does not hold
	notes  []string       // for the document: what was decided about the type
	built  *compile.Built // one verdict for each wanted adapter; nil until it is built
}

// wanted is an adapter with those of its rows that were chosen.
type wanted struct {
	driver  *driver.Driver
	variant driver.Variant
	rows    []driver.Row
}

// choose chooses the rows. An adapter none of whose rows is chosen is not built.
func (s *subject) choose(choose func(subject string, row rows.Candidate) bool) {
	for _, d := range s.drivers {
		byName := map[string]int{}
		for _, r := range d.Rows() {
			if d.Applies != nil && !d.Applies(s.build.Type, r) {
				continue
			}
			if choose != nil && !choose(s.build.Name, rows.OfDriver(d, r)) {
				continue
			}
			name := d.RowName(r.Variant)
			i, ok := byName[name]
			if !ok {
				i = len(s.wanted)
				byName[name] = i
				s.wanted = append(s.wanted, wanted{driver: d, variant: r.Variant})
			}
			s.wanted[i].rows = append(s.wanted[i].rows, r)
		}
	}
}

func (s *subject) adapters() []compile.Adapter {
	list := make([]compile.Adapter, len(s.wanted))
	for i, w := range s.wanted {
		list[i] = compile.Adapter{Subject: s.build, Driver: w.driver, Variant: w.variant}
	}
	return list
}

// record notes in the document what was built. Of several sides the first tells what
// is said of the run as a whole.
func record(doc *result.Run, side *Side, built *compile.Built) {
	if len(built.Workers) == 0 {
		return
	}
	side.record(doc, built.GoVersion, built.Flags, built.Modules)
	if doc.Env.Modules == nil {
		doc.Env.GoVersion, doc.Env.BuildFlags = built.GoVersion, built.Flags
		doc.Env.Modules = map[string]string{}
	}
	for path, version := range built.Modules {
		if _, ok := doc.Env.Modules[path]; !ok {
			doc.Env.Modules[path] = version
		}
	}
}

// result returns the subject's part of the document, without cases.
func (s *subject) result(o Options) *result.Subject {
	sub := &result.Subject{Name: s.build.Name, Type: s.build.Type.String(), Flags: s.data.Flags}
	if p := driver.Part(s.build.Type); o.Partial && p != nil {
		sub.Part = p.Name
	}
	return sub
}

// record adds a case for each row of the side to the subject's part of the document,
// and those that were built to what is measured. first is the side's first worker.
func (s *subject) record(doc *result.Run, sub *result.Subject, ms *measure.Subject, cfg Config, built *compile.Built, first int) {
	for i, w := range s.wanted {
		if doc.Serializers == nil {
			doc.Serializers = map[string]result.Serializer{}
		}
		doc.Serializers[w.driver.Name] = facts(w.driver)
		for _, r := range w.rows {
			c := s.describe(w, r, built.Verdicts[i])
			c.Row, c.Side = rows.At(r.Name, s.side.Name), s.side.Name
			sub.Cases = append(sub.Cases, c)
			if built.Verdicts[i].Worker < 0 {
				continue
			}
			ms.Cases = append(ms.Cases, s.toMeasure(cfg, w, r, c, first+built.Verdicts[i].Worker))
		}
	}
}

// facts returns what is true of all rows of a driver.
func facts(d *driver.Driver) result.Serializer {
	f := d.Facts
	s := result.Serializer{Licence: f.Licence, URL: f.URL, SelfDescribing: f.SelfDescribing, Schema: f.Schema, Evolution: f.Evolution(), Unmaintained: f.Unmaintained, Own: f.Own}
	if len(f.Modules) > 0 {
		s.Module = f.Modules[0].Path
	}
	return s
}

// toMeasure returns what is verified and measured of a case.
func (s *subject) toMeasure(cfg Config, w wanted, r driver.Row, c *result.Case, worker int) *measure.Case {
	var loop protocol.Loop
	if cfg.Loop != nil {
		l := cfg.Loop(s.build.Name, rows.OfDriver(w.driver, r))
		loop = protocol.Loop{Into: protocol.Into(l.Into), NewStructs: l.NewStructs, Times: l.Times}
	}
	mc := &measure.Case{
		Row:      c,
		Worker:   worker,
		Protocol: protocol.Case{Subject: s.build.Name, Adapter: w.driver.RowName(w.variant), Reuse: r.Reuse, Wire: r.NoTransform, LaidOut: w.driver.Format(w.variant) == "json", Loop: loop},
		Declared: protocol.Declared{
			Aliases: s.aliases(w, r), Nondeterministic: w.variant.Nondeterministic, DecodeOnly: w.variant.DecodeOnly, Chunks: w.variant.SharesChunks(), Methods: s.methods(w, r),
		},
	}
	if c.Side != "" {
		mc.Beside = r.Name
	}
	return mc
}

// methods names the methods of the type and its parts that the row calls to encode.
func (s *subject) methods(w wanted, r driver.Row) []string {
	carried, refusals := w.driver.Carry(s.build.Type, r.Variant)
	if len(refusals) > 0 {
		return nil
	}
	return carried.Methods().Names()
}

// describe returns what is known of a case before it runs. A declared label that
// the build found to be wrong fails the case.
func (s *subject) describe(w wanted, r driver.Row, v compile.Verdict) *result.Case {
	c := &result.Case{Row: r.Name, Driver: w.driver.Name, Version: v.Version, Workarounds: append(slices.Clone(v.Workarounds), r.Caveats()...)}
	c.Format = w.driver.Format(w.variant)
	c.Portable = driver.Portable(c.Format)
	if len(w.driver.Facts.Modules) == 0 {
		c.Version = ""
	}
	for _, f := range r.Features {
		c.Features = append(c.Features, string(f))
	}
	slices.Sort(c.Features)
	switch {
	case len(v.Refusals) > 0:
		c.Status, c.Reason = result.Refused, refusalReason(allWithRemedies(s.build.Type, s.build.Host.ModulePath, v.Refusals))
		return c
	case v.Err != "":
		c.Status, c.Reason = result.Failed, v.Err
		return c
	}
	if f := v.Footprint; f != nil {
		c.Footprint = &result.Footprint{ExecutableBytes: f.Bytes, CompileSec: f.Compile.Seconds()}
	}
	c.Status = result.Skipped
	if known, ok := rows.Labels()[w.driver.RowName(w.variant)]; ok && known.Version == v.Version {
		for _, l := range known.Labels { // the others are proven of the type itself
			if !l.Safety() {
				c.Labels = append(c.Labels, l)
			}
		}
	}
	c.Class, c.Unsafe = result.Safe, len(v.Unsafe) > 0
	switch {
	case s.aliases(w, r):
		c.Class = result.Aliases
	case len(v.Unsafe) > 0:
		c.Class = result.Unsafe
	}
	if r.DeclaredSafe() && len(v.Unsafe) > 0 {
		c.Status, c.Reason = result.Failed, fmt.Sprintf("declared to be free of package unsafe, but reaches it in %s", v.Unsafe[0])
	}
	return c
}

// aliases reports whether the row is declared to share memory with the input.
func (s *subject) aliases(w wanted, r driver.Row) bool {
	carried, refusals := w.driver.Carry(s.build.Type, r.Variant)
	return len(refusals) == 0 && carried.Aliases(r.NoTransform)
}

// refusalReason keeps to the first refusal of each reason, so that a wide type
// does not fill the screen.
func refusalReason(list []typemodel.Diagnostic) string {
	if len(list) == 1 {
		return list[0].String()
	}
	return fmt.Sprintf("%s (and %d more)", list[0], len(list)-1)
}
