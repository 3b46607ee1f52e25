package value_test

import (
	"testing"

	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/extprot/value"
)

// Strings are text where they are text, and nothing is lost where they are not.
func TestText(t *testing.T) {
	s, err := schema.Check("s.proto", []byte("message m = { s : string }"), nil)
	if err != nil {
		t.Fatal(err)
	}
	typ := s.Message("m").Type
	for _, test := range []struct{ in, want string }{
		{"", `{"s":""}`},
		{"Ann <ann@x>", `{"s":"Ann <ann@x>"}`},
		{"a\"b\n\x00", `{"s":"a\"b\n\u0000"}`},
		{"größe \U0001f600", `{"s":"größe 😀"}`},
		{"\xff\x00", `{"s":{"hex":"ff00"}}`},
	} {
		got := string(value.AppendText(nil, &value.Record{Names: []string{"s"}, Fields: []value.Value{value.String(test.in)}}))
		if got != test.want {
			t.Errorf("%q: got %s, want %s", test.in, got, test.want)
		}
		back, err := value.ParseText(typ, []byte(got))
		if err != nil || back.(*value.Record).Fields[0] != value.String(test.in) {
			t.Errorf("%s is read as %v, %v", got, back, err)
		}
	}
	for _, bad := range []string{`{"s":1}`, `{"s":{"hex":"zz"}}`, `{"s":{"hex":"ff","x":1}}`, `{"s":null}`} {
		if _, err := value.ParseText(typ, []byte(bad)); err == nil {
			t.Errorf("%s is read without an error", bad)
		}
	}
}
