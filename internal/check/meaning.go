package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assay-go/assay/driver"
)

// Meaning is what the changes of a type are to codecs that find fields alike.
type Meaning struct {
	Codecs []string  `json:"codecs"`
	By     driver.By `json:"by"`
	Text   string    `json:"text"`
}

// mean says of the codecs what the changes are to them: by their own identity of
// fields, and by what the bytes prove.
func (r *Report) mean() {
	for _, c := range r.Codecs {
		text := strings.Join(c.meaning(), "; ")
		if text == "" {
			continue
		}
		m := Meaning{[]string{c.Name}, c.Ways[0].match.id.By, text}
		if i := slices.IndexFunc(r.Means, func(o Meaning) bool { return o.By == m.By && o.Text == m.Text }); i >= 0 {
			r.Means[i].Codecs = append(r.Means[i].Codecs, c.Name)
		} else {
			r.Means = append(r.Means, m)
		}
	}
}

func (c *Codec) meaning() (list []string) {
	add := func(format string, args ...any) {
		if s := fmt.Sprintf(format, args...); !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	for _, w := range c.Ways {
		if w.match == nil {
			continue
		}
		for _, old := range slices.Sorted(maps.Keys(w.match.forward)) {
			if new := w.match.forward[old]; old != new && !strings.HasSuffix(old, "[]") {
				add("%s is %s", new, old)
			}
		}
		for _, old := range slices.Sorted(maps.Keys(w.Found)) {
			add("%s is read as %s", old, w.Found[old])
		}
		for _, path := range w.Dropped {
			add("%s is dropped", path)
		}
		for _, text := range w.match.advice(w.Dropped) {
			add("%s", text)
		}
		for _, a := range w.Accepted {
			add("%s is %s, as accepted%s", a.Path, a.Verdict, strings.TrimSuffix(": "+a.Because, ": "))
		}
		for _, change := range w.match.changes {
			if change.Kind == "tag" {
				add("%s: the options %s → %s", change.Path, change.Old, change.New)
			}
		}
	}
	return list
}

// String is the meaning as a line.
func (m Meaning) String() string {
	return fmt.Sprintf("%s, by %s: %s", strings.Join(m.Codecs, ", "), m.By, m.Text)
}
