package inspect

import (
	"strconv"
	"strings"

	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/extprot/value"
)

// Print gives the text of a value of type t: records as { Message.field = … },
// constructors as Type.Constructor, longs with an L, negative numbers in
// parentheses. The value must be of the type, as those that package value reads.
func Print(t *schema.Type, v value.Value) string {
	var p printer
	p.box(0)
	p.value(t, v)
	p.end()
	return p.String()
}

type printer struct{ layout }

func (p *printer) value(t *schema.Type, v value.Value) {
	switch v := v.(type) {
	case value.Bool:
		p.text(strconv.FormatBool(bool(v)))
	case value.Byte:
		p.text(strconv.Itoa(int(v)))
	case value.Int:
		suffix := ""
		if t.Kind == schema.Long {
			suffix = "L"
		}
		p.text(signed(int64(v), suffix))
	case value.Float:
		p.text(float(float64(v)))
	case value.String:
		p.text(quoted(string(v)))
	case value.List:
		switch t.Kind {
		case schema.Tuple:
			p.tuple(t.Elems, v)
		case schema.List:
			p.list("[", "]", t.Elem(), v)
		default:
			p.list("[|", "|]", t.Elem(), v)
		}
	case *value.Sum:
		p.sum(t, v)
	case *value.Record:
		p.record(t, v)
	}
}

func (p *printer) tuple(ts []*schema.Type, vs value.List) {
	p.text("(")
	p.box(0)
	for i, v := range vs {
		if i > 0 {
			p.text(",")
			p.space()
		}
		p.value(ts[i], v)
	}
	p.end()
	p.text(")")
}

func (p *printer) list(left, right string, t *schema.Type, vs value.List) {
	p.text(left)
	p.box(0)
	p.space()
	for i, v := range vs {
		if i > 0 {
			p.text(";")
			p.space()
		}
		p.value(t, v)
	}
	p.space()
	p.end()
	p.text(right)
}

// module is the name of the OCaml module that holds a type.
func module(t *schema.Type) string {
	if t.Name == "" {
		return ""
	}
	return strings.ToUpper(t.Name[:1]) + t.Name[1:] + "."
}

func (p *printer) sum(t *schema.Type, v *value.Sum) {
	p.text(module(t) + v.Constructor)
	for _, c := range t.Constructors {
		if c.Name != v.Constructor || len(v.Args) == 0 {
			continue
		}
		p.text(" ")
		if len(c.Args) == 1 {
			p.value(c.Args[0], v.Args[0])
		} else {
			p.tuple(c.Args, v.Args)
		}
	}
}

func (p *printer) record(t *schema.Type, v *value.Record) {
	prefix := module(t)
	variant := &t.Variants[0]
	for i := range t.Variants {
		if t.Variants[i].Name == v.Variant {
			variant = &t.Variants[i]
		}
	}
	if variant.Name != "" {
		prefix += variant.Name + "."
	}
	p.text("{")
	p.box(1)
	p.text(" ")
	for i, f := range variant.Fields {
		if i > 0 {
			p.text(";")
			p.space()
			prefix = ""
		}
		p.box(2)
		p.text(prefix + f.Name + " =")
		p.space()
		p.value(f.Type, v.Fields[i])
		p.end()
	}
	p.text(" ")
	p.end()
	p.text("}")
}
