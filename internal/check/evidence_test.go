package check

import (
	"slices"
	"testing"

	"github.com/assay-go/assay/internal/worker/protocol"
)

// What moves nothing is dropped, what moves another's place is not found there, and what
// nothing moves has a value of the reader's own.
func TestClaimed(t *testing.T) {
	type L = []protocol.Leaf
	for _, test := range []struct {
		name      string
		moves     map[string][]string
		known     map[string]string
		gone      []string
		dropped   []string
		sent, got L
		want      Verdict // of the value, dropped places aside
	}{
		{"the same", map[string][]string{"A": {"A"}}, map[string]string{"A": "A"}, nil, nil, L{leaf("A", "int64", "7")}, L{leaf("A", "int64", "7")}, Same},
		{"dropped", map[string][]string{"A": {}}, map[string]string{"A": "A"}, nil, []string{"A"}, L{leaf("A", "int64", "7")}, L{leaf("A", "int64", "0")}, Same},
		{"dropped as a whole", map[string][]string{"In.A": {}, "In.B": {}}, nil, []string{"In"}, []string{"In"}, L{leaf("In.A", "int64", "7")}, L{}, Same},
		{"renamed", map[string][]string{"A": {"B"}}, nil, nil, nil, L{leaf("A", "int64", "7")}, L{leaf("B", "int64", "7")}, Same},
		{"renamed, and another", map[string][]string{"A": {"B"}}, nil, nil, nil, L{leaf("A", "int64", "7")}, L{leaf("B", "int64", "8")}, Changed},
		{"moved in a list", map[string][]string{"L[].A": {"M[].X.A"}}, nil, nil, nil, L{leaf("L", "slice", "1"), leaf("L[0].A", "int64", "7")}, L{leaf("M", "slice", "1"), leaf("M[0].X.A", "int64", "7")}, Same},
		{"one too far", map[string][]string{"A": {"A"}, "C": {"B"}, "B": {}}, map[string]string{"A": "A", "B": "B"}, []string{"C"}, []string{"B"},
			L{leaf("A", "string", "a"), leaf("C", "string", "c"), leaf("B", "string", "b")}, L{leaf("A", "string", "a"), leaf("B", "string", "c")}, Changed},
		{"swapped", map[string][]string{"A": {"B"}, "B": {"A"}}, map[string]string{"A": "A", "B": "B"}, nil, nil,
			L{leaf("A", "string", "a"), leaf("B", "string", "b")}, L{leaf("A", "string", "b"), leaf("B", "string", "a")}, Changed},
		{"a default", map[string][]string{"A": {"A"}}, nil, nil, nil, L{leaf("A", "int64", "7")}, L{leaf("A", "int64", "7"), leaf("D", "string", "EUR")}, Same},
		{"made of another", map[string][]string{"A": {"A", "Twice"}}, nil, nil, nil, L{leaf("A", "int64", "7")}, L{leaf("A", "int64", "7"), leaf("Twice", "int64", "14")}, Same},
		{"a key lost", map[string][]string{"M[]": {"M[]"}}, map[string]string{"M": "M", "M[]": "M[]"}, nil, nil, L{leaf("M", "map", "1"), leaf(`M["7"]`, "int64", "8")}, L{leaf("M", "map", "1"), leaf("M[0]", "int64", "8")}, Changed},
		{"dropped under its key", map[string][]string{"M[]": {}}, map[string]string{"M": "M", "M[]": "M[]"}, nil, []string{"M[]"}, L{leaf("M", "map", "1"), leaf(`M["7"]`, "int64", "8")}, L{leaf("M", "map", "1"), leaf(`M["7"]`, "int64", "0")}, Same},
		{"keys as a list", nil, map[string]string{"M": "M", "M[]": "M[]"}, nil, nil, L{leaf("M", "map", "2"), leaf(`M["a\"]\n"]`, "struct", ""), leaf("M[7]", "struct", "")}, L{leaf("M", "slice", "2"), leaf("M[0]", "string", "a\"]\n"), leaf("M[1]", "int64", "7")}, Same},
		{"garbage for keys", nil, map[string]string{"M": "M", "M[]": "M[]"}, nil, nil, L{leaf("M", "map", "1"), leaf(`M["k"]`, "struct", "")}, L{leaf("M", "slice", "1"), leaf("M[0]", "string", "\n\x01k")}, Changed},
		{"garbage", map[string][]string{"A": {"A"}, "B": {"C", "D"}}, nil, nil, nil, L{leaf("A", "int64", "7"), leaf("B", "int64", "8")}, L{leaf("A", "int64", "7"), leaf("C", "int64", "9")}, Changed},
	} {
		c := claimed(test.moves, test.known, test.gone)
		if !slices.Equal(c.dropped, test.dropped) {
			t.Errorf("%s: dropped %v, want %v", test.name, c.dropped, test.dropped)
		}
		got := Same
		if len(c.sees(judge, test.sent, test.got, nil)) > 0 {
			got = Changed
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
