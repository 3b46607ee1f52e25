package shape

import (
	"fmt"

	"github.com/assay-go/assay/typemodel"
)

// Refusal is what a shape cannot have, and how the user gets around it.
type Refusal struct {
	Path   string          // as in [typemodel.Refusal]
	Type   *typemodel.Type // of what is at the path; may be nil
	Reason string
	Advice string // for people; may be empty
}

// Flags returns the options of assay gen by which what is refused is carried
// otherwise, or left out. There are none for the root.
func (r Refusal) Flags() []string {
	var list []string
	if r.Type != nil && r.Type.Kind == typemodel.Struct && len(r.Type.Hidden()) > 0 {
		list = append(list, "--as="+qualified(r.Type)+"=TO,FROM")
	}
	if r.Type != nil && r.Type.Kind == typemodel.Interface && !r.Type.Name.IsZero() {
		list = append(list, "--impl="+qualified(r.Type)+"=TYPE,TYPE")
	}
	if r.Path != "" {
		list = append(list, "--omit="+r.Path)
	}
	return list
}

// qualified returns the name of t as options have it.
func qualified(t *typemodel.Type) string {
	if t.Name.PkgPath == "" {
		return t.Name.Name
	}
	return t.Name.PkgPath + "." + t.Name.Name
}

// Told returns the refusals as the rest of the program has them.
func Told(list []Refusal) []typemodel.Refusal {
	var out []typemodel.Refusal
	for _, r := range list {
		out = append(out, typemodel.Refusal{Path: r.Path, Reason: r.Reason, Fix: r.Advice})
	}
	return out
}

// Error returns the refusals of t in a format as one error.
func Error(format string, t *typemodel.Type, list []Refusal) error {
	return fmt.Errorf("%s: %s: %s", format, t, typemodel.JoinRefusals(Told(list)))
}
