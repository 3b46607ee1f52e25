package mirror

import (
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// Check is the Check of a driver whose serializer is given a mirror, of the type and by the
// config that mirrored returns: what is beyond the limits, or else what cannot be mirrored.
func Check(limits driver.Limits, mirrored func(*typemodel.Type, driver.Variant) (*typemodel.Type, Config)) func(*typemodel.Type, driver.Variant) []typemodel.Diagnostic {
	return func(t *typemodel.Type, v driver.Variant) []typemodel.Diagnostic {
		list := limits.Check(t, v)
		if len(list) == 0 {
			_, list = New(mirrored(t, v))
		}
		return list
	}
}

// Source returns a file of the declarations alone, in a package with that path and name.
func (m *Mirror) Source(path, name string) ([]byte, error) {
	f := goprint.New(path, name)
	m.EmitTypes(f)
	return f.Source()
}

// EmitNew prints the func New of an adapter for t, in whose statements mirror(v) is the value, the
// declarations, where no other file has them, and the cast.
func (m *Mirror) EmitNew(a *driver.Adapter, t *typemodel.Type, f driver.Funcs) {
	f.State = strings.TrimSpace("mirrorCheck()\n" + f.State)
	a.Reserve(m.Names()...)
	a.EmitNew(t, f)
	if !m.declared {
		m.EmitTypes(a.File)
	}
	m.EmitCast(a.File)
}
