package positional

import (
	"maps"
	"slices"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/internal/carry"
	"github.com/assay-go/assay/typemodel"
)

// carried prints the conversion of it to what stands in its place, and returns
// the variable.
func (e *emitter) carried(it item) string {
	x := e.local("x")
	e.Pf("%s, err := %s(%s)", x, e.conversion("To", it.carry), it.lv.address())
	e.failMethod(it.path)
	return x
}

// conversion returns the name of the func that converts to or from what stands
// in a type's place.
func (e *emitter) conversion(direction string, c *carry.Carrier) string {
	base := codec.TypeName(c.Type)
	if c.As.Kind == typemodel.Pointer { // another than that of keys
		base += "Optional"
	}
	if _, ok := e.conversions[base+direction]; !ok {
		e.conversions[base+direction] = c
	}
	return e.Local(e.prefix + base + direction + "Wire")
}

// printConversions prints the funcs that convert to and from what stands in the
// place of types.
func (e *emitter) printConversions() {
	for _, key := range slices.Sorted(maps.Keys(e.conversions)) {
		c := e.conversions[key]
		base, to := strings.CutSuffix(key, "To")
		base = strings.TrimSuffix(base, "From")
		e.P()
		if to {
			name := e.Local(e.prefix + base + "ToWire")
			e.Pf("// %s returns what stands for *v: %s.", name, c.How)
			c.EmitTo(e.File, name)
			continue
		}
		c.EmitFrom(e.File, e.Local(e.prefix+base+"FromWire"))
	}
}
