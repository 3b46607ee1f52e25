//go:build long

package subjects

import (
	"encoding/json"
	"net"
	"os"
	"strings"
	"testing"
)

// TestCasesOfEncodingJSON reads the inputs of encoding/json's own table, into
// its types and all others.
func TestCasesOfEncodingJSON(t *testing.T) {
	text, err := os.ReadFile("testdata/encoding_json/inputs.json")
	if err != nil {
		t.Fatal(err)
	}
	var inputs [][]byte
	if err := json.Unmarshal(text, &inputs); err != nil {
		t.Fatal(err)
	}
	own := 0
	for _, s := range Subjects {
		if strings.HasPrefix(s.Name, "Go") {
			own++
		}
		t.Run(s.Name, func(t *testing.T) {
			for _, doc := range inputs {
				compareUnmarshal(t, s, s.Unmarshal, nil, doc)
				compareUnmarshal(t, s, s.Unmarshal, doc, doc)
			}
		})
	}
	if len(inputs) < 100 || own < 20 {
		t.Errorf("there are %d inputs and %d types of encoding/json", len(inputs), own)
	}
}

// TestComplaintsAboutEasyJSON writes and reads what easyjson did otherwise.
func TestComplaintsAboutEasyJSON(t *testing.T) {
	nested := EasyJSON337{Color: "blue"}
	nested.Stuff.Name, nested.Stuff.Size = "Joe", 42
	for _, test := range []struct {
		name string
		v    any
		want string
	}{
		{"EasyJSON282", &EasyJSON282{A: 1, easyJSONPrevious: easyJSONPrevious{2}, easyJSONDetails: easyJSONDetails{"test"}}, `{"a":1,"prev_a":2,"ua":"test"}`},
		{"EasyJSON106", &EasyJSON106{IP: net.IPv4(192, 168, 0, 1)}, `{"IP":"192.168.0.1","IPs":null}`},
		{"EasyJSON337", &nested, `{"Stuff":{"name":"Joe","size":42},"color":"blue"}`},
		{"EasyJSON396", &EasyJSON396{M: map[EasyJSONKey]string{{}: "val1", {"key2"}: "val2"}, I: map[int]bool{10: true, 9: false}}, `{"M":{"":"val1","key2":"val2"},"I":{"10":true,"9":false}}`},
		{"EasyJSON208", &EasyJSON208{}, `{"list":null}`},
		{"EasyJSON18", &EasyJSON18{Raw: json.RawMessage("null")}, `{"Raw":null}`},
		{"EasyJSON188", &EasyJSON188{Attributes: map[string]any{"key": []string{}}, List: []string{}}, `{"Attributes":{"key":[]},"List":[]}`},
		{"EasyJSON411", &EasyJSON411{}, `{"S":"","P":null,"N":0,"L":null}`},
		{"EasyJSON423", &EasyJSON423{}, `{"Value":""}`},
	} {
		s := lookup(t, test.name)
		if doc := compareMarshal(t, s, test.v); string(doc) != test.want {
			t.Errorf("%s is written as %s, not as %s", test.name, doc, test.want)
		}
		compareUnmarshal(t, s, s.Unmarshal, nil, []byte(test.want))
	}
	compareUnmarshal(t, lookup(t, "EasyJSON208"), lookup(t, "EasyJSON208").Unmarshal, nil, []byte(`{"list":[{"inner":[{"outer":{"b":true,"s":"x","f":1.5}}]}]}`))
	text := "bla"
	nulls := EasyJSON411{text, &text, 5, []int{1}}
	if err := UnmarshalEasyJSON411JSON([]byte(`{"S":null,"P":null,"N":null,"L":null}`), &nulls); err != nil || nulls.S != "bla" || nulls.P != nil || nulls.N != 5 || nulls.L != nil {
		t.Errorf("nulls leave %+v, %v", nulls, err)
	}
	var raw EasyJSON18
	if err := UnmarshalEasyJSON18JSON([]byte(`{"Raw":null}`), &raw); err != nil || string(raw.Raw) != "null" {
		t.Errorf("a null is kept as %q, %v", raw.Raw, err)
	}
}
