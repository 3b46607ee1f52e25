package positional

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// codings are the names that fingerprints hash, as docs/formats/flat.md has them.
// They must never change.
var codings = map[op]string{
	opBool: "bool", opString: "string", opBytes: "bytes", opByteArray: "bytearray", opArray: "array", opList: "list", opMap: "map",
	opPointer: "pointer", opTime: "time", opMarshaler: "binary", opCarried: "as", opInterface: "interface",
}

// describer writes down everything that decides what the bytes of a value mean:
// field names, and how each is written.
type describer struct {
	strings.Builder
	seen map[*node]int
	name func(*node) string // of an evolvable struct, in the place of its fields; nil: those that stand before _
}

func (d *describer) describe(n *node) {
	if number, ok := d.seen[n]; ok {
		fmt.Fprintf(d, "#%d", number)
		return
	}
	switch n.op {
	case opNumber:
		fmt.Fprintf(d, "%s/%d", n.typ.Kind, n.num.Bytes)
	case opStruct:
		fields := n.fields
		if n.framed {
			d.WriteString("evolvable")
			if d.name != nil {
				d.WriteString(" " + d.name(n))
				return
			}
			fields = fields[:n.known]
		}
		d.seen[n] = len(d.seen)
		d.WriteByte('{')
		for _, f := range fields {
			d.field(f)
		}
		d.WriteByte('}')
	case opInterface:
		if n.dynamic() {
			d.WriteString("any")
			return
		}
		d.seen[n] = len(d.seen)
		d.WriteString(codings[n.op])
		for _, impl := range n.impls {
			d.WriteString("(" + implName(impl.typ) + " ")
			d.describe(impl)
			d.WriteByte(')')
		}
	default:
		d.WriteString(codings[n.op])
		if n.op == opArray || n.op == opByteArray {
			fmt.Fprintf(d, "[%d]", n.typ.Len)
		}
		if n.zone {
			d.WriteByte('z')
		}
		for _, part := range []*node{n.key, n.elem} {
			if part != nil {
				d.WriteByte('(')
				d.describe(part)
				d.WriteByte(')')
			}
		}
	}
}

func (d *describer) field(f field) {
	d.WriteString(f.name + " ")
	d.describe(f.node)
	d.WriteByte(';')
}

// fingerprint returns a hash of the type. Of an evolvable struct it is the fields
// that stand before the one that makes it evolvable.
func (p *plan) fingerprint() uint32 {
	d := describer{seen: map[*node]int{}}
	d.describe(p.root)
	return hash(p.format.ID + d.String())
}

func hash(text string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(text))
	return h.Sum32()
}

// half is a hash of two bytes.
func half(text string) []byte {
	sum := hash(text)
	return binary.LittleEndian.AppendUint16(nil, uint16(sum^sum>>16))
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

// evolvables returns the evolvable structs of the type with the names by which
// versions of it know them: their own, numbered from 2 where that hashes like an
// earlier one.
func (p *plan) evolvables() (list []*node, names map[*node]string) {
	names = map[*node]string{}
	taken := map[string]bool{}
	for _, n := range p.reachable(p.root) {
		if n.op != opStruct || !n.framed {
			continue
		}
		name := goprint.Numbered(codec.TypeName(n.typ), func(name string) bool { return taken[string(half(name))] })
		taken[string(half(name))] = true
		names[n] = name
		list = append(list, n)
	}
	return list, names
}

// growth returns what tells readers how far their evolvable structs are the
// writer's. For each there is a hash of its name, a count, and that many hashes:
// of the fields before _, if there are any, and of these with one, two, three of
// the fields behind it.
func (p *plan) growth() []byte {
	list, names := p.evolvables()
	var table []byte
	for _, n := range list {
		d := describer{seen: map[*node]int{n: 0}, name: func(n *node) string { return names[n] }}
		var hashes []byte
		for i, f := range n.fields {
			d.field(f)
			if i+1 >= n.known {
				hashes = append(hashes, half(d.String())...)
			}
		}
		table = append(table, half(names[n])...)
		table = binary.AppendUvarint(table, uint64(len(hashes)/2))
		table = append(table, hashes...)
	}
	return table
}

// formatVersion is the first byte of every encoding.
const formatVersion = 1

// markFixed is the length of what every encoding begins with: a 1, for the
// version of the format, and the fingerprint of the type.
const markFixed = 5

// mark returns the bytes that every encoding begins with. Those of a type with
// evolvable structs have the growth with its length behind the fingerprint.
func (p *plan) mark() string {
	if p.format.Described {
		return p.description()
	}
	mark := binary.LittleEndian.AppendUint32([]byte{formatVersion}, p.fingerprint())
	if table := p.growth(); len(table) > 0 {
		mark = binary.AppendUvarint(mark, uint64(len(table)))
		mark = append(mark, table...)
	}
	return string(mark)
}

// headName is the constant that every encoding of the root begins with.
func (e *emitter) headName() string { return e.functionName("Head", e.plan.root) }

// markLength is the length of what every encoding of the root begins with.
func (e *emitter) markLength() int {
	if !e.format.begun() {
		return 0
	}
	return len(e.plan.mark())
}

// printMark prints the constant that every encoding of the root begins with.
func (e *emitter) printMark() {
	what := "the fingerprint of the type"
	if e.format.Described {
		what = "a description of the type"
	} else if e.markLength() > markFixed {
		what += ", and with what tells how far evolvable structs are the writer's"
	}
	e.DocComment("Every encoding begins with the version of the format and " + what + ".")
	e.Pf("const %s = %+q", e.headName(), e.plan.mark())
}

// marked returns the items of the root, the mark first.
func (e *emitter) marked() []item {
	items := e.items(e.plan.root)
	if !e.format.begun() {
		return items
	}
	return append([]item{{node: &node{op: opMark, typ: e.plan.root.typ, fixed: e.markLength()}}}, items...)
}

// decodeMark prints the check of what an encoding begins with. It returns the
// rest, and a function that returns the rest without its first n bytes.
func (e *emitter) decodeMark(failed string) (start string, rest func(n int) string) {
	if e.format.Described {
		return e.decodeDescribed(failed)
	}
	e.reader("mark")
	head := e.headName()
	list, names := e.plan.evolvables()
	if len(list) == 0 {
		e.Pf("if len(data) < %d || string(data[:%d]) != %s { return %sr.mark(%q) }", markFixed, markFixed, head, failed, e.owner)
		return fmt.Sprintf("data[%d:]", markFixed), func(n int) string { return fmt.Sprintf("data[%d:]", markFixed+n) }
	}
	e.reader("grown")
	body := e.local("body")
	var quoted strings.Builder
	for _, n := range list {
		fmt.Fprintf(&quoted, ", %q", names[n])
	}
	e.Pf("%s, err := data, error(nil)", body)
	e.Pf("if len(data) >= len(%s) && string(data[:len(%s)]) == %s {", head, head, head)
	e.Pf("%s = data[len(%s):]", body, head)
	e.Pf("} else if %s, err = r.grown(%s, %q%s); err != nil { return %serr }", body, head, e.owner, quoted.String(), failed)
	return body, func(n int) string { return fmt.Sprintf("%s[%d:]", body, n) }
}
