package generate_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/generate"
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
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":    "module example.com/shop\n\ngo 1.26\n",
		"orders.go": "package shop\n\ntype Order struct { ID string `protobuf:\"bytes,1,opt,name=id,proto3\"` }\n\ntype Line struct { N int64 `protobuf:\"varint,1,opt,name=n,proto3\"` }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range generate.Formats() {
		p := &planning{Format: f}
		q := generate.Request{Dir: dir, Types: []string{"Order", "Line"}, Formats: []codec.Format{p}, NoVerify: true}
		q.Unsafe, q.Test = slices.Contains(f.Facts().Takes, "unsafe"), slices.Contains(f.Facts().Takes, "test")
		if _, err := q.Generate(t.Context()); err != nil {
			t.Errorf("%s: %v", f.Name(), err)
		}
		if p.plans != 1 {
			t.Errorf("%s plans %d times", f.Name(), p.plans)
		}
	}
}
