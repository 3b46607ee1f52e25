package json

import (
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// maxParts is how many parts of a value that must not be copied are saved one by
// one.
const maxParts = 256

// parts returns the expressions of what reading v into x may write to without
// following a pointer: x itself, or, since x must not be copied, what of it is
// read. What methods and encoding/json read is not among them: they are called
// when the whole input is known to be valid. There are none for too many.
func (v *value) parts(x string) (list []string, ok bool) {
	if !shape.Locks(v.typ) {
		return []string{x}, true
	}
	switch v.decode {
	case opArray:
		if v.typ.Len > maxParts {
			return nil, false
		}
		for k := range v.typ.Len {
			more, ok := v.elem.parts(x + "[" + itoa(k) + "]")
			if list = append(list, more...); !ok {
				return nil, false
			}
		}
	case opStruct:
		for _, m := range v.members {
			at, pointed := x, false
			for _, f := range m.Path[:len(m.Path)-1] {
				if at += "." + f.Name; f.Type.Kind == typemodel.Pointer {
					pointed = true
					break
				}
			}
			more := []string{at}
			if !pointed {
				more, ok = m.value.parts(at + "." + m.Field().Name)
				if !ok {
					return nil, false
				}
			}
			for _, part := range more {
				if !slices.Contains(list, part) {
					list = append(list, part)
				}
			}
		}
	}
	return list, len(list) <= maxParts
}

// save prints the copying of what reading v may write to, and returns how it is
// put back. It is not ok if that cannot be done.
func (e *emitter) save(v *value) (restore string, ok bool) {
	if !shape.Locks(v.typ) {
		e.P("saved := *v")
		return "*v = saved", true
	}
	list, ok := v.parts("v")
	if !ok || len(list) == 0 {
		return "", ok
	}
	names := make([]string, len(list))
	for k := range list {
		names[k] = "saved" + itoa(k)
	}
	e.P("// One by one: v must not be copied.")
	e.P(strings.Join(names, ", "), " := ", strings.Join(list, ", "))
	return strings.Join(list, ", ") + " = " + strings.Join(names, ", "), true
}
