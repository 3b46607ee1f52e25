package json

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-go/assay/codec/internal/face"
	"github.com/assay-go/assay/codec/internal/steps"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/carry"
	"github.com/assay-go/assay/typemodel"
)

// directed reports whether the user says what carries t.
func directed(t *typemodel.Type) bool { return t.As != nil || t.By.Methods != 0 || t.By.Fields }

// described reports whether t is an interface whose types the user names, and that
// encoding/json has no form for.
func described(t *typemodel.Type) bool {
	return t.Kind == typemodel.Interface && t.NumMethod > 0 && len(t.Impls) > 0 && !t.Sealed
}

// directedStandIn returns what stands in the place of t by the user's word, or nil.
func directedStandIn(t *typemodel.Type) *carry.StandIn {
	if t.As == nil && (t.By.Methods == 0 || t.By.Methods&(typemodel.JSONMarshaler|typemodel.TextMarshaler) != 0) {
		return nil
	}
	plan, _ := carry.New(t, carry.Preference{Order: carry.Text, Text: true})
	return plan.Of(t)
}

// uncalled refuses the parts of t that are to go by methods which no JSON is made of.
func uncalled(t *typemodel.Type) (list []typemodel.Diagnostic) {
	typemodel.Walk(t, func(path string, part *typemodel.Type) bool {
		if part.By.Methods != 0 && part.By.Methods&(typemodel.JSONMarshaler|typemodel.TextMarshaler) == 0 && directedStandIn(part) == nil {
			r := carry.Uncalled(part)
			r.Path = path
			list = append(list, r)
		}
		return part.As == nil
	})
	return list
}

// replaced reports whether another type stands in the place of the embedded type t,
// which is a member then.
func (p *plan) replaced(t *typemodel.Type) bool { return directedStandIn(t) != nil }

// choose has the user's word decide how v is written and read, and returns what its
// kind is then. Up to here v is what encoding/json makes of it.
func (p *plan) choose(v *value, kind op, std bool) (op, bool) {
	t, encode, decode := v.typ, v.encode, v.decode
	how := ""
	carrier := directedStandIn(t)
	switch by := t.By; {
	case kind == opChoice:
		p.choice(fmt.Sprintf("%s is an object with one member, named after the type that it holds (%s)", t, strings.Join(face.ChoiceNames(t), ", ")))
		return kind, std
	case carrier != nil && p.spells(t) && p.spells(carrier.As):
		v.carrier, kind, std, how = carrier, opCarried, false, carrier.How
		v.encode, v.decode = kind, kind
	case carrier != nil:
		v.encode, v.decode, std, how = opStd, opStd, true, carrier.How
	case by.Fields:
		v.encode, v.decode, how = kind, kind, "its fields"
	case by.Methods&typemodel.JSONMarshaler != 0:
		v.encode, v.decode, how = opJSON, opJSON, "its MarshalJSON"
	case by.Methods&typemodel.TextMarshaler != 0:
		v.encode, v.decode, how = opText, opText, "its MarshalText"
	}
	if v.encode != encode || v.decode != decode {
		p.choice(fmt.Sprintf("%s goes by %s", t, how))
	}
	return kind, std
}

// choice adds to what the user has chosen, once.
func (p *plan) choice(what string) {
	if !slices.Contains(p.chosen, what) {
		p.chosen = append(p.chosen, what)
	}
}

// conversion returns the name of the func that makes what stands in a value's place,
// or the value of it.
func (e *emitter) conversion(direction string, v *value) string {
	return e.Local(e.prefix + v.name + direction + "Wire")
}

func (e *emitter) encodeCarried(v *value) {
	e.rawIf("e.Fail", "nil", v)
	e.P("x, err := ", e.conversion("To", v), "(v)")
	e.P("if err != nil {")
	e.P("e.Refuse(err)")
	e.leave(v)
	e.Pf("return %s(b, n, nil, rest)", e.rt("Raw"))
	e.P("}")
	e.Steps(e.write(v.elem, goprint.Variable("x")))
	e.leave(v)
	e.P("return b, n")
}

// rawIf ends the function where a condition holds, with text in the place of v: nil where
// something was refused.
func (e *emitter) rawIf(condition, text string, v *value) {
	e.P("if ", condition, " {")
	e.leave(v)
	e.Pf("return %s(b, n, %s, rest)", e.rt("Raw"), text)
	e.P("}")
}

func (e *emitter) decodeCarried(v *value) {
	e.signature(v)
	if k := v.elem.typ.Kind; k != typemodel.Pointer && k != typemodel.Slice && k != typemodel.Map && k != typemodel.Interface {
		e.P("if j, ok := d.Nothing(b, i); ok {")
		if e.V2 {
			e.Pf("*v = *new(%s)", v.typ)
		}
		e.P("return j")
		e.P("}")
	}
	e.P("k := i")
	e.P("var x ", v.elem.typ)
	e.variable(v.elem)
	e.read(v.elem, goprint.Variable("x"))
	e.P("if i < 0 || !d.Checked(b) { return -1 }")
	e.Pf("if err := %s(v, x); err != nil { return d.RefuseFor(k, err) }", e.conversion("From", v))
	e.P("return i")
	e.P("}")
	e.DocComment(fmt.Sprintf("%s returns what stands for *v: %s.", e.conversion("To", v), v.carrier.How))
	v.carrier.EmitTo(e.File, e.conversion("To", v))
	e.P()
	v.carrier.EmitFrom(e.File, e.conversion("From", v))
}

func (e *emitter) encodeChoice(v *value) {
	e.P("switch x := (*v).(type) {")
	e.P("case nil:")
	e.Pf("b, n = %s(b, n, []byte(\"null\"), rest)", e.rt("Raw"))
	names := face.ChoiceNames(v.typ)
	for k, c := range v.choices {
		e.P("case ", c.typ, ":")
		list := append([]steps.Step{steps.Bytes("{" + e.quotedName(names[k]) + ":")}, e.write(c, goprint.Variable("x"))...)
		e.Steps(append(list, steps.Bytes("}")))
	}
	e.P("default:")
	e.Pf("e.Refuse(%s(%q, x))", e.Ident("fmt", "Errorf"), "a "+v.typ.String()+" holds a %T, which is none of "+strings.Join(names, ", "))
	e.Pf("b, n = %s(b, n, nil, rest)", e.rt("Raw"))
	e.P("}")
	e.leave(v)
	e.P("return b, n")
}

func (e *emitter) decodeChoice(v *value) {
	names := e.Local(e.prefix + "Names" + v.name)
	var list []string
	for _, name := range face.ChoiceNames(v.typ) {
		list = append(list, key(name))
	}
	e.namesOf(names, list)
	e.P()
	e.signature(v)
	e.P("if j, ok := d.Nothing(b, i); ok { *v = nil; return j }")
	e.P("k := i")
	e.Pf("i, f := d.Object(b, i, &%s)", names)
	e.P("switch f {")
	for k, c := range v.choices {
		e.Pf("case %d:", k)
		if sizeOf(c.typ) > largeTarget {
			e.Pf("if !d.Charge(b, i, %d) { return -1 }", sizeOf(c.typ))
		}
		e.P("var x ", c.typ)
		e.variable(c)
		e.read(c, goprint.Variable("x"))
		e.P("if i >= 0 { *v = x }")
	}
	e.P("default:")
	e.P("if i >= 0 {")
	e.Pf("return d.Refuse(k, %q)", "an object with one member was expected, named after the type: "+strings.Join(face.ChoiceNames(v.typ), ", "))
	e.P("}")
	e.P("return i")
	e.P("}")
	e.Pf("if i, f = d.Next(b, i, f+1, &%s); f >= 0 { return d.Refuse(k, \"the object has members for more than one type\") }", names)
	e.End("return i")
}
