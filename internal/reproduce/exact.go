package reproduce

import (
	"fmt"
	"math"
	"strings"

	"github.com/assay-go/assay/internal/report/layout"
)

// What exact figures are of.
const (
	length    = "length"
	bytesEach = "B/op"
	allocated = "allocations"
)

// An exact is a figure that does not depend on the machine.
type exact struct {
	what      string
	published *float64
	today     float64
}

// exacts are those that are published of a row that has figures of today.
func (c *Compared) exacts(r Row) []exact {
	if r.Reason != "" || r.Row == "" {
		return nil
	}
	var list []exact
	for _, x := range []exact{{length, orNil(r.PublishedSize), r.Size}, {bytesEach, r.PublishedBytes, r.Bytes}, {allocated, r.PublishedAllocs, r.Allocs}} {
		if x.published != nil {
			list = append(list, x)
		}
	}
	return list
}

// same reports whether the figures are equal. Means were published as whole
// numbers: go test cuts those of bytes, and lengths are rounded or cut.
func (x exact) same() bool {
	differ := x.today - *x.published
	switch {
	case x.what == bytesEach:
		return differ > -0.5 && differ <= 1
	case x.what == length && x.today != math.Round(x.today):
		return math.Abs(differ) < 1
	}
	return math.Abs(differ) < 0.5
}

// exact counts the exact figures that are as published, and says where to find why
// the others are not, unless that stands below.
func (r *Report) exact(c *Compared, full bool) string {
	var order []string
	same, all := map[string]int{}, map[string]int{}
	for _, row := range c.Rows {
		for _, x := range c.exacts(row) {
			if all[x.what]++; all[x.what] == 1 {
				order = append(order, x.what)
			}
			if c.same(row, x) {
				same[x.what]++
			}
		}
	}
	var parts []string
	differ := false
	for _, what := range order {
		parts = append(parts, fmt.Sprintf("%s %d of %d", what, same[what], all[what]))
		differ = differ || same[what] < all[what]
	}
	if len(parts) == 0 {
		return ""
	}
	text := "As published to the unit: " + strings.Join(parts, ", ")
	if differ && !full {
		return text + "; --full says why the others are not."
	}
	return text + "."
}

// differs says which exact figures of a row are others than the published ones, and
// why.
func (r *Report) differs(c *Compared, row Row) string {
	var parts []string
	for _, x := range c.exacts(row) {
		if k := c.rule(row, x, r.thenOf(c.Title, row.Name)); k.verdict != Same {
			parts = append(parts, fmt.Sprintf("%s %s → %s, %s", x.what, layout.Count(*x.published), layout.Count(x.today), k))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return row.Name + ": " + strings.Join(parts, "; ")
}
