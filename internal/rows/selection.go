// Package rows knows what the rows of a run are called, which features they
// have, and how they are chosen: before a run among those that the drivers give,
// and after it among those of its document. Package driver makes the names, of
// its variants; here they are read.
package rows

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/rows/spelling"
	"github.com/assay-go/assay/result"
)

// Selection chooses rows by name and by feature. The zero value lets every row
// pass.
type Selection struct {
	globs    []string
	features []string // all held by a row that passes
	without  []string // none held
}

// Candidate is what is known of a row before it is measured.
type Candidate = result.Candidate

// OfCase returns the candidate that a row of a results file is.
func OfCase(c *result.Case) Candidate {
	return Candidate{Row: c.Row, Side: c.Side, Driver: c.Driver, Features: c.Features, Safe: c.Safe()}
}

// OfDriver returns the candidate that a row of a driver is before
// anything is built.
func OfDriver(d *driver.Driver, r driver.Row) Candidate {
	c := Candidate{Row: r.Name, Driver: d.Name, Safe: r.DeclaredSafe()}
	for _, f := range r.Features {
		c.Features = append(c.Features, string(f))
	}
	return c
}

// All returns every row that the drivers give.
func All(drivers []*driver.Driver) []Candidate {
	var list []Candidate
	for _, d := range drivers {
		for _, row := range d.Rows() {
			list = append(list, OfDriver(d, row))
		}
	}
	return list
}

// safe is the word of a feature list that asks for rows which reach no package
// unsafe. It is no feature: a variant without the feature "unsafe" may use it
// all the same, in the library or for strings only.
const safe = "safe"

// Vocabulary returns the words that a feature list may hold.
func Vocabulary() []string {
	return []string{
		string(driver.Binary), string(driver.Text),
		string(driver.Codegen), string(driver.Manual), string(driver.Reflect), string(driver.Native),
		string(driver.Int), string(driver.Raw), string(driver.Varint), string(driver.Symbols),
		string(driver.Reuse), string(driver.Arena), string(driver.Constructor), string(driver.Evolvable), string(driver.NoTransform),
		safe, string(driver.Unsafe), string(driver.UnsafeStr), string(driver.UnsafeUnm), string(driver.NotUnsafe),
	}
}

// Parse reads a selection as it is written on the command line. serializers is a comma
// separated list of globs, in the syntax of path.Match, of which one must match
// the row's name, its name without features, or its serializer's name: "mus"
// means all rows of mus. features is a comma separated list of features that
// must all hold, or must not where ! precedes them; the word "safe" asks for
// rows that reach no package unsafe. Empty strings let everything pass.
//
// rows are the rows there are to choose from. A glob that matches none of them
// and an unknown feature are errors that name the nearest that exists; so is a
// selection that no row passes.
func Parse(serializers, features string, rows []Candidate) (Selection, error) {
	var f Selection
	for _, glob := range split(serializers) {
		if _, err := path.Match(glob, ""); err != nil {
			return Selection{}, fmt.Errorf("serializers: %q is no pattern: %v", glob, err)
		}
		if !slices.ContainsFunc(rows, func(c Candidate) bool { return matches(glob, c) }) {
			if slices.ContainsFunc(limits, func(name string) bool { ok, _ := path.Match(glob, name); return ok }) {
				return Selection{}, fmt.Errorf("serializers: %q is none: the limits are measured beside any variants, and shown with --full", glob)
			}
			hint := spelling.Hint(glob, names(rows))
			if strings.ContainsAny(glob, " ;") {
				hint = ": names are joined by commas"
			}
			return Selection{}, fmt.Errorf("serializers: no variant matches %q%s (assay list has their names)", glob, hint)
		}
		f.globs = append(f.globs, glob)
	}
	vocabulary := Vocabulary()
	for _, row := range rows { // a codec of one's own may have words of its own
		for _, word := range row.Features {
			if !slices.Contains(vocabulary, word) {
				vocabulary = append(vocabulary, word)
			}
		}
	}
	for _, word := range split(features) {
		name, negated := strings.CutPrefix(word, "!")
		name = strings.TrimSpace(name)
		if !slices.Contains(vocabulary, name) {
			return Selection{}, fmt.Errorf("features: unknown feature %q%s; there are %s",
				name, spelling.Hint(name, vocabulary), strings.Join(vocabulary, ", "))
		}
		if negated {
			f.without = append(f.without, name)
		} else {
			f.features = append(f.features, name)
		}
	}
	if len(rows) > 0 && !slices.ContainsFunc(rows, f.Match) {
		if serializers == "" {
			return Selection{}, fmt.Errorf("no variant passes --features %q", features)
		}
		return Selection{}, fmt.Errorf("no variant passes --serializers %q together with --features %q", serializers, features)
	}
	return f, nil
}

// limits are what no row can go below, measured in every run: no serializers.
var limits = []string{"limit.copy", "limit.alloc"}

// Match reports whether the selection lets the row pass.
func (f Selection) Match(c Candidate) bool {
	if len(f.globs) > 0 && !slices.ContainsFunc(f.globs, func(glob string) bool { return matches(glob, c) }) {
		return false
	}
	has := func(name string) bool { return slices.Contains(c.Features, name) || name == safe && c.Safe }
	for _, name := range f.features {
		if !has(name) {
			return false
		}
	}
	return !slices.ContainsFunc(f.without, has)
}

func split(list string) []string {
	var parts []string
	for part := range strings.SplitSeq(list, ",") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

// At returns the name of a row on a side: with the side's name behind that of the
// serializer. A side without a name changes nothing.
func At(row, side string) string {
	if side == "" {
		return row
	}
	base, features, ok := strings.Cut(row, "+")
	if ok {
		features = "+" + features
	}
	return base + "@" + side + features
}

func matches(glob string, c Candidate) bool {
	base, _, _ := strings.Cut(c.Row, "+")
	names := []string{c.Row, base, c.Driver}
	if c.Side != "" {
		bare := strings.Replace(c.Row, "@"+c.Side, "", 1)
		base, _, _ := strings.Cut(bare, "+")
		names = append(names, bare, base)
	}
	for _, name := range names {
		if ok, _ := path.Match(glob, name); ok {
			return true
		}
	}
	return false
}

// names returns what a glob can be compared with: serializers first, so that
// they are preferred to their rows in a suggestion.
func names(rows []Candidate) []string {
	var list []string
	for _, c := range rows {
		list = append(list, c.Driver)
	}
	for _, c := range rows {
		list = append(list, c.Row)
	}
	return list
}
