// Package face prints what users call of generated code, alike for all formats: functions whose
// names begin with what they do and end with the format, or methods of the type.
package face

import (
	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// Face is what users call for values of a type in a format, as its functions are named.
type Face struct {
	Type    *typemodel.Type
	Format  string
	Methods bool
}

// Name returns the name of what does verb: AppendOrderCBOR, or AppendBinary.
func (f Face) Name(verb string) string {
	if f.Methods {
		return verb + "Binary"
	}
	return codec.FuncName(verb, f.Type, f.Format)
}

// Call returns the call, in Go, of what does verb with the value that v points to.
func (f Face) Call(verb, args, v string) string {
	if f.Methods {
		return v + "." + f.Name(verb) + "(" + args + ")"
	}
	return f.Name(verb) + "(" + before(args) + v + ")"
}

// Begin prints the comment and the head of what does verb. The comment begins with its name.
func (f Face) Begin(file *goprint.File, verb, params, results, doc string) {
	file.DocComment(f.Name(verb) + " " + doc)
	if f.Methods {
		file.P("func (v *", f.Type, ") ", f.Name(verb), "(", params, ") ", results, " {")
		return
	}
	file.P("func ", f.Name(verb), "(", before(params), "v *", f.Type, ") ", results, " {")
}

// before returns what stands before the last of a list.
func before(list string) string {
	if list == "" {
		return ""
	}
	return list + ", "
}
