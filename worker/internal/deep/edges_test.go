package deep_test

import (
	"slices"
	"testing"

	"github.com/assay-go/assay/worker/internal/deep"
)

type tree struct {
	Name string
	Next *tree
	Kids []tree
}

func (t *tree) depth() int {
	n := 0
	for ; t != nil; t = t.Next {
		n++
	}
	return n
}

// TestEdgesOfLength: lists have the lengths that they are called by, and what can be
// nested is.
func TestEdgesOfLength(t *testing.T) {
	type lists struct {
		Numbers []int
		Trees   []*tree
		Root    tree
	}
	v := func() *lists {
		return &lists{Numbers: []int{1, 2, 3}, Trees: []*tree{{Name: "a"}}, Root: tree{Name: "root"}}
	}
	want := map[string]int{"a list of 255": 255, "a list of 257": 257, "a list of 65,535": 65535, "a list of 65,537": 65537}
	seen := map[string]bool{}
	for k, edge := range deep.Edges(v(), 2) {
		x := v()
		deep.Edges(x, 2)[k].Put()
		if n, ok := want[edge.Kind]; ok {
			seen[edge.Kind] = true
			if edge.Path != "Numbers" || len(x.Numbers) != n || x.Numbers[n-1] != (n-1)%3+1 {
				t.Errorf("%s at %s: %d numbers", edge.Kind, edge.Path, len(x.Numbers))
			}
		}
		if edge.Kind == "nested 64 deep" && edge.Path == "Root.Next" {
			seen[edge.Kind] = true
			if d := x.Root.depth(); d != 65 || x.Root.Next.Name != "root" {
				t.Errorf("%d deep", d)
			}
		}
	}
	if len(seen) != len(want)+1 {
		t.Errorf("only %v", seen)
	}
}

// TestEdgesOfOtherFields: a second place of a kind is another field, and no other element
// of the same list, which codecs treat alike.
func TestEdgesOfOtherFields(t *testing.T) {
	type record struct {
		Tags []string
		Rows []struct{ Name string }
		Text string
	}
	v := record{Tags: []string{"a", "b"}, Rows: []struct{ Name string }{{"c"}, {"d"}}, Text: "e"}
	var got []string
	for _, edge := range deep.Edges(&v, 3) {
		if edge.Kind == "ends of lines in text" {
			got = append(got, edge.Path)
		}
	}
	if want := []string{"Tags[0]", "Rows[0].Name", "Text"}; !slices.Equal(got, want) {
		t.Errorf("at %q, want %q", got, want)
	}
}
