package positional

import (
	"maps"
	"slices"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/carry"
	"github.com/assay-go/assay/typemodel"
)

// carried prints the conversion of it to what stands in its place, and returns
// the variable, "_" where nothing is to be written: the conversion may still refuse.
func (e *emitter) carried(it item) string {
	x := "_"
	if !it.elem.weightless() {
		x = e.local("x")
	}
	e.Pf("%s, err := %s(%s)", x, e.conversion("To", it.carry), it.lv.Addr())
	e.failMethod(it.path)
	return x
}

// conversion returns the name of the func that converts to or from what stands
// in a type's place. Types of several packages may be called the same.
func (e *emitter) conversion(direction string, c *carry.StandIn) string {
	base := codec.TypeName(c.Type)
	if c.As.Kind == typemodel.Pointer { // another than that of keys
		base += "Optional"
	}
	name := goprint.Numbered(base, func(name string) bool {
		return e.converted[name] != nil && e.Type(e.converted[name].Type) != e.Type(c.Type)
	})
	if e.converted[name] == nil {
		e.converted[name] = c
	}
	key := conversion{name, direction}
	if e.conversions[key] == nil {
		e.conversions[key] = c
	}
	return e.Local(e.prefix + name + direction + "Wire")
}

// conversion is a func that converts to or from what stands in a type's place, by the
// name that the type has in such.
type conversion struct{ base, direction string }

// printConversions prints the funcs that convert to and from what stands in the
// place of types.
func (e *emitter) printConversions() {
	sorted := slices.SortedFunc(maps.Keys(e.conversions), func(a, b conversion) int {
		return strings.Compare(a.base+a.direction, b.base+b.direction)
	})
	for _, key := range sorted {
		c := e.conversions[key]
		name := e.Local(e.prefix + key.base + key.direction + "Wire")
		e.P()
		if key.direction == "To" {
			e.Pf("// %s returns what stands for *v: %s.", name, c.How)
			c.EmitTo(e.File, name)
		} else {
			c.EmitFrom(e.File, name)
		}
	}
}
