package jsonstd

import (
	"strings"
	"testing"

	"github.com/assay-go/assay/codec/json/jsonrt"
)

type inner struct{ A int }

// named is embedded by a pointer that encoding/json cannot set, and reads all the same.
type named struct {
	*inner `json:"in"`
}

type panics struct{}

func (*panics) UnmarshalJSON([]byte) error { panic("its own") }

// TestPanics makes an error of what encoding/json cannot set, and of nothing else.
func TestPanics(t *testing.T) {
	d := new(jsonrt.Decoder)
	if i := Unmarshal(d, []byte(`{"in":{}}`), 0, new(named)); i != -1 || !strings.HasPrefix(d.Reason, "encoding/json panics: reflect: ") {
		t.Errorf("%d, %s", i, d.Reason)
	}
	defer func() {
		if p := recover(); p != "its own" {
			t.Errorf("%v is what the method panics with", p)
		}
	}()
	Unmarshal(new(jsonrt.Decoder), []byte(`{}`), 0, new(panics))
}
