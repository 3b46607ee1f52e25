package jsonrt

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestStream(t *testing.T) {
	long := `"` + strings.Repeat("x", 20000) + `"`
	for _, test := range []struct{ in, want, err string }{
		{"", "", "EOF"},
		{" \n", "", "EOF"},
		{"1", "1", "EOF"},
		{"1\n22\n{}\n", "1|22|{}", "EOF"},
		{`{"a":[1,2]}{"b":"}"}true`, `{"a":[1,2]}|{"b":"}"}|true`, "EOF"},
		{"[]", "", "EOF"},
		{" [ 1 , [2,3],\n{\"x\" : 4} ] \n", `1|[2,3]|{"x" : 4}`, "EOF"},
		{"[1,2", "1", "unexpected EOF"},
		{"[1 2]", "1", "json: a comma or ] was expected between elements"},
		{"[1,]", "1", "json: a value was expected"},
		{"[1] 2", "1", "json: there is something after the array"},
		{`{"a":1`, "", "unexpected EOF"},
		{"1 tru", "1", "json: a value was expected"}, // and not what it may have become,
		{long + "\n" + long, long + "|" + long, "EOF"},
		{"[" + long + "," + long + "]", long + "|" + long, "EOF"},
		{"1 x" + strings.Repeat(" ", 100), "1", "json: a value was expected"},
		{`"` + strings.Repeat("x", 60000), "", "json: a value is longer than the limit"},
	} {
		for name, reader := range map[string]io.Reader{"whole": strings.NewReader(test.in), "bytes": iotest.OneByteReader(strings.NewReader(test.in)), "halves": iotest.HalfReader(strings.NewReader(test.in))} {
			s := Stream{Input: reader, Limit: 30000}
			var got []string
			var err error
			for err == nil {
				var p []byte
				if p, err = s.Next(); err == nil {
					got = append(got, string(p))
				}
			}
			if joined := strings.Join(got, "|"); joined != test.want || err.Error() != test.err {
				t.Errorf("%.30q, %s: %.60q, %v\nwant %.60q, %s", test.in, name, joined, err, test.want, test.err)
			}
		}
	}
}
