package driver

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/typemodel"
)

// Identity says by what a reader finds a field of a struct among the bytes of another
// version of the struct. It decides what a change of the struct means.
type Identity struct {
	By By

	// Tags are keys of struct tags: of a field, the first that it has names it, or has
	// its number. A field that has none goes by its Go name, or by its place among the
	// fields.
	Tags []string

	// Lower says that the name of a field without a tag is its Go name in lower case.
	Lower bool
}

// By is what a field is found by.
type By string

// What a field is found by.
const (
	Name         By = "name"
	Number       By = "number"
	Order        By = "order"
	WriterSchema By = "writer's schema" // by name, where the reader is given the writer's schema too
)

// ByName is the identity of formats that carry the names of fields.
func ByName(tags ...string) Identity { return Identity{By: Name, Tags: tags} }

// ByNumber is the identity of formats that carry the numbers of fields.
func ByNumber(tags ...string) Identity { return Identity{By: Number, Tags: tags} }

// ByOrder is the identity of formats that carry neither.
func ByOrder() Identity { return Identity{By: Order} }

// ByWriterSchema is the identity of formats that carry neither, and whose readers match
// names in the writer's schema with those in their own.
func ByWriterSchema(tags ...string) Identity { return Identity{By: WriterSchema, Tags: tags} }

// Identity is what the variant's readers find fields by.
func (d *Driver) Identity(v Variant) Identity {
	if v.Identity != nil {
		return *v.Identity
	}
	return d.Facts.Identity
}

// Changed are the rows by which it is tried how types change: the driver's own, and that
// of its Registry.
func (d *Driver) Changed() []Row {
	rows := d.Rows()
	if v := d.Registry; v != nil {
		rows = append(rows, Row{Name: d.RowName(*v), Variant: *v, Features: v.Features})
	}
	return rows
}

// Evolution is how types can change, in a word: "tagged" (fields may be added),
// "positional" or "writer schema".
func (f Facts) Evolution() string {
	switch f.Identity.By {
	case Order:
		return "positional"
	case WriterSchema:
		return "writer schema"
	}
	return "tagged"
}

// Of returns what a field is found by, "Total" or "3", and reports whether a tag says
// so. Where fields go by their order, or have no number, it is empty.
func (id Identity) Of(f *typemodel.Field) (identity string, tagged bool) {
	switch id.By {
	case Name, WriterSchema:
		if name, _, _ := strings.Cut(tag(f, id.Tags), ","); name != "" && name != "-" {
			return name, true
		}
		if id.Lower {
			return strings.ToLower(f.Name), false
		}
		return f.Name, false
	case Number:
		for part := range strings.SplitSeq(tag(f, id.Tags), ",") {
			if n, err := strconv.Atoi(strings.TrimSpace(part)); err == nil && n > 0 {
				return strconv.Itoa(n), true
			}
		}
	}
	return "", false
}

// Numbers returns the numbers of the fields of a struct, by their indexes: those of tags,
// and of exported fields that have none the ones behind, by their order. Where a tag's
// number is there twice all are by order. Fields that are not exported have 0.
func (id Identity) Numbers(t *typemodel.Type) []int {
	list := make([]int, len(t.Fields))
	most, tagged := 0, true
	for i := range t.Fields {
		text, _ := id.Of(&t.Fields[i])
		n, _ := strconv.Atoi(text)
		if !t.Fields[i].Exported() || n == 0 {
			continue
		}
		if slices.Contains(list, n) {
			tagged, most = false, 0
			break
		}
		list[i], most = n, max(most, n)
	}
	for i := range t.Fields {
		if t.Fields[i].Exported() && (!tagged || list[i] == 0) {
			most++
			list[i] = most
		}
	}
	return list
}

// Rank orders the fields of a struct whose schema has them in the order of their numbers:
// those that have none come behind, as they stand.
func (id Identity) Rank(f *typemodel.Field) int {
	text, _ := id.Of(f)
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	return math.MaxInt
}

// InOrder returns the exported fields of a struct by their [Identity.Rank].
func (id Identity) InOrder(t *typemodel.Type) (list []*typemodel.Field) {
	for i := range t.Fields {
		if t.Fields[i].Exported() {
			list = append(list, &t.Fields[i])
		}
	}
	slices.SortStableFunc(list, func(a, b *typemodel.Field) int { return cmp.Compare(id.Rank(a), id.Rank(b)) })
	return list
}

// NoGaps is a [Rule] of formats in whose schemas every number has a field: what the
// numbers of tags leave out would move the fields behind.
func (id Identity) NoGaps(_ string, t *typemodel.Type) (reason, fix string) {
	for i, f := range id.InOrder(t) {
		if n := id.Rank(f); n != math.MaxInt && n != i+1 {
			return fmt.Sprintf("%s has the number %d, and should have %d", f.Name, n, i+1), "number the fields from 1, each once, and keep a field that nobody uses any more"
		}
	}
	return "", ""
}

// Options are those of a field's tag that follow its name, such as "string" and
// "omitempty", sorted. Where fields have numbers, they are all that the tag says
// beside the number, and the name, which is not on the wire.
func (id Identity) Options(f *typemodel.Field) string {
	parts := strings.Split(tag(f, id.Tags), ",")
	if id.By != Number {
		parts = parts[1:]
	}
	parts = slices.DeleteFunc(parts, func(p string) bool {
		_, err := strconv.Atoi(p)
		return p == "" || id.By == Number && (err == nil || strings.Contains(p, "="))
	})
	slices.Sort(parts)
	return strings.Join(parts, ",")
}
