package probe

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/worker/protocol"
)

type varied struct {
	A     int64
	B     string
	Gone  string
	Items []struct{ Qty int32 }
	Next  *varied
	Kind  shownKind
	Seen  map[string]struct{}
}

// shownKind can be written only as one of its names.
type shownKind int

func (k shownKind) MarshalText() ([]byte, error) {
	if k < 1 || k > 2 {
		return nil, errors.New("no kind")
	}
	return []byte([]string{"", "one", "two"}[k]), nil
}

func (k *shownKind) UnmarshalText(b []byte) error {
	*k = shownKind(slices.Index([]string{"", "one", "two"}, string(b)))
	return nil
}

// Every place of a type is given other values, those among them that the value leaves
// empty; and what nobody reads moves nothing.
func TestVary(t *testing.T) {
	c := jsonCase(varied{A: 7, Kind: 1}, varied{Kind: 2})
	out, err := Answer(c, protocol.Probe{What: "vary", Name: "value 0", Filled: true})
	if err != nil || out.Refused != "" {
		t.Fatal(err, out.Refused)
	}
	var places []string
	for _, v := range out.Varied {
		places = append(places, v.Path)
		for _, data := range v.Encoded {
			if string(data) == string(out.Encoded) {
				t.Errorf("%s: not another value: %s", v.Path, data)
			}
		}
	}
	slices.Sort(places)
	if got := strings.Join(places, " "); got != "A B Gone Items[].Qty Kind Seen" {
		t.Errorf("places %s", got)
	}
	reader := c
	reader.Open = jsonCase(varied{}).Open
	for _, v := range out.Varied {
		got, err := Answer(reader, protocol.Probe{What: "moved", Encoded: out.Encoded, Others: v.Encoded})
		if err != nil || len(got.Moved) != len(v.Encoded) || got.Moved[0][0] != v.Path {
			t.Errorf("%s moves %v: %v", v.Path, got.Moved, err)
		}
	}
	// What the reader passes over moves nothing, and what it refuses is told.
	got, _ := Answer(reader, protocol.Probe{What: "moved", Encoded: []byte(`{"A":1}`), Others: [][]byte{[]byte(`{"A":1,"X":2}`), []byte(`{"A":"x"}`)}})
	if len(got.Moved) != 2 || len(got.Moved[0]) != 0 || got.Moved[1][0] != protocol.Failed {
		t.Errorf("moved %v", got.Moved)
	}
	again, _ := Answer(reader, protocol.Probe{What: "rewrite", Encoded: []byte(`{"A":1,"X":2,"Kind":"two"}`)})
	if v := (varied{}); json.Unmarshal(again.Encoded, &v) != nil || v.A != 1 || v.Kind != 2 {
		t.Errorf("rewritten %s", again.Encoded)
	}
}
