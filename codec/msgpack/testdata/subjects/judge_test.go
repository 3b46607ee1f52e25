//go:build long

package subjects

import (
	"testing"

	"github.com/tinylib/msgp/msgp"

	"github.com/assay-go/assay/codec/internal/keyed/keyedtest"
	"github.com/assay-go/assay/codec/msgpack/internal/msgpacktest"
)

// TestAsMsgp has msgp judge the code for those types that it has a form for.
func TestAsMsgp(t *testing.T) {
	for _, c := range all {
		if _, ok := c.New().(msgp.Marshaler); !ok {
			continue // whose parts msgp has no form for
		}
		keyedtest.Judge{
			Name: "msgp", Entries: 1, Apart: msgpacktest.Twice,
			Marshal: func(v any) ([]byte, error) { return v.(msgp.Marshaler).MarshalMsg(nil) },
			Unmarshal: func(b []byte, v any) error {
				_, err := v.(msgp.Unmarshaler).UnmarshalMsg(b)
				return err
			},
		}.Test(t, c)
	}
}
