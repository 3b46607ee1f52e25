package generate

import (
	"slices"
	"testing"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/typemodel"
)

// planning counts how often a format plans.
type planning struct {
	codec.Format
	plans int
}

func (p *planning) Plan(pkgPath string, types []*typemodel.Type, o codec.Options) (*codec.Plan, error) {
	p.plans++
	return p.Format.Plan(pkgPath, types, o)
}

// TestPlannedOnce: a format plans the types of a file once, whatever is made of the plan.
func TestPlannedOnce(t *testing.T) {
	h := newThere(t, "package there\n\ntype Order struct { ID string `protobuf:\"bytes,1,opt,name=id,proto3\"` }\n\ntype Line struct { N int64 `protobuf:\"varint,1,opt,name=n,proto3\"` }\n")
	for _, f := range Formats() {
		p := &planning{Format: f}
		q := h.config(f.Name(), "Order", "Line")
		q.Formats, q.NoVerify = []codec.Format{p}, true
		q.Unsafe, q.Test = slices.Contains(f.Facts().Takes, "unsafe"), slices.Contains(f.Facts().Takes, "test")
		if _, err := q.Generate(t.Context()); err != nil {
			t.Errorf("%s: %v", f.Name(), err)
		}
		if p.plans != 1 {
			t.Errorf("%s plans %d times", f.Name(), p.plans)
		}
	}
}
