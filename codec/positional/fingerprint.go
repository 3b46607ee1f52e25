package positional

import (
	"fmt"
	"hash/fnv"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/typemodel"
)

// codings are the names that fingerprints hash, as docs/formats/flat.md has them.
// They must never change.
var codings = map[op]string{
	opBool: "bool", opString: "string", opBytes: "bytes", opByteArray: "bytearray", opArray: "array", opList: "list", opMap: "map",
	opPointer: "pointer", opTime: "time", opMarshaler: "binary", opCarried: "as", opInterface: "interface",
}

// fingerprint returns a hash of everything that decides what the bytes of a
// value mean: field names, and how each is written. Of an evolvable struct it is
// the fields that stand before the one that makes it evolvable.
func (p *plan) fingerprint() uint32 {
	var b strings.Builder
	seen := map[*node]int{}
	var describe func(n *node)
	describe = func(n *node) {
		if number, ok := seen[n]; ok {
			fmt.Fprintf(&b, "#%d", number)
			return
		}
		switch n.op {
		case opNumber:
			fmt.Fprintf(&b, "%s/%d", n.typ.Kind, n.num.Bytes)
		case opStruct:
			seen[n] = len(seen)
			fields := n.fields
			if n.framed {
				b.WriteString("evolvable")
				fields = fields[:n.known]
			}
			b.WriteByte('{')
			for _, f := range fields {
				b.WriteString(f.name + " ")
				describe(f.node)
				b.WriteByte(';')
			}
			b.WriteByte('}')
		case opInterface:
			if n.dynamic() {
				b.WriteString("any")
				return
			}
			seen[n] = len(seen)
			b.WriteString(codings[n.op])
			for _, impl := range n.impls {
				b.WriteString("(" + implName(impl.typ) + " ")
				describe(impl)
				b.WriteByte(')')
			}
		default:
			b.WriteString(codings[n.op])
			if n.op == opArray || n.op == opByteArray {
				fmt.Fprintf(&b, "[%d]", n.typ.Len)
			}
			if n.zone {
				b.WriteByte('z')
			}
			for _, part := range []*node{n.key, n.elem} {
				if part != nil {
					b.WriteByte('(')
					describe(part)
					b.WriteByte(')')
				}
			}
		}
	}
	describe(p.root)
	h := fnv.New32a()
	h.Write([]byte(p.format.ID + b.String()))
	return h.Sum32()
}

// implName returns the name that tells a concrete type of an interface from
// others with the same coding: its own, or that of what it is made of. Packages
// do not count, so that a type may move.
func implName(t *typemodel.Type) string {
	for t.Name.IsZero() && t.Elem != nil {
		t = t.Elem
	}
	return codec.TypeName(t)
}

// mark returns the bytes that every encoding begins with: a 1, for the version of
// the format, and the fingerprint of the type.
func (p *plan) mark() string {
	sum := p.fingerprint()
	return string([]byte{1, byte(sum), byte(sum >> 8), byte(sum >> 16), byte(sum >> 24)})
}
