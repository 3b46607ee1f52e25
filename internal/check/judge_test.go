package check

import (
	"testing"

	"github.com/assay-go/assay/internal/worker/protocol"
)

func leaf(path, kind, value string) protocol.Leaf {
	return protocol.Leaf{Path: path, Kind: kind, Value: value}
}

// Every pair is written by hand, with the verdict that a person would give.
func TestJudge(t *testing.T) {
	type L = []protocol.Leaf
	for _, test := range []struct {
		name      string
		sent, got L
		want      Verdict
	}{
		{"the same", L{leaf("A", "int64", "7")}, L{leaf("A", "int64", "7")}, Same},
		{"wider", L{leaf("A", "int32", "-7")}, L{leaf("A", "int64", "-7")}, Same},
		{"to a float", L{leaf("A", "int64", "7")}, L{leaf("A", "float64", "7")}, Same},
		{"to a float that rounds", L{leaf("A", "int64", "9007199254740993")}, L{leaf("A", "float64", "9007199254740992")}, Wrong},
		{"cut to 32 bits", L{leaf("A", "int64", "1099511627783")}, L{leaf("A", "int32", "7")}, Wrong},
		{"sign lost", L{leaf("A", "int64", "-7")}, L{leaf("A", "uint64", "18446744073709551609")}, Wrong},
		{"to zero", L{leaf("A", "int64", "7")}, L{leaf("A", "float64", "0")}, Lost},
		{"rounded to float32", L{leaf("A", "float64", "0.1")}, L{leaf("A", "float32", "0.1")}, Same},
		{"beyond float32", L{leaf("A", "float64", "1e+300")}, L{leaf("A", "float32", "+Inf")}, Wrong},
		{"float32 seen as float64", L{leaf("A", "float32", "0.1")}, L{leaf("A", "float64", "0.10000000149011612")}, Same},
		{"float32 printed and read again", L{leaf("A", "float32", "0.1")}, L{leaf("A", "float64", "0.1")}, Same},
		{"fraction cut", L{leaf("A", "float64", "1.5")}, L{leaf("A", "int64", "1")}, Wrong},
		{"text as bytes", L{leaf("A", "string", "abcd")}, L{leaf("A", "bytes", "YWJjZA==")}, Same},
		{"text taken for base64", L{leaf("A", "string", "abcd")}, L{leaf("A", "bytes", "abcd")}, Wrong},
		{"text as number", L{leaf("A", "string", "12")}, L{leaf("A", "int64", "12")}, Same},
		{"bool as number", L{leaf("A", "bool", "true")}, L{leaf("A", "int64", "1")}, Same},
		{"time in another zone", L{leaf("A", "time", "2026-01-02T03:04:05Z")}, L{leaf("A", "time", "2026-01-02T04:04:05+01:00:00")}, Same},
		{"time as text", L{leaf("A", "time", "2026-01-02T03:04:05Z")}, L{leaf("A", "string", "2026-01-02T03:04:05Z")}, Same},
		{"time as seconds", L{leaf("A", "time", "2026-01-02T03:04:05Z")}, L{leaf("A", "int64", "1767323045")}, Wrong},
		{"nil and empty", L{{Path: "A", Kind: "slice", Value: "0", Nil: true}}, L{leaf("A", "slice", "0")}, Same},
		{"only in the reader, zero", L{}, L{leaf("B", "string", "")}, Same},
		{"only in the reader, not zero", L{}, L{leaf("B", "string", "x")}, Wrong},
		{"only in the writer", L{leaf("B", "string", "x")}, L{}, Same},
		{"list lost", L{leaf("A", "slice", "1"), leaf("A[0]", "int64", "7")}, L{leaf("A", "slice", "0")}, Lost},
		{"list longer", L{leaf("A", "slice", "1"), leaf("A[0]", "int64", "7")}, L{leaf("A", "slice", "2"), leaf("A[0]", "int64", "7"), leaf("A[1]", "int64", "0")}, Wrong},
		{"array cut", L{leaf("A", "array", "2"), leaf("A[0]", "int64", "7"), leaf("A[1]", "int64", "8")}, L{leaf("A", "array", "1"), leaf("A[0]", "int64", "7")}, Wrong},
		{"array grown", L{leaf("A", "array", "1"), leaf("A[0]", "int64", "7")}, L{leaf("A", "array", "2"), leaf("A[0]", "int64", "7"), leaf("A[1]", "int64", "0")}, Same},
		{"array as list", L{leaf("A", "array", "1"), leaf("A[0]", "int64", "7")}, L{leaf("A", "slice", "1"), leaf("A[0]", "int64", "7")}, Same},
		{"nil pointer to value", L{leaf("A", "nil", "")}, L{leaf("A", "int64", "0")}, Same},
		{"nil pointer to another value", L{leaf("A", "nil", "")}, L{leaf("A", "int64", "3")}, Wrong},
		{"value to nil", L{leaf("A", "int64", "7")}, L{leaf("A", "nil", "")}, Lost},
		{"struct to nil", L{leaf("A", "struct", ""), leaf("A.X", "int64", "7")}, L{leaf("A", "nil", "")}, Lost},
		{"value to list of one", L{leaf("A", "string", "abcd")}, L{leaf("A", "slice", "1"), leaf("A[0]", "string", "abcd")}, Same},
		{"list of one to value", L{leaf("A", "slice", "1"), leaf("A[0]", "string", "abcd")}, L{leaf("A", "string", "abcd")}, Same},
		{"value to another list of one", L{leaf("A", "string", "abcd")}, L{leaf("A", "slice", "1"), leaf("A[0]", "string", "b")}, Wrong},
		{"struct to map", L{leaf("A", "struct", ""), leaf("A.X", "int64", "7")}, L{leaf("A", "map", "1"), leaf(`A["x"]`, "int64", "7")}, Same},
		{"map to struct", L{leaf("A", "map", "1"), leaf(`A["x"]`, "int64", "7")}, L{leaf("A", "struct", ""), leaf("A.X", "int64", "7")}, Same},
		{"map to struct, lost", L{leaf("A", "map", "1"), leaf(`A["x"]`, "int64", "7")}, L{leaf("A", "struct", ""), leaf("A.X", "int64", "0")}, Lost},
		{"keys as numbers", L{leaf("A", "map", "1"), leaf(`A["7"]`, "int64", "8")}, L{leaf("A", "map", "1"), leaf("A[7]", "int64", "8")}, Same},
		{"keys lost", L{leaf("A", "map", "1"), leaf(`A["7"]`, "int64", "8")}, L{leaf("A", "map", "1"), leaf("A[0]", "int64", "8")}, Wrong},
		{"what an interface holds", L{leaf("A.(int64)", "int64", "7")}, L{leaf("A.(float64)", "float64", "7")}, Same},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := Same
			for _, d := range judge(test.sent, test.got, nil) {
				got = worse(got, d.Verdict)
			}
			if got != test.want {
				t.Errorf("%s, want %s: %+v", got, test.want, judge(test.sent, test.got, nil))
			}
		})
	}
}

func TestStrictly(t *testing.T) {
	type L = []protocol.Leaf
	for _, test := range []struct {
		name      string
		sent, got L
		want      Verdict
	}{
		{"the same", L{leaf("A", "int64", "7")}, L{leaf("A", "int64", "7")}, Same},
		{"minus zero", L{leaf("A", "float64", "-0")}, L{leaf("A", "float64", "0")}, Wrong},
		{"nil to empty", L{{Path: "A", Kind: "slice", Value: "0", Nil: true}}, L{leaf("A", "slice", "0")}, Wrong},
		{"zone", L{leaf("A", "time", "2026-01-02T03:04:05+01:00:00")}, L{leaf("A", "time", "2026-01-02T02:04:05Z")}, Wrong},
		{"nanoseconds", L{leaf("A", "time", "2026-01-02T03:04:05.000000001Z")}, L{leaf("A", "time", "2026-01-02T03:04:05Z")}, Wrong},
		{"value to zero", L{leaf("A", "string", "x")}, L{leaf("A", "string", "")}, Lost},
		{"an entry lost", L{leaf("A", "map", "2"), leaf(`A["a"]`, "int64", "0"), leaf(`A["b"]`, "int64", "0")}, L{leaf("A", "map", "1"), leaf(`A["a"]`, "int64", "0")}, Wrong},
		{"the type in an interface", L{leaf("A.(int64)", "int64", "7")}, L{leaf("A.(float64)", "float64", "7")}, Wrong},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := Same
			for _, d := range strictly(test.sent, test.got) {
				got = worse(got, d.Verdict)
			}
			if got != test.want {
				t.Errorf("%s, want %s: %+v", got, test.want, strictly(test.sent, test.got))
			}
		})
	}
}

func TestRollUp(t *testing.T) {
	for _, test := range []struct {
		old, new Verdict
		want     Outcome
		under    string // the requirements that hold
	}{
		{Same, Same, Full, "backward forward full none"},
		{Same, Refused, Backward, "backward none"},
		{Refused, Same, Forward, "forward none"},
		{Refused, Refused, Breaks, "none"},
		{Same, Lost, Corrupts, ""},
		{Wrong, Refused, Corrupts, ""},
		{Lost, Dies, Kills, ""},
		{Unwritten, Same, Forward, "forward none"},
		{Unwritten, Unwritten, Unknown, "backward forward full none"},
	} {
		ways := []Way{{Cells: []Cell{{Verdict: Unwritten}, {Verdict: test.old}}}, {Cells: []Cell{{Verdict: test.new}, {Verdict: Unwritten}}}}
		got := rollUp(ways)
		under := ""
		for _, r := range Requirements {
			if holds(got, r) {
				if under != "" {
					under += " "
				}
				under += r
			}
		}
		if got != test.want || under != test.under {
			t.Errorf("%s and %s: %s, holds under %q; want %s, %q", test.old, test.new, got, under, test.want, test.under)
		}
	}
}
