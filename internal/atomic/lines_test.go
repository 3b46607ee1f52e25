package atomic_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/assay-go/assay/internal/atomic"
)

func TestWriteLines(t *testing.T) {
	v := map[string]any{"a": []any{map[string]any{"b": 1.0, "c": []any{}}, `]}<"{[,\`, `\"`}, "d": nil}
	for levels, want := range []string{
		`{"a":[{"b":1,"c":[]},"]}<\"{[,\\","\\\""],"d":null}` + "\n",
		"{\n" + `"a":[{"b":1,"c":[]},"]}<\"{[,\\","\\\""],` + "\n" + `"d":null` + "\n}\n",
		"{\n\"a\":[\n" + `{"b":1,"c":[]},` + "\n" + `"]}<\"{[,\\",` + "\n" + `"\\\""` + "\n],\n" + `"d":null` + "\n}\n",
	} {
		var out bytes.Buffer
		if err := atomic.WriteLines(&out, v, levels); err != nil || out.String() != want {
			t.Errorf("%d levels: %v\n%s\nwant\n%s", levels, err, &out, want)
		}
		var back any
		if err := json.Unmarshal(out.Bytes(), &back); err != nil || !reflect.DeepEqual(back, any(v)) {
			t.Errorf("%d levels: %v, %v", levels, err, back)
		}
	}
	if err := atomic.WriteLines(new(bytes.Buffer), func() {}, 1); err == nil {
		t.Error("a func was written")
	}
}
