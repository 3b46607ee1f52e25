package schema_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/assay-go/assay/extprot/internal/arbitrary"
	"github.com/assay-go/assay/extprot/schema"
)

// TestFormatKeepsMeaning: the types of a formatted schema are those of the
// schema, and formatting it again changes nothing.
func TestFormatKeepsMeaning(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		src := arbitrary.Schema(rt)
		before, err := schema.Check("s.proto", []byte(src), nil)
		if err != nil {
			rt.Fatalf("%v\n%s", err, src)
		}
		out, err := schema.Format("s.proto", []byte(src))
		if err != nil {
			rt.Fatal(err)
		}
		after, err := schema.Check("s.proto", out, nil)
		if err != nil {
			rt.Fatalf("%v\n%s", err, out)
		}
		if len(before.Messages) != len(after.Messages) {
			rt.Fatalf("%d messages became %d:\n%s", len(before.Messages), len(after.Messages), out)
		}
		for i, m := range before.Messages {
			n := after.Messages[i]
			if m.Name != n.Name || m.Type.String() != n.Type.String() || m.Type.DefaultCost() != n.Type.DefaultCost() {
				rt.Fatalf("message %s became %s:\n%s\n%s", m.Name, n.Name, src, out)
			}
		}
		if again, err := schema.Format("s.proto", out); err != nil || string(again) != string(out) {
			rt.Fatalf("formatted twice: %v\n%s\n%s", err, out, again)
		}
	})
}
