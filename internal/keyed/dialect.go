package keyed

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// Differing returns the refusals of what a library has a form for that is not carried: differs
// and omits return why, or nothing, of a value and of a member's option that leaves it out. fix is
// what the user may do about the first.
func Differing(s *shape.Shape, fix string, differs func(*shape.Node) string, omits func(*shape.Member) string) (refused []typemodel.Refusal) {
	for _, n := range s.Nodes {
		if reason := differs(n); reason != "" {
			refused = append(refused, typemodel.Refusal{Path: n.Path, Reason: reason, Fix: fix, Ways: typemodel.WayLeaveOut})
		}
		for _, m := range n.Members {
			if reason := omits(m); reason != "" {
				refused = append(refused, typemodel.Refusal{Path: MemberPath(n, m), Reason: reason, Fix: "remove the option from the tag"})
			}
		}
	}
	return refused
}

// MemberPath returns the path of a member of n.
func MemberPath(n *shape.Node, m *shape.Member) string {
	return typemodel.FieldPath(n.Path, m.Field().Name)
}

// Choice returns the error of a choice that is none of those of a format's flag; empty is one.
func Choice(format, flag, chosen, plural string, names []string) error {
	if chosen == "" || slices.Contains(names, chosen) {
		return nil
	}
	return fmt.Errorf("--%s=%s: %s of %s are %s", flag, chosen, plural, format, strings.Join(names, ", "))
}
