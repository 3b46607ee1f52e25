package numbers

import "github.com/assay-go/assay/internal/shape"

// Strings share copies of the input where there is little else in it: in lists of them, and in messages and entries
// of maps of which they are the larger part.

// findDense finds the messages of the list in which strings share copies, and those in them.
func (p *printer) findDense(list []*shape.Node) {
	for _, n := range list {
		if p.isDense(n, UTF8) {
			for _, m := range p.messages(n) {
				p.dense[m] = true
			}
		}
	}
}

// isDense reports whether most of a value of n is strings, and there are several.
func (p *printer) isDense(n *shape.Node, c Coding) bool {
	texts, others := p.weigh(n, c)
	return texts > max(others, 1) && p.SharesMemory()
}

// denseEntries is isDense for the entries of a map.
func (p *printer) denseEntries(f *field) bool {
	texts, others := p.weighEntry(f)
	return texts > max(others, 1) && p.SharesMemory()
}

// weigh returns how many strings a value of n has, and how much else: a number counts as one, and what may be
// longer as four.
func (p *printer) weigh(n *shape.Node, c Coding) (texts, others int) {
	for n.Form == shape.Pointer || n.Form == shape.Carried {
		n = n.Elem
	}
	switch k := KindOf(n, c); {
	case k == KindText:
		return 1, 0
	case k.numeric() || k == KindTime || k == KindDuration:
		return 0, 1
	case k != KindMessage || n.Form != shape.Struct || c == Wrapped:
		return 0, 4
	}
	if w, ok := p.weight[n]; ok {
		return w[0], w[1]
	}
	p.weight[n] = [2]int{0, 4} // within itself
	for _, f := range p.fields(n) {
		t, o := 0, 0
		switch f.form() {
		case shape.Interface:
			for _, variant := range f.variants {
				if t, o = p.weigh(variant.node, variant.Coding); t > 0 {
					t, o = 1, 0
					break
				}
			}
		case shape.Map:
			t, o = p.weighEntry(f)
			t, o = 2*t, 2*o
		case shape.List, shape.Array:
			if t, o = 0, 8; !f.elementKind().numeric() {
				t, o = p.weigh(f.element(), f.Coding)
				t, o = 2*t, 2*o
			}
		default:
			t, o = p.weigh(f.node, f.Coding)
		}
		texts, others = texts+t, others+o
	}
	p.weight[n] = [2]int{texts, others}
	return texts, others
}

// weighEntry is weigh for an entry of a map.
func (p *printer) weighEntry(f *field) (texts, others int) {
	texts, others = p.weigh(f.node.Key, f.Key)
	t, o := p.weigh(f.node.Elem, f.Value)
	return texts + t, others + o
}
