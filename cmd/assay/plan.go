package main

import (
	"fmt"
	"slices"

	"github.com/assay-go/assay/compile"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/measure"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/result"
	"github.com/assay-go/assay/typemodel"
	"github.com/assay-go/assay/worker/protocol"
)

// plan is what a run will do: for each subject the adapters to build, and for
// each adapter the rows to measure.
type plan struct {
	subjects []*subject
	wanted   []wanted
}

// wanted is an adapter with those of its rows that were chosen.
type wanted struct {
	subject *subject
	driver  *driver.Driver
	variant driver.Variant
	rows    []driver.Row
}

// newPlan chooses the rows. An adapter none of whose rows is chosen is not
// built.
func newPlan(subjects []*subject, all []*driver.Driver, filter report.Filter) *plan {
	p := &plan{subjects: subjects}
	for _, s := range subjects {
		for _, d := range all {
			byName := map[string]int{}
			for _, r := range d.Rows() {
				if !filter.Match(report.CandidateOfRow(d, r)) {
					continue
				}
				name := d.RowName(r.Variant)
				i, ok := byName[name]
				if !ok {
					i = len(p.wanted)
					byName[name] = i
					p.wanted = append(p.wanted, wanted{subject: s, driver: d, variant: r.Variant})
				}
				p.wanted[i].rows = append(p.wanted[i].rows, r)
			}
		}
	}
	return p
}

func (p *plan) adapters() []compile.Adapter {
	list := make([]compile.Adapter, len(p.wanted))
	for i, w := range p.wanted {
		list[i] = compile.Adapter{Subject: w.subject.build, Driver: w.driver, Variant: w.variant}
	}
	return list
}

// config turns what was built into the cases to measure, and records in doc
// those that cannot be.
func (p *plan) config(built *compile.Built, doc *result.Run) measure.Config {
	doc.Env.GoVersion, doc.Env.BuildFlags, doc.Env.Modules = built.GoVersion, built.Flags, built.Modules
	cfg := measure.Config{Run: doc}
	for _, w := range built.Workers {
		cfg.Workers = append(cfg.Workers, w.Layouts)
	}
	for _, s := range p.subjects {
		ms := &measure.Subject{Name: s.build.Name, Data: s.data, Result: subjectOf(doc, s)}
		for i, w := range p.wanted {
			if w.subject != s {
				continue
			}
			for _, r := range w.rows {
				rc, isNew := caseOf(ms.Result, r.Name)
				if isNew {
					describe(rc, w, r, built.Verdicts[i])
				}
				if rc.Status == result.Refused || built.Verdicts[i].Worker < 0 {
					continue
				}
				ms.Cases = append(ms.Cases, &measure.Case{
					Row:      rc,
					Worker:   built.Verdicts[i].Worker,
					Protocol: protocol.Case{Subject: s.build.Name, Adapter: w.driver.RowName(w.variant), Reuse: r.Reuse, Wire: r.NoTransform},
					Declared: protocol.Declared{
						Aliases: w.variant.AliasesIn(s.build.Type), Nondeterministic: w.variant.Nondeterministic, DecodeOnly: w.variant.DecodeOnly,
					},
				})
			}
		}
		cfg.Subjects = append(cfg.Subjects, ms)
	}
	return cfg
}

// subjectOf returns the subject's record in doc, which a resumed run has
// already.
func subjectOf(doc *result.Run, s *subject) *result.Subject {
	for _, old := range doc.Subjects {
		if old.Name == s.build.Name {
			return old
		}
	}
	sub := &result.Subject{Name: s.build.Name, Type: s.build.Type.String(), Flags: s.data.Flags}
	doc.Subjects = append(doc.Subjects, sub)
	return sub
}

func caseOf(s *result.Subject, row string) (c *result.Case, isNew bool) {
	for _, old := range s.Cases {
		if old.Row == row {
			return old, false
		}
	}
	c = &result.Case{Row: row}
	s.Cases = append(s.Cases, c)
	return c, true
}

// describe fills what is known of a case before it runs. A declared label that
// the build found to be wrong fails the case.
func describe(c *result.Case, w wanted, r driver.Row, v compile.Verdict) {
	c.Driver, c.Version, c.Workarounds = w.driver.Name, v.Version, v.Workarounds
	if len(w.driver.Facts.Modules) == 0 {
		c.Version = ""
	}
	for _, f := range r.Features {
		c.Features = append(c.Features, string(f))
	}
	slices.Sort(c.Features)
	switch {
	case len(v.Refusals) > 0:
		c.Status, c.Reason = result.Refused, refusalReason(v.Refusals)
	case v.Err != "":
		c.Status, c.Reason = result.Failed, v.Err
	default:
		c.Status = result.Skipped
		switch {
		case r.Variant.AliasesIn(w.subject.build.Type):
			c.Unsafe = "aliases"
		case len(v.Unsafe) > 0:
			c.Unsafe = "internal"
		}
		if r.DeclaredSafe() && len(v.Unsafe) > 0 {
			c.Status, c.Reason = result.Failed, fmt.Sprintf("declared to be free of package unsafe, but reaches it in %s", v.Unsafe[0])
		}
	}
}

// refusalReason keeps to the first refusal of each reason, so that a wide type
// does not fill the screen.
func refusalReason(list []typemodel.Refusal) string {
	if len(list) == 1 {
		return list[0].String()
	}
	return fmt.Sprintf("%s (and %d more)", list[0], len(list)-1)
}
