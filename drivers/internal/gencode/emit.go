package gencode

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/transform"
	"github.com/assay-go/assay/typemodel"
)

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	transform.Reserve(a, t)
	a.Use("slices")
	c := &carrier{a, transform.New(a), v.Has(driver.Varint)}
	c.Carry(t, func(t *typemodel.Type, bare bool) *transform.Carrier { return c.carry(t, bare, false) })
	a.Tools = []driver.Tool{tool(v, "gen", c.schema())}
	c.Emit()
	a.EmitNewWire(driver.Funcs{
		Marshal: `return v.Marshal(nil)`,
		Append: `n := len(buf)
			if n == 0 {
				return v.Marshal(buf)
			}
			buf = slices.Grow(buf, int(v.Size()))
			out, err := v.Marshal(buf[n:])
			return buf[:n+len(out)], err`,
		Unmarshal: `_, err := v.Unmarshal(data)
			return err`,
		// Every field is assigned, and slices and pointees are used again.
		UnmarshalReuse: `_, err := v.Unmarshal(data)
			return err`,
		Size: `return int(v.Size())`,
	})
	return nil
}
