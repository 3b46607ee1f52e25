package golden_test

import (
	"math/bits"
	"reflect"
	"strings"
	"testing"
)

// TestLongEncodings marshals more bytes than counts of 32 bits can tell, from
// strings that share memory. Append, which finds out when it has written them, is
// left out.
func TestLongEncodings(t *testing.T) {
	if bits.UintSize < 64 {
		t.Skip("memory ends before")
	}
	text := strings.Repeat("x", 16<<20)
	for format, list := range codecs {
		for _, c := range list {
			if c.Name != "colorgroup" || formatOf(format).Length.Bytes != 4 {
				continue
			}
			v := c.New()
			colors := make([]string, 255)
			for i := range colors {
				colors[i] = text
			}
			field := reflect.ValueOf(v).Elem().FieldByName("Colors")
			field.Set(reflect.ValueOf(colors))
			if n := c.Size(v); int64(n) < 255<<24 {
				t.Errorf("%s: 255 strings take %d bytes", format, n)
			}
			field.Set(reflect.ValueOf(append(colors, text)))
			if n := c.Size(v); n != 0 {
				t.Errorf("%s: 256 strings take %d bytes", format, n)
			}
			const want = "the encoding is longer than 4,294,967,295 bytes"
			if b, err := c.Marshal(v); err == nil || b != nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: Marshal: %d bytes, %v", format, len(b), err)
			}
		}
	}
}
