// Package arbitrary draws random extprot schemas and values of their types for
// property tests.
package arbitrary

import (
	"fmt"
	"math"
	"strings"

	"pgregory.net/rapid"

	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/extprot/value"
)

// Schema draws the text of a schema that declares a message m and types of
// every kind.
func Schema(t *rapid.T) string {
	g := &generator{t: t}
	n := rapid.IntRange(1, 5).Draw(t, "declarations")
	var b strings.Builder
	for i := range n {
		b.WriteString(g.declaration(i))
	}
	b.WriteString("message m = " + g.message() + "\n")
	return b.String()
}

type generator struct {
	t     *rapid.T
	types []decl
}

type decl struct {
	name   string
	params int
}

func (g *generator) pick(n int) int { return rapid.IntRange(0, n-1).Draw(g.t, "choice") }

func (g *generator) declaration(i int) string {
	name := fmt.Sprintf("t%d", i)
	params := g.pick(3)
	head := "type " + name
	for p := range params {
		head += fmt.Sprintf(" 'p%d", p)
	}
	kind := g.pick(4)
	body := ""
	switch kind {
	case 0:
		body = g.record(params)
	case 1:
		body = g.typ(2, params)
	case 2:
		body = g.sum(params)
	case 3:
		params, head = 0, "message "+name
		body = g.message()
	}
	g.types = append(g.types, decl{name, params})
	return head + " = " + body + "\n"
}

func (g *generator) record(params int) string {
	var fields []string
	for i := range 1 + g.pick(4) {
		fields = append(fields, fmt.Sprintf("f%d : %s", i, g.typ(2, params)))
	}
	return "{ " + strings.Join(fields, "; ") + " }"
}

func (g *generator) sum(params int) string {
	var cases []string
	for i := range 1 + g.pick(5) {
		c := fmt.Sprintf("C%d", i)
		for range g.pick(3) {
			c += " " + g.typ(1, params)
		}
		cases = append(cases, c)
	}
	return strings.Join(cases, " | ")
}

func (g *generator) message() string {
	if g.pick(2) == 0 {
		return g.record(0)
	}
	var variants []string
	for i := range 1 + g.pick(3) {
		variants = append(variants, fmt.Sprintf("V%d %s", i, g.record(0)))
	}
	return strings.Join(variants, " | ")
}

func (g *generator) typ(depth, params int) string {
	n := 11
	if depth == 0 {
		n = 8
	}
	switch k := g.pick(n); k {
	case 0, 1, 2, 3, 4, 5:
		p := []string{"bool", "byte", "int", "long", "float", "string"}[k]
		if g.pick(3) == 0 {
			p += " [@default " + []string{"true", "7", "-43", "0x10L", "2.5", `"a\000b"`}[k] + "]"
		}
		return p
	case 6:
		if params == 0 {
			return "int"
		}
		return fmt.Sprintf("'p%d", g.pick(params))
	case 7:
		if len(g.types) == 0 {
			return "bool"
		}
		d := g.types[g.pick(len(g.types))]
		if d.params == 0 {
			return d.name
		}
		var args []string
		for range d.params {
			args = append(args, g.typ(0, params))
		}
		return d.name + "<" + strings.Join(args, ", ") + " >"
	case 8:
		return "[" + g.typ(depth-1, params) + " ]"
	case 9:
		return "[| " + g.typ(depth-1, params) + " |]"
	}
	var elems []string
	for range 2 + g.pick(2) {
		elems = append(elems, g.typ(depth-1, params))
	}
	return "(" + strings.Join(elems, " * ") + ")"
}

// Value draws a value of type typ.
func Value(t *rapid.T, typ *schema.Type) value.Value { return draw(t, typ, 0) }

func draw(t *rapid.T, typ *schema.Type, depth int) value.Value {
	switch typ.Kind {
	case schema.Bool:
		return value.Bool(rapid.Bool().Draw(t, "bool"))
	case schema.Byte:
		return value.Byte(rapid.Byte().Draw(t, "byte"))
	case schema.Int, schema.Long:
		return value.Int(rapid.Int64().Draw(t, "int"))
	case schema.Float:
		return value.Float(math.Float64frombits(rapid.Uint64().Draw(t, "float")))
	case schema.String:
		return value.String(rapid.SliceOfN(rapid.Byte(), 0, 200>>min(depth, 5)).Draw(t, "string"))
	case schema.List, schema.Array:
		out := value.List{}
		for range rapid.IntRange(0, max(4-depth, 1)).Draw(t, "length") {
			out = append(out, draw(t, typ.Elem(), depth+1))
		}
		return out
	case schema.Tuple:
		return draws(t, typ.Elems, depth)
	case schema.Sum:
		k := rapid.IntRange(0, len(typ.Constants)+len(typ.Constructors)-1).Draw(t, "constructor")
		if k < len(typ.Constants) {
			return &value.Sum{Constructor: typ.Constants[k]}
		}
		c := typ.Constructors[k-len(typ.Constants)]
		return &value.Sum{Constructor: c.Name, Args: draws(t, c.Args, depth)}
	}
	v := typ.Variants[rapid.IntRange(0, len(typ.Variants)-1).Draw(t, "variant")]
	out := &value.Record{Variant: v.Name}
	for _, f := range v.Fields {
		out.Names = append(out.Names, f.Name)
		out.Fields = append(out.Fields, draw(t, f.Type, depth+1))
	}
	return out
}

func draws(t *rapid.T, ts []*schema.Type, depth int) value.List {
	out := value.List{}
	for _, e := range ts {
		out = append(out, draw(t, e, depth+1))
	}
	return out
}
