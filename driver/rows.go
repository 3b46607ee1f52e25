package driver

import "slices"

// Row is one way to drive an adapter: a variant, with what is added to it.
type Row struct {
	Name     string
	Variant  Variant
	Features []Feature // those of the variant and the two below, where they apply

	Reuse       bool // buffer, and destination where supported, are reused
	NoTransform bool // the copy to and from the serializer's own structs is not timed
}

// Rows returns the rows that the driver gives, in the order of its variants:
// the plain one of each, then those with reuse and without transformation where
// the variant has them.
func (d *Driver) Rows() []Row {
	var rows []Row
	for _, v := range d.Variants {
		for _, noTransform := range []bool{false, true} {
			for _, reuse := range []bool{false, true} {
				if reuse && !v.Reuse || noTransform && !v.Transform {
					continue
				}
				r := Row{Variant: v, Reuse: reuse, NoTransform: noTransform, Features: slices.Clone(v.Features)}
				if reuse {
					r.Features = append(r.Features, Reuse)
				}
				if noTransform {
					r.Features = append(r.Features, NoTransform)
				}
				r.Name = d.RowName(Variant{Suffix: v.Suffix, Features: r.Features})
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// DeclaredSafe reports whether the row is declared to reach no package unsafe
// outside of the standard library.
func (r Row) DeclaredSafe() bool { return !r.Variant.InternalUnsafe && !r.Variant.Aliases }

// Caveats are what keeps the row from being one among equals: notes that stand
// with it in every table.
func (r Row) Caveats() (list []string) {
	if r.NoTransform {
		list = append(list, "the value is the library's own struct: nothing is copied from or to yours, and what it holds in another form, such as times in integers, stays so")
	}
	if r.Variant.Has(Arena) {
		list = append(list, "many decoded values share chunks of memory, so that one that is kept keeps its neighbours' alive")
	}
	return list
}
