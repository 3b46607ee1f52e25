package positional

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/carry"
	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/typemodel"
)

// failMarshal prints the return of an error.
func (e *emitter) failMarshal(path, reason string) {
	e.P(e.fail(fmt.Sprintf("%s(%q, %q)", e.support("MarshalError"), e.where(path), reason)))
}

// failMethod prints the return of an error that the user's code returned.
func (e *emitter) failMethod(path string) {
	e.P("if err != nil {")
	e.P(e.fail(fmt.Sprintf("%s(%q, err)", e.support("MethodError"), e.where(path))))
	e.P("}")
}

// carried prints the conversion of it to what stands in its place, and returns
// the variable.
func (e *emitter) carried(it item) string {
	x := e.local("x")
	e.Pf("%s, err := %s(%s)", x, e.conversion("To", it.carry), address(it.lv))
	e.failMethod(it.path)
	return x
}

// conversion returns the name of the func that converts to or from what stands
// in a type's place.
func (e *emitter) conversion(direction string, c *carry.Carrier) string {
	base := codec.TypeName(c.Type)
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

// where returns the path with the type that it begins at.
func (e *emitter) where(path string) string {
	if path == "" || path[0] == '[' {
		return e.owner + path
	}
	return e.owner + "." + path
}

// appendPieces prints the appending of pieces to b: as many as can be sized
// cheaply at once, the others by themselves.
func (e *emitter) appendPieces(list []piece) {
	all := len(list)
	for len(list) > 0 {
		n := 0
		for n < len(list) && (list[n].run != nil || !list[n].tail.walks) {
			n++
		}
		switch {
		case n == all && !e.inFrame:
			e.appendSized(list)
		case n > 0:
			e.P("{")
			e.appendSized(list[:n])
			e.P("}")
		default:
			n = 1
			e.appendTail(*list[0].tail)
		}
		list = list[n:]
	}
}

// appendSized prints the appending of pieces whose size is told first.
func (e *emitter) appendSized(list []piece) {
	var s sum
	for _, p := range list {
		s.add(e.sizeOfPiece(p))
	}
	n := e.local("n")
	e.printSum(s, n, ":=")
	if e.format.bits() {
		e.Pf("%s = (%s + 7) / 8", n, n)
	}
	e.Pf("if cap(b)-len(b) < %s {", n)
	e.Pf("b = %s(b, %s)", e.std("slices", "Grow"), n)
	e.P("}")
	e.Pf("b = b[:len(b)+%s]", n)
	e.Pf("p := b[len(b)-%s:]", n)
	if e.format.bits() {
		e.Pf("w := &%s{}", e.support("BitWriter"))
	}
	e.words = map[string]string{}
	e.put(list)
	e.P("if len(p) > 0 {")
	e.failMarshal("", changed)
	e.P("}")
}

// changed is said when the size that was summed up is not what was written.
const changed = "the value changed while it was being marshalled"

// appendTail prints the appending of a tail that cannot be sized cheaply.
func (e *emitter) appendTail(it item) {
	f := e.format
	count := func() {
		if f.Length.Bytes == 0 {
			e.Pf("b = %s(b, %s)", e.std("encoding/binary", "AppendUvarint"), e.count(it))
		}
	}
	switch it.op {
	case opMap:
		e.checkLength(it)
		count()
		k, x := e.mapRange(it)
		e.appendPieces(e.entryPieces(elemItems(it.key, k, it.path+"[key]"), elemItems(it.elem, x, it.path+"[value]")))
		e.P("}")
		e.appendEnd()
	case opList:
		e.checkLength(it)
		if it.typ.Kind != typemodel.Array || f.Length.Bytes == 0 {
			count()
		}
		e.loop(it, func(lv string) { e.appendPieces(e.pieces(elemItems(it.elem, lv, it.path+"[]"))) })
		e.appendEnd()
	case opArray:
		e.loop(it, func(lv string) { e.appendPieces(e.pieces(elemItems(it.elem, lv, it.path+"[]"))) })
	case opPointer:
		e.P("if ", it.lv, " != nil {")
		e.appendPieces(e.pieces(elemItems(it.elem, "(*"+it.lv+")", it.path)))
		e.P("}")
	case opValue:
		e.P("if ", it.lv, " == nil {")
		e.failMarshal(it.path, "nil has no encoding")
		e.P("}")
		e.appendPieces(e.pieces(elemItems(it.elem, "(*"+it.lv+")", it.path)))
	case opInterface:
		e.appendInterface(it)
	case opOmitted:
		e.P("if len(", it.lv, ") > 0 {")
		e.appendPieces(e.pieces([]item{{it.elem, it.lv, it.path}}))
		e.P("}")
	case opMarshaler:
		data := e.local("data")
		e.Pf("%s, err := %s.MarshalBinary()", data, it.lv)
		e.failMethod(it.path)
		e.Pf("b = %s(b, uint64(len(%s)))", e.std("encoding/binary", "AppendUvarint"), data)
		e.Pf("b = append(b, %s...)", data)
	case opCarried:
		e.P("{")
		x := e.carried(it)
		e.appendPieces(e.pieces(elemItems(it.elem, x, it.path)))
		e.P("}")
	case opFramed:
		start := e.local("start")
		e.Pf("%s := len(b)", start)
		outer := e.inFrame
		e.inFrame = true
		for _, f := range it.fields {
			e.appendPieces(e.pieces(e.fieldItems(it, f)))
		}
		e.inFrame = outer
		e.Pf("b = %s(b, %s)", e.support("InsertLength"), start)
	case opCall:
		depth := ""
		if it.elem.recursive {
			depth = ", " + e.deeper()
		}
		e.Pf("b, err = %s(b, %s%s)", e.functionName("Append", it.elem), address(it.lv), depth)
		e.P("if err != nil {")
		e.P("return b, err")
		e.P("}")
	default:
		panic(fmt.Sprintf("positional: op %d walks no map", it.op))
	}
}

// checkLength prints the checks of the number of elements.
func (e *emitter) checkLength(it item) {
	if it.maxLen > 0 {
		e.Pf("if len(%s) > %d {", it.lv, it.maxLen)
		e.failMarshal(it.path, "more than "+strconv.Itoa(it.maxLen)+" elements")
		e.P("}")
	}
}

func (e *emitter) appendEnd() {
	if e.format.ListEnd != "" {
		e.Pf("b = append(b, %q...)", e.format.ListEnd)
	}
}

// codec prints everything of the plan's root.
func (e *emitter) codec(p *plan) {
	e.plan = p
	e.circles = e.circles || p.circles
	p.countStrings()
	for _, n := range p.reachable(p.root) {
		if n.function || n == p.root {
			e.structFunctions(n)
		}
	}
	e.api()
}

// begin starts a function for n: its first line must follow.
func (e *emitter) begin(n *node, fail string) {
	e.vars = 0
	e.words = map[string]string{}
	e.pools = map[string]pool{}
	e.owner = codec.TypeName(n.typ)
	e.depth = n.recursive
	e.fail = func(err string) string { return fail + err }
}

// items returns the items of the function for n, whose parameter is v.
func (e *emitter) items(n *node) []item {
	if n.op == opInterface {
		return []item{{n, "(*v)", ""}}
	}
	return flatten(n, "(*v)", "")
}

// structFunctions prints the functions for n: size, put or append, decode.
func (e *emitter) structFunctions(n *node) {
	typ := e.goType(n.typ)
	depth := ""
	if n.recursive {
		depth = ", depth int"
	}
	checkDepth := func() {
		if n.recursive {
			e.Pf("if depth >= %d {", e.opts.MaxDepth)
			e.failMarshal("", "values nest deeper than "+strconv.Itoa(e.opts.MaxDepth)+", or contain themselves")
			e.P("}")
		}
	}

	e.begin(n, "return 0, ")
	result, ret := "int", "return n"
	if n.fails {
		result, ret = "(int, error)", "return n, nil"
	}
	e.P()
	e.Pf("func %s(v *%s%s) %s {", e.functionName("Size", n), typ, depth, result)
	checkDepth()
	s := e.size(e.items(n))
	if len(s.statements) == 0 && !n.fails {
		e.P("return ", s.expression())
	} else {
		e.printSum(s, "n", ":=")
		e.P(ret)
	}
	e.P("}")

	if !n.walks {
		e.begin(n, "")
		bits := ""
		if e.format.bits() {
			bits = ", w *" + e.support("BitWriter")
		}
		e.P()
		e.Pf("// %s writes *v at the front of p, which has room for it, and returns the rest.", e.functionName("Put", n))
		e.Pf("func %s(p []byte, v *%s%s) []byte {", e.functionName("Put", n), typ, bits)
		e.put(e.pieces(e.items(n)))
		e.P("return p")
		e.P("}")
	} else {
		e.begin(n, "return b, ")
		e.P()
		e.Pf("func %s(b []byte, v *%s%s) (_ []byte, err error) {", e.functionName("Append", n), typ, depth)
		checkDepth()
		e.appendPieces(e.pieces(e.items(n)))
		e.P("return b, nil")
		e.P("}")
	}

	e.decodeFunction(n)
}
