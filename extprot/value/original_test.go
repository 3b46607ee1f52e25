package value_test

import (
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/extprot/value"
)

// The schema of the original's own test suite, which has its licence beside it, and the
// suite's cases of extensions, of defaults and of subsets: what one message writes, another
// reads.
func TestOriginalSuite(t *testing.T) {
	source, err := os.ReadFile("testdata/original/test_types.proto")
	if err != nil {
		t.Fatal(err)
	}
	s, err := schema.Check("test_types.proto", source, nil)
	if err != nil {
		t.Fatal(err)
	}
	foo, text := hex.EncodeToString([]byte("foo")), hex.EncodeToString([]byte("123"))
	const simple = `{"v":{"D":[]}}`
	const defaults = `{"c":{"Red":[]},"b":true,"i1":"42","i2":"-43","b2":44,"l1":"45","l2":"-46","f1":"40091eb851eb851f","f2":"c0091eb851eb851f"}`
	whole := `{"a":"13","b":true,"c":"` + foo + `","d":"42"}`
	nested := func(v string) string {
		return `{"a":{"a":"13","b":false,"c":"` + foo + `"},"b":{"a":"42","b":true,"c":"` + foo + `"},"c":"` + v + `"}`
	}
	cases := []struct{ writer, written, reader, want string }{ // an empty want is an error
		{"msg2", `{"a":"123"}`, "msg2a", `{"a":"123","b":{"D":[]}}`},
		{"msg2", `{"a":"123"}`, "msg2b", `{"a":"123","b":` + simple + `}`},
		{"msg2", `{"a":"123"}`, "msg2c", `{"a":"123","b":[],"c":[]}`},
		{"msg2c0", `{"a":"123","b":["1","2","3"]}`, "msg2c", `{"a":"123","b":["1","2","3"],"c":[]}`},
		{"msg3", `{"v0":"123"}`, "msg3a", `{"v0":"123","v1":[` + simple + `,` + simple + `],"v2":[]}`},
		{"msg2", `{"a":"123"}`, "msg2d", `{"a":"123","b":false}`},
		{"defv1a", `{"c":{"Red":[]}}`, "defv1b", defaults},
		{"defv1a", `{"c":{"Red":[]}}`, "defv1c", defaults},
		{"defv2a", `{"c":{"Red":[]}}`, "defv2b", `{"c":{"Red":[]},"p":["42","-43"]}`},
		{"defv2a", `{"c":{"Red":[]}}`, "defv2c", `{"c":{"Red":[]},"p":["42","-43"]}`},
		{"msg1a", `{"A":{"a":"123"}}`, "msg1", `{"a":"123"}`},
		{"msg1a", `{"B":{"b":"` + text + `"}}`, "msg1", ""},
		{"msg1b", `{"A":{"a":"123","a'":"42"}}`, "msg1a", `{"A":{"a":"123"}}`},
		{"msg1c", `{"a":{"Int":["123"]}}`, "msg1", `{"a":"123"}`},
		{"msg1c", `{"a":{"Stuff":["` + foo + `"]}}`, "msg1", ""},
		{"subset__a", whole, "subset__a_1", `{"b":true,"d":"42"}`},
		{"subset__a", whole, "subset__a_1b", `{"b":true,"d":"42"}`},
		{"subset__a", whole, "subset__a_2", `{"a":"13","c":"` + foo + `"}`},
		{"subset__a", whole, "subset__a_2b", `{"a":"13","c":"` + foo + `"}`},
		{"subset__b", whole, "subset__b_1", `{"b":true,"d":"42"}`},
		{"subset__b", whole, "subset__b_1b", `{"b":true,"d":"42"}`},
		{"subset__b", whole, "subset__b_2", `{"a":"13","c":"` + foo + `"}`},
		{"subset__b", whole, "subset__b_2b", `{"a":"13","c":"` + foo + `"}`},
		{"subset__c", whole, "subset__c_1", `{"b":true,"d":"42"}`},
		{"subset__c", whole, "subset__c_1b", `{"b":true,"d":"42"}`},
		{"subset__c", whole, "subset__c_2", `{"a":"13","c":"` + foo + `"}`},
		{"subset__c", whole, "subset__c_2b", `{"a":"13","c":"` + foo + `"}`},
		{"subset__d_1", `{"a":"13"}`, "subset__d_2", `{"b":false,"c":[]}`},
		{"subset__e_1", `{"a":"13"}`, "subset__e_2", `{"a":"13","c":[]}`},
		{"subset__f_1", `{"a":"13"}`, "subset__f_2", `{"c":false}`},
		{"subset__g2", `{"m1":{"a":"13","b":false},"m2":{"a":"42","b":true}}`, "subset__g3", `{"m2":{"b":true}}`},
		{"subset__h2", nested(foo), "subset__h3", `{"b":{"c":"` + foo + `"}}`},
	}
	for _, c := range cases {
		t.Run(fmt.Sprintf("%s read as %s", c.writer, c.reader), func(t *testing.T) {
			from, to := s.Message(c.writer), s.Message(c.reader)
			if from == nil || to == nil {
				t.Fatal("there is no such message")
			}
			v, err := value.ParseJSON(from.Type, []byte(c.written))
			if err != nil {
				t.Fatal(err)
			}
			b, err := value.Append(nil, from.Type, v)
			if err != nil {
				t.Fatal(err)
			}
			got, used, err := value.Decode(to.Type, b, value.Options{})
			switch {
			case c.want == "":
				if err == nil {
					t.Errorf("read as %s", toJSON(got))
				}
			case err != nil:
				t.Error(err)
			case used != len(b) || strings.ReplaceAll(toJSON(got), " ", "") != c.want:
				t.Errorf("%d of %d bytes, got  %s\nwant %s", used, len(b), toJSON(got), c.want)
			}
		})
	}
}
