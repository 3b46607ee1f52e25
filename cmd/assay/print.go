package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/report/export"
	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/report/text"
	"github.com/assay-go/assay/result"
)

// printView writes the view to standard output in one of the formats.
func printView(s *session, v *report.View, format string, o layout.Options) error {
	return export.Write(s.stdout, v, format, o, text.Style{Color: s.style.color})
}

func (c *runCommand) layout() layout.Options { return layout.Options{Full: c.Full, Compact: c.Brief} }

// tables prints a run for people, a subject as soon as it was measured.
type tables struct {
	*session
	options layout.Options
	failed  error // the first of any print
	opened  bool
}

func (t *tables) set(doc layout.Document) {
	if len(doc) == 0 || t.failed != nil {
		return
	}
	if t.opened {
		_, t.failed = fmt.Fprintln(t.stdout)
	}
	t.opened = true
	if t.failed == nil {
		t.failed = text.Set(t.stdout, doc, text.Style{Color: t.style.color})
	}
}

// subject prints the subject of the run that has this name.
func (t *tables) subject(doc *result.Run, name string) {
	one := *doc
	one.Subjects = slices.DeleteFunc(slices.Clone(doc.Subjects), func(s *result.Subject) bool { return s.Name != name })
	v := report.New(&one, nil)
	if !t.opened {
		t.set(layout.Opening(v))
	}
	for _, s := range v.Subjects {
		t.set(layout.Subject(s, t.options))
	}
}

// glance returns the table of the subject that is being measured, the run's last,
// as far as it is known; empty when nothing is.
func glance(doc *result.Run, color bool) string {
	if len(doc.Subjects) == 0 {
		return ""
	}
	one := *doc
	one.Subjects = doc.Subjects[len(doc.Subjects)-1:]
	if !measured(&one) {
		return ""
	}
	var b strings.Builder
	for _, s := range report.New(&one, nil).Subjects {
		_ = text.Set(&b, layout.Subject(s, layout.Options{}), text.Style{Color: color}) // a Builder takes all
	}
	return b.String()
}

// close prints what is known of all subjects together.
func (t *tables) close(doc *result.Run) error {
	v := report.New(doc, nil)
	for _, part := range []layout.Document{layout.Choices(v), layout.Alarms(v), layout.Legend(v, t.options)} {
		t.set(part)
	}
	return t.failed
}
