package probe

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/internal/worker/verify"
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
	for calls := 0; ; calls++ {
		got, err := attack(c, a)
		if err != nil || calls > 1000 {
			t.Fatal(calls, err)
		}
		for _, h := range got.Hits {
			tried[h.Kind] += h.Tried
		}
		a.Skip = append(a.Skip, got.Enough...)
		if a.From = got.Next; a.From == 0 {
			break
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
	a.Size, a.From = protocol.Huge, 0
	got, err := attack(c, a)
	if err != nil || len(got.Hits) != 1 || got.Hits[0].Kind != Nested {
		t.Errorf("of huge ones: %+v, %v", got, err)
	}
}
