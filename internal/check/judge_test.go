package check

import (
	"testing"
	"time"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/internal/compile"
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
		{"to a float that rounds", L{leaf("A", "int64", "9007199254740993")}, L{leaf("A", "float64", "9007199254740992")}, Changed},
		{"cut to 32 bits", L{leaf("A", "int64", "1099511627783")}, L{leaf("A", "int32", "7")}, Changed},
		{"sign lost", L{leaf("A", "int64", "-7")}, L{leaf("A", "uint64", "18446744073709551609")}, Changed},
		{"to zero", L{leaf("A", "int64", "7")}, L{leaf("A", "float64", "0")}, Changed},
		{"rounded to float32", L{leaf("A", "float64", "0.1")}, L{leaf("A", "float32", "0.1")}, Same},
		{"held by float32", L{leaf("A", "float64", "16777216")}, L{leaf("A", "float32", "1.6777216e+07")}, Same},
		{"digits that float32 loses", L{leaf("A", "float64", "3.141592653589793")}, L{leaf("A", "float32", "3.1415927")}, Changed},
		{"beyond float32", L{leaf("A", "float64", "1e+300")}, L{leaf("A", "float32", "+Inf")}, Changed},
		{"below float32", L{leaf("A", "float64", "1e-300")}, L{leaf("A", "float32", "0")}, Changed},
		{"float32 seen as float64", L{leaf("A", "float32", "0.1")}, L{leaf("A", "float64", "0.10000000149011612")}, Same},
		{"float32 printed and read again", L{leaf("A", "float32", "0.1")}, L{leaf("A", "float64", "0.1")}, Same},
		{"fraction cut", L{leaf("A", "float64", "1.5")}, L{leaf("A", "int64", "1")}, Changed},
		{"text as bytes", L{leaf("A", "string", "abcd")}, L{leaf("A", "bytes", "YWJjZA==")}, Same},
		{"what is no text as bytes", L{leaf("A", "string", "\x00hex 61ff")}, L{leaf("A", "bytes", "Yf8=")}, Same},
		{"text taken for base64", L{leaf("A", "string", "abcd")}, L{leaf("A", "bytes", "abcd")}, Changed},
		{"text as number", L{leaf("A", "string", "12")}, L{leaf("A", "int64", "12")}, Same},
		{"bool as number", L{leaf("A", "bool", "true")}, L{leaf("A", "int64", "1")}, Same},
		{"time in another zone", L{leaf("A", "time", "2026-01-02T03:04:05Z")}, L{leaf("A", "time", "2026-01-02T04:04:05+01:00:00")}, Same},
		{"time as text", L{leaf("A", "time", "2026-01-02T03:04:05Z")}, L{leaf("A", "string", "2026-01-02T03:04:05Z")}, Same},
		{"time as seconds", L{leaf("A", "time", "2026-01-02T03:04:05Z")}, L{leaf("A", "int64", "1767323045")}, Changed},
		{"text of an array", L{leaf("A", "string", "0a0b")}, L{{Path: "A", Kind: "byte array", Value: "Cgs=", Text: "0a0b"}}, Same},
		{"an array as its text", L{{Path: "A", Kind: "byte array", Value: "Cgs=", Text: "0a0b"}}, L{leaf("A", "string", "0a0b")}, Same},
		{"another text of an array", L{leaf("A", "string", "0a0c")}, L{{Path: "A", Kind: "byte array", Value: "Cgs=", Text: "0a0b"}}, Changed},
		{"nil and empty", L{{Path: "A", Kind: "slice", Value: "0", Nil: true}}, L{leaf("A", "slice", "0")}, Same},
		{"only in the reader, zero", L{}, L{leaf("B", "string", "")}, Same},
		{"only in the reader, not zero", L{}, L{leaf("B", "string", "x")}, Changed},
		{"only in the writer", L{leaf("B", "string", "x")}, L{}, Same},
		{"list lost", L{leaf("A", "slice", "1"), leaf("A[0]", "int64", "7")}, L{leaf("A", "slice", "0")}, Changed},
		{"list longer", L{leaf("A", "slice", "1"), leaf("A[0]", "int64", "7")}, L{leaf("A", "slice", "2"), leaf("A[0]", "int64", "7"), leaf("A[1]", "int64", "0")}, Changed},
		{"array cut", L{leaf("A", "array", "2"), leaf("A[0]", "int64", "7"), leaf("A[1]", "int64", "8")}, L{leaf("A", "array", "1"), leaf("A[0]", "int64", "7")}, Changed},
		{"array grown", L{leaf("A", "array", "1"), leaf("A[0]", "int64", "7")}, L{leaf("A", "array", "2"), leaf("A[0]", "int64", "7"), leaf("A[1]", "int64", "0")}, Same},
		{"array as list", L{leaf("A", "array", "1"), leaf("A[0]", "int64", "7")}, L{leaf("A", "slice", "1"), leaf("A[0]", "int64", "7")}, Same},
		{"nil pointer to value", L{leaf("A", "nil", "")}, L{leaf("A", "int64", "0")}, Same},
		{"nil pointer to another value", L{leaf("A", "nil", "")}, L{leaf("A", "int64", "3")}, Changed},
		{"value to nil", L{leaf("A", "int64", "7")}, L{leaf("A", "nil", "")}, Changed},
		{"struct to nil", L{leaf("A", "struct", ""), leaf("A.X", "int64", "7")}, L{leaf("A", "nil", "")}, Changed},
		{"value to list of one", L{leaf("A", "string", "abcd")}, L{leaf("A", "slice", "1"), leaf("A[0]", "string", "abcd")}, Same},
		{"list of one to value", L{leaf("A", "slice", "1"), leaf("A[0]", "string", "abcd")}, L{leaf("A", "string", "abcd")}, Same},
		{"value to another list of one", L{leaf("A", "string", "abcd")}, L{leaf("A", "slice", "1"), leaf("A[0]", "string", "b")}, Changed},
		{"text to what writes itself so", L{leaf("A", "string", "paid")}, L{{Path: "A", Kind: "int64", Value: "1", Text: "paid"}}, Same},
		{"text to what writes itself otherwise", L{leaf("A", "string", "paid")}, L{{Path: "A", Kind: "int64", Value: "1", Text: "open"}}, Changed},
		{"value to a struct of it alone", L{leaf("A", "int64", "7")}, L{leaf("A", "struct", ""), leaf("A.X", "int64", "7")}, Same},
		{"a struct of a value alone to it", L{leaf("A", "struct", ""), leaf("A.X", "int64", "7")}, L{leaf("A", "int64", "7")}, Same},
		{"value to a struct of another", L{leaf("A", "int64", "7")}, L{leaf("A", "struct", ""), leaf("A.X", "int64", "8")}, Changed},
		{"value to a struct of more", L{leaf("A", "int64", "7")}, L{leaf("A", "struct", ""), leaf("A.X", "int64", "7"), leaf("A.Y", "int64", "0")}, Changed},
		{"struct to map", L{leaf("A", "struct", ""), leaf("A.X", "int64", "7")}, L{leaf("A", "map", "1"), leaf(`A["x"]`, "int64", "7")}, Same},
		{"map to struct", L{leaf("A", "map", "1"), leaf(`A["x"]`, "int64", "7")}, L{leaf("A", "struct", ""), leaf("A.X", "int64", "7")}, Same},
		{"map to struct, lost", L{leaf("A", "map", "1"), leaf(`A["x"]`, "int64", "7")}, L{leaf("A", "struct", ""), leaf("A.X", "int64", "0")}, Changed},
		{"keys as numbers", L{leaf("A", "map", "1"), leaf(`A["7"]`, "int64", "8")}, L{leaf("A", "map", "1"), leaf("A[7]", "int64", "8")}, Same},
		{"keys that stay", L{leaf("A", "map", "1"), leaf(`A["7"]`, "bool", "false")}, L{leaf("A", "map", "1"), leaf("A[7]", "bool", "false")}, Same},
		{"keys lost of nothing", L{leaf("A", "map", "1"), leaf(`A["7"]`, "string", "")}, L{leaf("A", "map", "1"), leaf("A[0]", "string", "")}, Changed},
		{"keys lost of structs", L{leaf("A", "map", "1"), leaf(`A["7"]`, "struct", ""), leaf(`A["7"].X`, "int64", "0")}, L{leaf("A", "map", "1"), leaf("A[0]", "struct", ""), leaf("A[0].X", "int64", "0")}, Changed},
		{"keys lost", L{leaf("A", "map", "1"), leaf(`A["7"]`, "int64", "8")}, L{leaf("A", "map", "1"), leaf("A[0]", "int64", "8")}, Changed},
		{"what an interface holds", L{leaf("A.(int64)", "int64", "7")}, L{leaf("A.(float64)", "float64", "7")}, Same},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := Same
			if len(judge(test.sent, test.got, nil)) > 0 {
				got = Changed
			}
			if got != test.want {
				t.Errorf("%s, want %s: %+v", got, test.want, judge(test.sent, test.got, nil))
			}
		})
	}
}

// What has parts is no zero by itself: its parts say so.
func TestZero(t *testing.T) {
	for want, list := range map[bool][]protocol.Leaf{
		true:  {leaf("", "nil", ""), leaf("", "bool", "false"), leaf("", "string", ""), leaf("", "byte array", "AAA="), leaf("", "map", "0"), leaf("", "complex64", "0 0"), leaf("", "float32", "-0")},
		false: {leaf("", "bool", "true"), leaf("", "bytes", "AA=="), leaf("", "byte array", "AAE="), leaf("", "slice", "1"), leaf("", "array", "2"), leaf("", "struct", ""), leaf("", "more", ""), leaf("", "int8", "-1")},
	} {
		for _, l := range list {
			if zero(l) != want {
				t.Errorf("%s %q: %t", l.Kind, l.Value, !want)
			}
		}
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
		{"minus zero", L{leaf("A", "float64", "-0")}, L{leaf("A", "float64", "0")}, Changed},
		{"nil to empty", L{{Path: "A", Kind: "slice", Value: "0", Nil: true}}, L{leaf("A", "slice", "0")}, Changed},
		{"zone", L{leaf("A", "time", "2026-01-02T03:04:05+01:00:00")}, L{leaf("A", "time", "2026-01-02T02:04:05Z")}, Changed},
		{"nanoseconds", L{leaf("A", "time", "2026-01-02T03:04:05.000000001Z")}, L{leaf("A", "time", "2026-01-02T03:04:05Z")}, Changed},
		{"value to zero", L{leaf("A", "string", "x")}, L{leaf("A", "string", "")}, Changed},
		{"an entry lost", L{leaf("A", "map", "2"), leaf(`A["a"]`, "int64", "0"), leaf(`A["b"]`, "int64", "0")}, L{leaf("A", "map", "1"), leaf(`A["a"]`, "int64", "0")}, Changed},
		{"the type in an interface", L{leaf("A.(int64)", "int64", "7")}, L{leaf("A.(float64)", "float64", "7")}, Changed},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := Same
			if len(strictly(test.sent, test.got)) > 0 {
				got = Changed
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
		{Same, Changed, Backward, "backward"},
		{Same, Dies, Backward, "backward"},
		{Dropped, Same, Forward, "forward"},
		{Changed, Refused, Corrupts, ""},
		{Dropped, Refused, Drops, ""},
		{Dropped, Dies, Kills, ""},
		{Unwritten, Same, Forward, "forward none"},
		{Unwritten, Unwritten, Unknown, ""},
	} {
		ways := []Direction{{Cells: []Cell{{Verdict: Unwritten}, {Verdict: test.old}}}, {Cells: []Cell{{Verdict: test.new}, {Verdict: Unwritten}}}}
		c := &Codec{Ways: ways, Verdict: rollUp(ways)}
		under := ""
		for _, r := range []string{"backward", "forward", "full", "none"} {
			if c.holds(r) {
				if under != "" {
					under += " "
				}
				under += r
			}
		}
		if c.Verdict != test.want || under != test.under {
			t.Errorf("%s and %s: %s, holds under %q; want %s, %q", test.old, test.new, c.Verdict, under, test.want, test.under)
		}
	}
}

// An attack answers after its own time, and what it was trying then has the limit of one value
// besides; all else has that limit alone.
func TestLimitsOfRequests(t *testing.T) {
	s := newSide(Config{Limit: 3 * time.Second}, Side{})
	s.loaded = &bench.Loaded{Subject: &compile.Subject{}}
	for what, want := range map[string]time.Duration{"attack": 3*time.Second + protocol.AttackTime, "write": 3 * time.Second} {
		if r := s.request(&codec{}, protocol.Probe{What: what}); r.CPU != want || r.Still != 3*time.Second {
			t.Errorf("%s has %v, and %v to stand still; want %v and 3s", what, r.CPU, r.Still, want)
		}
	}
}
