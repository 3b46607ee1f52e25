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
	return export.Write(s.stdout, v, format, o, s.style.text())
}

func (c *runCommand) layout() layout.Options { return layout.Options{Full: c.Full, Compact: c.Brief} }

// tables prints a run for people, a subject as soon as it was measured. A run of one
// subject is printed as a whole, so that what there is to say fits a screen.
type tables struct {
	*session
	options layout.Options
	failed  error // the first of any print
	opened  bool
	read    bool // it is said how the tables are read
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
		t.failed = text.Set(t.stdout, doc, t.style.text().Of(t.options))
	}
}

// subject prints the subject of the run that has this name, which is one of several.
func (t *tables) subject(doc *result.Run, name string) {
	if !t.options.Several {
		return
	}
	v := report.New(only(doc, name), nil)
	if !t.opened {
		t.set(layout.Opening(v, t.options))
	}
	for _, s := range v.Subjects {
		t.set(layout.Subject(s, t.options))
		if !t.read {
			reading := layout.Reading(s, t.options)
			t.set(reading)
			t.read = len(reading) > 0
		}
	}
}

// only returns the run with one of its subjects.
func only(doc *result.Run, name string) *result.Run {
	one := *doc
	one.Subjects = slices.DeleteFunc(slices.Clone(doc.Subjects), func(s *result.Subject) bool { return s.Name != name })
	return &one
}

// glance returns the table of the subject that is being measured, the run's last,
// as far as it is known; empty when nothing is.
func glance(doc *result.Run, style text.Style) string {
	if len(doc.Subjects) == 0 {
		return ""
	}
	last := only(doc, doc.Subjects[len(doc.Subjects)-1].Name)
	if !measured(last) {
		return ""
	}
	var b strings.Builder
	for _, s := range report.New(last, nil).Subjects {
		_ = text.Set(&b, layout.Subject(s, layout.Options{Several: true}), style) // a Builder takes all
	}
	return b.String()
}

// close prints what is known of all subjects together.
func (t *tables) close(doc *result.Run) error {
	v := report.New(doc, nil)
	if t.options.Several {
		t.set(layout.Closing(v, t.options))
	} else {
		t.set(layout.New(v, t.options))
	}
	return t.failed
}
