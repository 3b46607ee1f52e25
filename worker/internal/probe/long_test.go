package probe

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/assay-go/assay/worker/internal/verify"
)

type wide struct {
	A, B, C, D int64
	Name       string
}

type lists struct {
	Short []int8
	In    struct{ Wide []*wide }
	Bytes []byte
}

// The list with the largest elements is long, as the codec writes it, and with
// elements that leave out their keys, which take a few bytes each.
func TestLongLists(t *testing.T) {
	c := jsonCase(lists{Short: []int8{1}})
	list := longLists(c, "json", 1000)
	if len(list) != 2 {
		t.Fatalf("%d messages", len(list))
	}
	for i, l := range list {
		data := l.make()
		var v lists
		if err := json.Unmarshal(data, &v); err != nil || len(v.In.Wide) != 1000 || v.In.Wide[999] == nil || len(v.Short) != 1 {
			t.Errorf("message %d: %v, %d elements", i, err, len(v.In.Wide))
		}
		if want := int64(1000 * (48 + 8)); l.worth != want {
			t.Errorf("message %d is worth %d, want %d", i, l.worth, want)
		}
		if short := len(data) < 4000; short != (i == 1) {
			t.Errorf("message %d has %d bytes", i, len(data))
		}
	}
	if list := longLists(jsonCase(wide{}), "json", 1000); list != nil {
		t.Error("a type without lists has a long one")
	}
	big := jsonCase(struct{ L [][1 << 10]uint64 }{})
	big.Open = func() verify.Codec {
		return verify.Codec{Marshal: func(v any) ([]byte, error) { return make([]byte, reflect.ValueOf(v).Elem().Field(0).Len()), nil }}
	}
	if list := longLists(big, "", 10_000); len(list) != 1 || len(list[0].make()) != longMemory>>13 {
		t.Errorf("large elements: %v", list)
	}
}

// The list is long wherever it lies: in arrays, in other lists and in maps, whatever the keys.
func TestLongListsLieAnywhere(t *testing.T) {
	for _, test := range []struct {
		c    verify.Case
		want string // the way
	}{
		{jsonCase(struct{ A [2][1][]*wide }{}), "[0 0 0]"},
		{jsonCase(struct{ L [][]wide }{}), "[0 0]"},
		{jsonCase(struct{ M map[string]struct{ L []wide } }{}), "[0 0 0]"},
		{jsonCase(struct{ M map[int64]wide }{}), "[0]"},
	} {
		of := reflect.TypeOf(test.c.Values[0]).Elem()
		if got := fmt.Sprint(largest(of)); got != test.want {
			t.Errorf("%s: %s, want %s", of, got, test.want)
		}
		if list := longLists(test.c, "json", 1000); len(list) == 0 || len(list[0].make()) < 1000*len(`{"A":0}`) {
			t.Errorf("%s: %d messages", of, len(list))
		}
	}
}

// A map of large elements is long too, with elements that have no keys.
func TestLongMaps(t *testing.T) {
	type large struct{ A [512]int64 }
	c := jsonCase(struct{ M map[string]large }{})
	list := longLists(c, "json", 1000)
	if len(list) != 2 {
		t.Fatalf("%d messages", len(list))
	}
	var v struct{ M map[string]large }
	data := list[1].make()
	if err := json.Unmarshal(data, &v); err != nil || len(v.M) != 1000 || len(data) > 20_000 || list[1].worth < 1000*4096 {
		t.Errorf("%v, %d entries, %d bytes, worth %d", err, len(v.M), len(data), list[1].worth)
	}
	for _, x := range []struct{ format, one, two, want string }{
		{"cbor", "\xa1\x61m\xa1\x63aaa\xa1\x61b\x00", "\xa1\x61m\xa2\x63aaa\xa1\x61b\x00\x63aab\xa1\x61b\x00", "\xa1\x61m\xba\x00\x00\x00\x02\x63aaa\xa0\x63aab\xa0"},
		{"msgpack", "\x81\xa1m\x81\xa3aaa\x81\xa1b\x00", "\x81\xa1m\x82\xa3aaa\x81\xa1b\x00\xa3aab\x81\xa1b\x00", "\x81\xa1m\xdf\x00\x00\x00\x02\xa3aaa\x80\xa3aab\x80"},
		{"json", `{"m":{"aaa":7}}`, `{"m":{"aaa":7,"aab":7}}`, ""},
	} {
		if got := string(hollowMap(x.format, []byte(x.one), []byte(x.two), 2)); got != x.want {
			t.Errorf("%s: %q, want %q", x.format, got, x.want)
		}
	}
}

// What is nested in a map of the type itself, and in an any, is nested deep.
func TestNestedInMapsAndAny(t *testing.T) {
	type dir struct{ In map[string]*dir }
	own, _ := wrapped(jsonCase(dir{}))
	lists, _ := wrappedAny(jsonCase(struct{ V any }{}))
	for what, b := range map[string]func() []byte{"map": own, "any": lists} {
		if b == nil {
			t.Errorf("%s: no message", what)
		} else if n := len(b()); n < 2*depth {
			t.Errorf("%s: %d bytes", what, n)
		}
	}
}

// What repeats is found on one side or both, in long messages as well.
func TestRepeated(t *testing.T) {
	long := strings.Repeat(`"a":0,`, 10_000)
	for _, x := range []struct{ head, before, in, behind, tail string }{
		{"", "[", "", "]", ""},
		{"{", `{"in":`, "null", "}", "}"},
		{"{" + long, "{" + long + `"in":`, "null", "," + long + "}", "," + long + "}"},
		{"\x01", "\x01", "\x00", "", ""},
		{"\x00\x00", "", "\x00", "\x00\x00\x00", "\x00\x00\x00"},
	} {
		levels := func(n int) []byte {
			return []byte(x.head + strings.Repeat(x.before, n) + x.in + strings.Repeat(x.behind, n) + x.tail)
		}
		made, deep := repeated(levels)
		if want := min(depth, longestNested/len(x.before+x.behind)); made == nil || deep != want {
			t.Errorf("%.20q: %d levels, want %d", levels(1), deep, want)
		} else if !bytes.Equal(made(), levels(deep)) {
			t.Errorf("%.20q: another message", levels(1))
		}
	}
	if made, _ := repeated(func(n int) []byte { return append(bytes.Repeat([]byte{7}, n), byte(n)) }); made != nil {
		t.Error("a message with its length repeats")
	}
}

// The elements of formats with lengths are maps without entries.
func TestHollow(t *testing.T) {
	for _, x := range []struct{ format, one, two, want string }{
		{"json", `{"a":[{"b":0}],"c":1}`, `{"a":[{"b":0},{"b":0}],"c":1}`, `{"a":[{},{},{}],"c":1}`},
		{"json", `{"a":[0]}`, `{"a":[0,0]}`, ""},
		{"cbor", "\xa1\x61a\x81\xa1\x61b\x00", "\xa1\x61a\x82\xa1\x61b\x00\xa1\x61b\x00", "\xa1\x61a\x9a\x00\x00\x00\x03\xa0\xa0\xa0"},
		{"cbor", "\xa1\x61a\x81\x00", "\xa1\x61a\x82\x00\x00", ""},
		{"msgpack", "\x82\xa1a\x91\x81\xa1b\x00\xa1c\x01", "\x82\xa1a\x92\x81\xa1b\x00\x81\xa1b\x00\xa1c\x01", "\x82\xa1a\xdd\x00\x00\x00\x03\x80\x80\x80\xa1c\x01"},
		{"flat", "\x01\x00", "\x02\x00\x00", ""},
	} {
		if got := string(hollow(x.format, []byte(x.one), []byte(x.two), 3)); got != x.want {
			t.Errorf("%s %q: %q, want %q", x.format, x.one, got, x.want)
		}
	}
}
