package subjects

import (
	"encoding/json"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"
)

// TestNullsOfTextMethods reads nulls into what a method UnmarshalText would fill.
func TestNullsOfTextMethods(t *testing.T) {
	s := lookup(t, "TextLists")
	for _, doc := range []string{
		`{"IP":null,"P":null,"List":[null,"1.2.3.4",null],"Map":{"a":null},"Array":[null],"TM":null,"Text":null}`,
		`{"List":null,"Map":null,"TM":null,"Array":[null,null,null]}`,
	} {
		compareUnmarshal(t, s, s.Unmarshal, []byte(`{"IP":"1.2.3.4","P":"::1","List":["1.1.1.1","::2","::3"],"Map":{"a":"::4"},"Array":["x","y"],"TM":"z","Text":"t"}`), []byte(doc))
		compareUnmarshal(t, s, s.Unmarshal, nil, []byte(doc))
	}
}

// TestNamedPointers reads what pointers lead to whose types have names.
func TestNamedPointers(t *testing.T) {
	s := lookup(t, "NamedPointers")
	for _, doc := range []string{
		`{"Text":"a"}`, `{"Named":"a"}`, `{"Named":{}}`, `{"List":[null,"a",{}]}`, `{"List":[{},null]}`, `{"Map":{"a":"b"}}`, `{"Map":{"a":null,"b":{}}}`, `{"Deep":"a"}`, `{"Deep":{}}`,
		`{"Two":"a"}`, `{"Time":"2026-01-02T03:04:05Z"}`, `{"Time":{}}`, `{"Raw":"YWI="}`, `{"Raw":[1]}`, `{"Raw":null}`, `{"Plain":{"n":2}}`, `{"Bytes":"YWI=","Name":"a","Bool":true}`, `{"Bytes":null,"Name":null,"Bool":null}`,
	} {
		compareUnmarshal(t, s, s.Unmarshal, nil, []byte(doc))
		compareUnmarshal(t, s, s.Unmarshal, []byte(doc), []byte(doc))
	}
}

// TestQuotedPointers reads texts in quotes behind a pointer whose type has a name.
func TestQuotedPointers(t *testing.T) {
	s := lookup(t, "QuotedPointers")
	for _, doc := range []string{`{"One":{"Quote":"\"a\""},"N":1}`, `{"One":{"Quote":null}}`, `{"One":{"Quote":"a"}}`} {
		compareUnmarshal(t, s, s.Unmarshal, nil, []byte(doc))
		compareUnmarshal(t, s, s.Unmarshal, []byte(`{"One":{"Quote":"\"b\""}}`), []byte(doc))
	}
}

// TestNilValues writes nil pointers, as encoding/json does.
func TestNilValues(t *testing.T) {
	if text, err := MarshalOrderJSON(nil); string(text) != "null" || err != nil {
		t.Errorf("a nil pointer is written as %q, %v", text, err)
	}
	if text, err := AppendOrderJSON([]byte("x"), nil); string(text) != "xnull" || err != nil {
		t.Errorf("a nil pointer is appended as %q, %v", text, err)
	}
}

// TestMethodsOfInvalidInput counts the methods that are called for input that
// encoding/json does not look into, since it is no JSON.
func TestMethodsOfInvalidInput(t *testing.T) {
	s := lookup(t, "Called")
	valid := []string{
		`{"J":1}`, `{"T":"x"}`, `{"K":{"a":1,"b":2}}`, `{"JP":1}`, `{"JP":null,"J":null,"T":null}`, `{"L":[1,2,3]}`, `{"LT":["a","b"]}`, `{"M":{"a":1}}`,
	}
	for _, doc := range valid {
		docs := []string{doc, doc + " x", doc + "]", doc + "{}", doc[:len(doc)-1], doc[:len(doc)-1] + ",", doc[:len(doc)-1] + `,"N":01}`, strings.Replace(doc, ":", "::", 1)}
		for _, doc := range docs {
			Calls.Store(0)
			err := json.Unmarshal([]byte(doc), s.New())
			want := Calls.Swap(0)
			err2 := s.Unmarshal([]byte(doc), s.New())
			if got := Calls.Load(); got != want || errorText(err) != errorText(err2) {
				t.Errorf("%s: %d methods are called, want %d (%v, want %v)", doc, got, want, err2, err)
			}
		}
	}
}

// TestSameAsOptionString reads what encoding/json takes of values with the option string and of
// numbers as keys, and what it does not, and calls the methods of what stands before as often.
func TestSameAsOptionString(t *testing.T) {
	s := lookup(t, "QuotedValues")
	var docs []string
	for _, name := range []string{"N", "NP", "T", "TP", "I", "IP", "U", "F", "B", "BP", "S", "SP", "JN"} {
		for _, value := range []string{
			`null`, `12`, `true`, `[1]`, `{}`, `""`, `"null"`, `"\u006eull"`, `"n"`, `"12"`, `"007"`, `"-0"`, `"-07"`, `"+1"`, `" 1"`, `"1 "`, `"1e3"`,
			`"1."`, `"0x1p-2"`, `"-Inf"`, `"-infinity"`, `"-nan"`, `"true"`, `"true "`, `"\"q\""`, `"\"\\u0071\""`, `"\"q\" "`, `"\"12\""`, `"[1]"`, `"abc"`,
		} {
			docs = append(docs, name+`":`+value)
		}
	}
	for _, name := range []string{"MI", "MU"} {
		for _, key := range []string{"null", `\u006eull`, "n", "", "+1", "-0", "007", "0x1", "1_0", "32768", "5\":1,\"null"} {
			docs = append(docs, name+`":{"`+key+`":1}`)
		}
	}
	taken := 0
	for _, doc := range docs {
		doc := []byte(`{"J":1,"` + doc + `}`)
		for _, before := range []string{`{}`, `{"N":"1","NP":"1","I":"1","IP":"1","U":"1","F":"1","B":"true","BP":"true","S":"\"s\"","SP":"\"s\"","MI":{"0":7,"5":8}}`} {
			compareUnmarshal(t, s, s.Unmarshal, []byte(before), doc)
		}
		Calls.Store(0)
		err := json.Unmarshal(doc, s.New())
		want := Calls.Swap(0)
		if s.Unmarshal(doc, s.New()); err == nil {
			taken++
			if got := Calls.Load(); got != want {
				t.Errorf("%s: %d methods are called, want %d", doc, got, want)
			}
		}
	}
	if taken < 90 {
		t.Errorf("encoding/json takes %d of the values", taken)
	}
}

// TestMemoryOfShortInput reads the shortest texts of what takes much memory: 64
// bytes for each of the input, and 64 kB, is the most.
func TestMemoryOfShortInput(t *testing.T) {
	s := lookup(t, "Amplified")
	for _, test := range []struct{ before, element, after string }{
		{`{"Structs":[{}`, `,{}`, `]}`},
		{`{"Structs":[{"n":1}`, `,{"n":1}`, `]}`},
		{`{"Structs":[null`, `,null`, `]}`},
		{`{"Arrays":[[]`, `,[]`, `]}`},
		{`{"Arrays":[null`, `,null`, `]}`},
		{`{"Pointers":[{}`, `,{}`, `]}`},
		{`{"Maps":[{"":{}}`, `,{"":{}}`, `]}`},
		{`{"Map":{`, `"#":{},`, `"":{}}}`},
		{`{"Outer":[{"m":1}`, `,{"m":1}`, `]}`},
		{`{"Lists":[[{}]`, `,[{}]`, `]}`},
		{`{"Lists":[[]`, `,[]`, `]}`},
		{`{"Strings":[""`, `,""`, `]}`},
		{`{"Ints":[[0]`, `,[0]`, `]}`},
		{`{"Any":[{"":1}`, `,{"":1}`, `]}`},
		{`{"Any":[[0]`, `,[0]`, `]}`},
		{`{"Any":[0`, `,0`, `]}`},
		{`{"Any":[[]`, `,[]`, `]}`},
		{`{"Any":[{}`, `,{}`, `]}`},
		{`{"Nest":[{}`, `,{}`, `]}`},
		{`{"Nest":[{"Nest":[{}]}`, `,{"Nest":[{}]}`, `]}`},
	} {
		for _, n := range []int{10, 1000, 30000} {
			doc := []byte(test.before + strings.Repeat(test.element, n) + test.after)
			if strings.Contains(test.element, "#") {
				doc = distinct(test.before, test.after, n)
			}
			most := 64*len(doc) + 64<<10
			took := allocated(most, func() { s.Unmarshal(doc, s.New()) })
			if took > most {
				t.Errorf("%s%s…: %d bytes of input take %d of memory, %.1f for each", test.before, test.element, len(doc), took, float64(took)/float64(len(doc)))
			}
		}
	}
}

// TestMemoryOfWrongKinds: encoding/json, asked for the error of a value of another
// kind, makes an element for each that follows.
func TestMemoryOfWrongKinds(t *testing.T) {
	for _, test := range []struct{ before, element, after string }{
		{`{"Structs":[0`, `,0`, `]}`},
		{`{"Structs":[{}`, `,{}`, `,0]}`},
		{`{"Structs":["a,[{\"\\"`, `,"a"`, `]}`},
		{`{"Arrays":[0`, `,0`, `]}`},
		{`{"Pointers":[0`, `,0`, `]}`},
		{`{"Map":{"":0`, `,"":0`, `}}`},
		{`{"Maps":[0`, `,0`, `]}`},
		{`{"Lists":[0`, `,0`, `]}`},
		{`{"Lists":[[0]`, `,[0]`, `]}`},
		{`{"Strings":[0`, `,0`, `]}`},
		{`{"Ints":[["a"]`, `,["a"]`, `]}`},
		{`{"Ints":0,"Any":[{"":1}`, `,{"":1}`, `]}`},
		{`{"N":[],"Any":[{"":1}`, `,{"":1}`, `]}`},
		{`{"N":[],"Any":[[0]`, `,[0]`, `]}`},
		{`{"N":[],"Any":[0`, `,0`, `]}`},
		{`{"N":[],"Map":{"":{"":{"":0}}`, `,"":{"":{"":0}}`, `}}`},
		{`{"N":[],"Strings":[0`, `,0`, `]}`},
		{`{"N":[],"Ints":[[]`, `,[]`, `]}`},
		{`{"N":[],"Bools":[0`, `,0`, `]}`},
		{`{"N":0`, `,"N":[]`, `}`},
		{`{"Ints":0,"Nest":[{}`, `,{}`, `]}`},
	} {
		s := lookup(t, "Amplified")
		if strings.Contains(test.before, `"N":`) {
			s = lookup(t, "Wrong")
		}
		for _, n := range []int{10, 1000, 30000} {
			doc := []byte(test.before + strings.Repeat(test.element, n) + test.after)
			var err error
			most := 64*len(doc) + 64<<10
			took := allocated(most, func() { err = s.Unmarshal(doc, s.New()) })
			if took > most || err == nil {
				t.Errorf("%s%s…: %d bytes of input take %d of memory, %.1f for each: %v", test.before, test.element, len(doc), took, float64(took)/float64(len(doc)), err)
			}
		}
	}
}

// TestBytesAsNumbers: a slice of bytes is read from an array of numbers, as encoding/json does,
// also where many short ones are of a type that has larger elements.
func TestBytesAsNumbers(t *testing.T) {
	s := lookup(t, "Lists")
	zeros := `[0` + strings.Repeat(",7", 3000) + `]`
	for _, before := range []string{"", `{"By":["AQID","BAUG"]}`} {
		compareUnmarshal(t, s, s.Unmarshal, []byte(before), []byte(`{"By":[`+zeros+`,[null,1,null]]}`))
		compareUnmarshal(t, s, s.Unmarshal, []byte(before), []byte(`{"By":[[null,null,null,1],`+zeros+`]}`))
		compareUnmarshal(t, s, s.Unmarshal, []byte(before), []byte(`{"By":[[1,2],[9,9,300]]}`))
		compareUnmarshal(t, s, s.Unmarshal, []byte(before), []byte(`{"By":[[]]}`))
	}
}

// TestMemoryOfRepeatedNames: what a name that occurs again overwrites is kept until the
// input is known to be valid, but not without an end.
func TestMemoryOfRepeatedNames(t *testing.T) {
	s := lookup(t, "Amplified")
	for _, name := range []string{`"Structs":[%s]`, `"Arrays":[%s]`, `"Pointers":[%s]`, `"Lists":[[%s]]`, `"Ints":[[%s]]`, `"Strings":[%s]`, `"Map":{"":{},"a":%s}`, `"Any":[%s]`, `"Nest":[%s]`} {
		element := "{}"
		switch {
		case strings.Contains(name, "Ints"):
			element = "0"
		case strings.Contains(name, "Strings"):
			element = `""`
		case strings.Contains(name, "Arrays"):
			element = "[]"
		}
		for _, most := range []int{1, 8, 64, 1000} {
			if most > 1 && strings.Contains(name, "Map") {
				continue
			}
			var parts []string
			for n, size := 0, 0; size < 60_000; n++ {
				parts = append(parts, fmt.Sprintf(name, strings.Repeat(element+",", n%most)+element))
				size += len(parts[n])
			}
			doc := []byte("{" + strings.Join(parts, ",") + "}")
			most := 64*len(doc) + 64<<10
			took := allocated(most, func() { s.Unmarshal(doc, s.New()) })
			if took > most {
				t.Errorf("%.40s…: %d bytes of input take %d of memory, %.1f for each", doc, len(doc), took, float64(took)/float64(len(doc)))
			}
		}
	}
}

// distinct returns a document of a map with n short keys.
func distinct(before, after string, n int) []byte {
	const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"
	doc := []byte(before)
	for k := range n {
		doc = append(doc, '"')
		for ; k > 0; k /= 64 {
			doc = append(doc, digits[k%64])
		}
		doc = append(doc, `x":{},`...)
	}
	return append(doc, after...)
}

// allocated returns how many bytes of memory f takes, the least of some runs until that is
// enough: other goroutines take memory too.
func allocated(enough int, f func()) int {
	least := math.MaxInt
	for n := 0; n < 3 && least > enough; n++ {
		runtime.GC() // twice: what pools hold from earlier calls counts too
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		least = min(least, int(after.TotalAlloc-before.TotalAlloc))
	}
	return least
}

// TestFairMemory reads lists of large structs that say little, natively and whole.
func TestFairMemory(t *testing.T) {
	s := lookup(t, "Amplified")
	for _, element := range []string{`{"n":1}`, `{}`, `{"A":1,"n":2}`} {
		compareUnmarshal(t, s, s.Unmarshal, nil, []byte(`{"Structs":[`+strings.Repeat(element+",", 20000)+element+`]}`))
	}
}
