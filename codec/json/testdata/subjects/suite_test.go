package subjects

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"testing"

	"github.com/assay-go/assay/codec/json/jsonrt"
)

// suite returns the cases of JSONTestSuite by name: bytes, since some are no UTF-8.
func suite(t *testing.T) map[string][]byte {
	t.Helper()
	f, err := os.Open("testdata/JSONTestSuite/testdata.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var cases map[string][]byte
	if err := json.NewDecoder(z).Decode(&cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) != 318 || string(cases["n_string_invalid_utf-8"]) != "[\"\xff\"]" {
		t.Fatalf("%d cases, want 318, or what is no UTF-8 was replaced", len(cases))
	}
	return cases
}

// TestJSONTestSuite reads all cases as encoding/json does, natively: what is
// valid is not left to the fallback.
func TestJSONTestSuite(t *testing.T) {
	counts := map[string]int{}
	for name, doc := range suite(t) {
		for _, s := range Subjects {
			compareUnmarshal(t, s, s.Unmarshal, nil, doc)
		}
		var x any
		i := new(jsonrt.Decoder).Any(doc, 0, &x)
		accepted := i >= 0 && jsonrt.End(doc, i)
		if accepted {
			counts[name[:1]+" accepted"]++
		} else {
			counts[name[:1]+" refused"]++
		}
		var want any
		if err := json.Unmarshal(doc, &want); (err == nil) != accepted {
			t.Errorf("%s: accepted: %v, encoding/json: %v", name, accepted, err)
		}
	}
	t.Log(counts)
}
