package protobuf

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// A oneof is an interface whose types are known. Each of them is a pointer to a struct
// around a field with a number, as protoc-gen-go makes them, or stands in the oneof by itself,
// by the number that the tag of the interface has for it: protobuf_oneof:"pay,9=Card,10=Cash".

// oneofName returns the name of the oneof that f is.
func oneofName(f *typemodel.Field) string {
	name, _, _ := strings.Cut(f.Tag.Get("protobuf_oneof"), ",")
	if name == "" {
		name = protoName(f.Name)
	}
	return name
}

// typeName returns the name by which tags call a type of a oneof: without its package, and
// without the star of a pointer.
func typeName(t *typemodel.Type) string {
	if t.Kind == typemodel.Pointer {
		t = t.Elem
	}
	switch {
	case t.IsBytes():
		return "bytes"
	case t.Name.IsZero():
		return t.String()
	}
	return t.Name.Name
}

// around reports whether t is a pointer to a struct around a field with a number.
func around(t *typemodel.Type) bool {
	return t.Kind == typemodel.Pointer && t.Elem.Kind == typemodel.Struct && len(t.Elem.Fields) == 1 && numbered(t.Elem)
}

// oneof returns the member that an interface is, with an option "9=Card" for each of its
// types that stands in it by itself.
func (fm *numbering) oneof(of *typemodel.Type, f *typemodel.Field) (m *shape.Member, refused typemodel.Diagnostic) {
	m = &shape.Member{Name: f.Name, Options: []string{"oneof"}}
	if by := of.Own() & generated; fm.Like == likeGogo || by.Has(typemodel.GogoMessage) && by&^(typemodel.GogoMessage|typemodel.GogoBuffer|typemodel.GogoWriter) == 0 {
		m.Options = append(m.Options, inOrder)
	}
	text := fm.oneofTag(of, f)
	names := map[string]bool{}
	for k, part := range strings.Split(text, ",") {
		if k == 0 {
			continue // the name
		}
		number, name, _ := strings.Cut(part, "=")
		if n, err := strconv.Atoi(number); err != nil || !isNumber(n) || name == "" || names[name] {
			return nil, typemodel.Diagnostic{Text: fmt.Sprintf("the tag %q has no number for each type", text), Fix: oneofAdvice(of, f)}
		}
		names[name] = true
		m.Options = append(m.Options, part)
	}
	met := map[string]bool{}
	for _, impl := range f.Type.Impls {
		name := typeName(impl)
		switch {
		case around(impl) && !names[name]:
			continue
		case !names[name]:
			return nil, typemodel.Diagnostic{Text: impl.String() + " has no number in the oneof", Fix: oneofAdvice(of, f), Remedies: fm.remedyNumber(of, f)}
		case met[name]:
			return nil, typemodel.Diagnostic{Text: "two types of the oneof have the name " + name, Fix: "give one of them another name"}
		}
		met[name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if !met[name] {
			return nil, typemodel.Diagnostic{Text: fmt.Sprintf("the oneof has a number for %s, which is none of the interface's types", name), Fix: "name it by --impl or //assay:impl, or take it out of the tag"}
		}
	}
	return m, typemodel.Diagnostic{}
}

// oneofTag returns the tag of an interface, or that by which its types were given numbers.
func (fm *numbering) oneofTag(of *typemodel.Type, f *typemodel.Field) string {
	text := fm.oneofText(f)
	if text == "" && fm.Ordered && !numbered(of) {
		return ordered(of, f)
	}
	if fm.given[spot{f.Pos, f.Name}] != "" || fm.edits == nil || !f.Pos.IsValid() || of.Name.IsZero() || !slices.ContainsFunc(f.Type.Impls, func(t *typemodel.Type) bool { return !around(t) }) {
		return text
	}
	known := fm.taken[lockName(of)]
	added := false
	for _, impl := range f.Type.Impls {
		name := typeName(impl)
		if around(impl) || slices.ContainsFunc(strings.Split(text, ","), func(part string) bool { return strings.HasSuffix(part, "="+name) }) {
			continue
		}
		if text == "" {
			text = protoName(f.Name)
		}
		number := known.of(f.Name + "." + name)
		if number == 0 {
			fm.given[spot{f.Pos, f.Name}] = text // so that unused knows of those before
			number = fm.unused(of, known)
		}
		text += fmt.Sprintf(",%d=%s", number, name)
		added = true
	}
	if added {
		fm.given[spot{f.Pos, f.Name}] = text
		fm.edits[f.Pos.Filename] = append(fm.edits[f.Pos.Filename], edit{spot{f.Pos, f.Name}, "protobuf_oneof", text})
	}
	return text
}

// ordered returns a tag by the order of the types, whose numbers are behind those of all
// fields.
func ordered(of *typemodel.Type, f *typemodel.Field) string {
	number := ordinal(of, &of.Fields[len(of.Fields)-1])
	text := protoName(f.Name)
	for i := range of.Fields {
		if field := &of.Fields[i]; field.Type.Kind == typemodel.Interface {
			for _, impl := range field.Type.Impls {
				if number++; field == f && !around(impl) {
					text += fmt.Sprintf(",%d=%s", number, typeName(impl))
				}
			}
		}
	}
	return text
}

// oneofText is oneofTag without giving any.
func (fm *numbering) oneofText(f *typemodel.Field) string {
	if given := fm.given[spot{f.Pos, f.Name}]; given != "" {
		return given
	}
	return f.Tag.Get("protobuf_oneof")
}

// mostOf returns the highest number that a type of the interface f has.
func (fm *numbering) mostOf(f *typemodel.Field) (most int) {
	for _, part := range strings.Split(fm.oneofText(f), ",")[1:] {
		number, _, _ := strings.Cut(part, "=")
		n, _ := strconv.Atoi(number)
		most = max(most, n)
	}
	for _, impl := range f.Type.Impls {
		if around(impl) {
			most = max(most, numberIn(impl.Elem.Fields[0].Tag.Get("protobuf")))
		}
	}
	return most
}

// oneofAdvice says which tag an interface may have.
func oneofAdvice(of *typemodel.Type, f *typemodel.Field) string {
	tag, number := oneofName(f), next(of, f)
	for _, impl := range f.Type.Impls {
		if !around(impl) {
			tag += fmt.Sprintf(",%d=%s", number, typeName(impl))
			number++
		}
	}
	return fmt.Sprintf("give its types numbers by a tag, such as `protobuf_oneof:%q`, or all fields by --number", tag)
}

// standing returns the number of a type that stands in the oneof m by itself, and 0 for a
// struct around a field.
func standing(m *shape.Member, impl *shape.Node) int {
	for _, o := range m.Options {
		if number, name, ok := strings.Cut(o, "="); ok && name == typeName(impl.Type) {
			n, _ := strconv.Atoi(number)
			return n
		}
	}
	return 0
}

// alternative returns the member that one of the types of the oneof m is: see
// [numbers.Wire].
func alternative(m *shape.Member, impl *shape.Node) *shape.Member {
	number := standing(m, impl)
	if number == 0 {
		return impl.Elem.Members[0]
	}
	t := impl.Type
	if t.Kind == typemodel.Pointer {
		t = t.Elem
	}
	return &shape.Member{Name: protoName(m.Name) + "_" + protoName(typeName(t)), Number: number, Node: impl, Options: []string{word(t), "opt", "proto3", "oneof"}}
}
