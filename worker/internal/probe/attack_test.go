package probe

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/internal/verify"
)

// Of a kind for which very much is allocated no more is tried, and the others are tried
// whole. What is huge is tried by itself.
func TestEnoughOfAKind(t *testing.T) {
	c := jsonCase(wide{A: 1, Name: "a name"})
	var sink []byte
	hoards := false
	c.Open = func() verify.Codec {
		return verify.Codec{Marshal: json.Marshal, Unmarshal: func(data []byte, v any) error {
			if hoards = strings.Contains(string(data), "\xff\xff\xff\xff\x07"); hoards {
				sink = make([]byte, wasteful+1<<20)
			}
			return json.Unmarshal(data, v)
		}}
	}
	message, _ := json.Marshal(c.Values[0])
	a := protocol.Attack{Messages: [][]byte{message}, Format: "json", Size: protocol.Short, Journal: filepath.Join(t.TempDir(), "journal")}
	tried := map[string]int{}
	for more := true; more; {
		var got *protocol.Attacked
		got, more = attackOn(t, c, &a)
		for _, h := range got.Hits {
			tried[h.Kind] += h.Tried
		}
	}
	_ = sink
	bomb, whole := protocol.Bomb+"varint 2^31-1", protocol.Bomb+"varint 2^32-1"
	if tried[bomb] != wasteKind || tried[whole] != len(message) || !slices.Equal(a.Skip, []string{bomb}) {
		t.Errorf("%d tried of what allocates, %d of what does not; left alone: %q", tried[bomb], tried[whole], a.Skip)
	}
	if tried[Nested] != 0 || tried[protocol.CutShort] != len(message) {
		t.Errorf("of short ones: %v", tried)
	}
	// In a run, what is any too much is enough of it.
	least := 0
	c.Open = func() verify.Codec {
		return verify.Codec{Marshal: json.Marshal, Unmarshal: func(data []byte, v any) error {
			if strings.Contains(string(data), "\xff\xff\xff\xff\x07") {
				least++
				sink = make([]byte, 1<<20)
			}
			return json.Unmarshal(data, v)
		}}
	}
	few := a
	few.Few, few.From, few.Skip = true, 0, nil
	for more := true; more; {
		_, more = attackOn(t, c, &few)
	}
	if least > 3*wasteKind || !slices.Equal(few.Skip, []string{bomb}) {
		t.Errorf("of few, %d calls that allocate; left alone: %q", least, few.Skip)
	}
	a.Size, a.From = protocol.Huge, 0
	got, err := attack(c, a)
	if err != nil || len(got.Hits) != 1 || got.Hits[0].Kind != Nested {
		t.Errorf("of huge ones: %+v, %v", got, err)
	}
}

// attackOn goes on with an attack, which is further then, and reports whether there is more
// to be tried.
func attackOn(t *testing.T, c verify.Case, a *protocol.Attack) (got *protocol.Attacked, more bool) {
	t.Helper()
	got, err := attack(c, *a)
	if err != nil {
		t.Fatal(err)
	}
	if got.Next != 0 && got.Next <= a.From {
		t.Fatalf("after input %d it would go on from %d", a.From, got.Next)
	}
	a.From, a.Skip = got.Next, append(a.Skip, got.Enough...)
	return got, a.From != 0
}

// letter is a type with a format that each codec of TestAttack reads in its own way: how
// long the name is, and the name.
type letter struct{ Name string }

func writeLetter(v any) ([]byte, error) {
	name := v.(*letter).Name
	return append([]byte{byte(len(name))}, name...), nil
}

func readLetter(data []byte, v any) error {
	if len(data) == 0 || len(data) != 1+int(data[0]) {
		return errors.New("no letter")
	}
	v.(*letter).Name = string(data[1:])
	return nil
}

// What becomes of broken messages is told by kind, into new values and into used ones.
func TestAttack(t *testing.T) {
	var sink []byte
	for _, test := range []struct {
		name      string
		unmarshal func(data []byte, v any) error
		reuse     bool // into used values; into new ones it is readLetter
		kind      string
		want      func(h protocol.Hit) bool
	}{
		{name: "refuses", unmarshal: readLetter, kind: protocol.CutShort, want: func(h protocol.Hit) bool { return h.Refused == h.Tried && h.Over == 0 }},
		{name: "refuses, into used values", unmarshal: readLetter, reuse: true, kind: protocol.Behind, want: func(h protocol.Hit) bool { return h.Refused == h.Tried && h.Over == 0 }},
		{name: "believes the length", kind: protocol.CutShort, want: func(h protocol.Hit) bool { return h.Panics > 0 }, unmarshal: func(data []byte, v any) error {
			if len(data) > 0 {
				_ = data[len(data):][:1+int(data[0])-len(data)]
			}
			return readLetter(data, v)
		}},
		{name: "believes the length of what was there", reuse: true, kind: protocol.CutShort, want: func(h protocol.Hit) bool { return h.Panics > 0 }, unmarshal: func(data []byte, v any) error {
			if n := len(v.(*letter).Name); n > 0 {
				_ = data[n]
			}
			return readLetter(data, v)
		}},
		{name: "slices beyond its input", kind: protocol.CutShort, want: func(h protocol.Hit) bool { return h.Panics > 0 }, unmarshal: func(data []byte, v any) error {
			if n := len(data); n < 9 { // the sound one has 9
				_ = data[: n+1 : n+1] // which an input with room behind it has
			}
			return readLetter(data, v)
		}},
		{name: "takes what is there", kind: protocol.CutShort, want: func(h protocol.Hit) bool { return h.Other > 0 }, unmarshal: func(data []byte, v any) error {
			if len(data) > 0 {
				v.(*letter).Name = string(data[1:])
			}
			return nil
		}},
		{name: "ignores what follows", kind: protocol.Behind, want: func(h protocol.Hit) bool { return h.Same == h.Tried }, unmarshal: func(data []byte, v any) error {
			if len(data) > 0 && len(data) > 1+int(data[0]) {
				data = data[:1+data[0]]
			}
			return readLetter(data, v)
		}},
		{name: "allocates what it is told", kind: protocol.Bomb + "varint 2^31-1", want: func(h protocol.Hit) bool { return h.Over > 0 }, unmarshal: func(data []byte, v any) error {
			if len(data) > 0 {
				sink = make([]byte, int(data[0])<<12)
			}
			return readLetter(data, v)
		}},
		{name: "trusts a length that no bomb has", kind: protocol.Flipped, want: func(h protocol.Hit) bool { return h.Panics > 0 }, unmarshal: func(data []byte, v any) error {
			if len(data) > 0 && data[0] == 8^4 {
				panic("trusted")
			}
			return readLetter(data, v)
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := verify.Case{Values: []any{&letter{"eight by"}}, New: func() any { return new(letter) }, Reuse: test.reuse, Open: func() verify.Codec {
				if test.reuse {
					return verify.Codec{Marshal: writeLetter, Unmarshal: readLetter, UnmarshalReuse: test.unmarshal}
				}
				return verify.Codec{Marshal: writeLetter, Unmarshal: test.unmarshal}
			}}
			message, _ := writeLetter(c.Values[0])
			a := protocol.Attack{Messages: [][]byte{message}, Few: true, Journal: filepath.Join(t.TempDir(), "journal")}
			for more := true; more; {
				var got *protocol.Attacked
				got, more = attackOn(t, c, &a)
				for _, h := range got.Hits {
					if h.Kind == test.kind {
						if !test.want(h) {
							t.Errorf("%+v", h)
						}
						return
					}
				}
			}
			t.Fatalf("nothing was %s", test.kind)
		})
	}
	_ = sink
}

// Every bit of a short message is flipped, each by itself.
func TestEveryBitIsFlipped(t *testing.T) {
	sound := []byte{0x12, 0x34, 0x56}
	seen := map[string]int{}
	for in := range inputs(jsonCase(wide{}), protocol.Attack{Messages: [][]byte{sound}, Few: true}) {
		if in.kind == protocol.Flipped {
			seen[string(in.make())]++
		}
	}
	for bit := range 24 {
		b := slices.Clone(sound)
		b[bit/8] ^= 1 << (bit % 8)
		if seen[string(b)] != 1 {
			t.Errorf("bit %d is flipped %d times", bit, seen[string(b)])
		}
	}
	if len(seen) != 24 {
		t.Errorf("%d inputs, want 24", len(seen))
	}
}

// Of few inputs those of short messages are as many as of all, nested ones among them,
// and those of long ones are no more than may be.
func TestFewInputs(t *testing.T) {
	c := jsonCase(wide{A: 1, Name: "a name"})
	count := func(size int, few bool) (tried, total int) {
		for in := range inputs(c, protocol.Attack{Messages: [][]byte{make([]byte, size)}, Few: few, Size: protocol.Short}) {
			tried++
			total += len(in.make())
		}
		return tried, total
	}
	all, _ := count(1500, false)
	if few, _ := count(1500, true); few != all {
		t.Errorf("of a short message %d, and %d of few", all, few)
	}
	type chain struct{ Next *chain }
	kinds := map[string]bool{}
	for in := range inputs(jsonCase(chain{}), protocol.Attack{Messages: [][]byte{[]byte(`{"Next":null}`)}, Format: "json", Few: true}) {
		kinds[in.kind] = true
	}
	if !kinds[Nested] || !kinds["the type nested 1,000,000 deep"] {
		t.Error("no input is nested")
	}
	if _, total := count(100_000, true); total > 8*fewBytes {
		t.Errorf("of a long message %d bytes", total)
	}
}

// Of rows with reuse the garbage is also that of the sound messages that used values are
// decoded from, and is collected before another one is made.
func TestGarbageOfSoundMessages(t *testing.T) {
	c := jsonCase(wide{A: 1, Name: "a name"})
	var sink []byte
	refused := errors.New("refused")
	c.Open = func() verify.Codec {
		return verify.Codec{
			Marshal:        json.Marshal,
			Unmarshal:      func(data []byte, v any) error { sink = make([]byte, 1<<20); return json.Unmarshal(data, v) },
			UnmarshalReuse: func([]byte, any) error { return refused },
		}
	}
	message, _ := json.Marshal(c.Values[0])
	r := &raid{Case: c, codec: c.Open(), reuses: true, messages: [][]byte{message}, hits: map[string]*protocol.Hit{}}
	const times = 3
	for range times {
		if outcome, used, what := r.attempt(input{}, message); outcome != asRefused || used > 1<<19 {
			t.Fatalf("%s, after %d bytes", what, used)
		}
	}
	_ = sink
	if r.garbage < times<<20 {
		t.Errorf("%d bytes of garbage are known of, and %d were made", r.garbage, times<<20)
	}
}
