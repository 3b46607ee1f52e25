package subjects

import (
	"encoding/hex"
	"fmt"
	"reflect"
	"testing"
)

// TestForms reads, in the dialect of vmihailenco, what that reads of other programs, or refuses it.
func TestForms(t *testing.T) {
	for _, c := range []struct{ what, member, wire, want string }{ // want is ! for an error
		{"nil", "I", "c0", "0"}, {"nil", "S", "c0", ""}, {"nil", "B", "c0", "false"}, {"nil", "G", "c0", "0"}, {"nil", "U", "c0", "0"}, {"nil", "N", "c0", "{0}"}, {"nil", "X", "c0", "[0 0]"}, {"nil", "A", "c0", "[0 0]"},
		{"bin", "S", "c40178", "x"}, {"bin16", "S", "c5000178", "x"}, {"bin32", "S", "c60000000178", "x"}, {"str8", "S", "d90178", "x"}, {"str32", "S", "db0000000178", "x"}, {"a string", "Y", "a178", "[120]"}, {"bin in a list", "L", "92c40178a179", "[x y]"},
		{"a key of bin", "M", "81c4016ba176", "map[k:v]"}, {"a key of bin16", "M", "81c500016ba176", "map[k:v]"}, {"a key of bin32", "M", "81c6000000016ba176", "map[k:v]"}, {"a value of bin", "M", "81a16bc40176", "map[k:v]"}, {"both of str8", "M", "81d9016bd90176", "map[k:v]"}, {"a value of nil", "M", "81a16bc0", "map[k:]"},
		{"a name of bin", "N", "81c4015807", "{7}"}, {"a name of bin16", "N", "81c500015807", "{7}"}, {"a name of bin32", "N", "81c6000000015807", "{7}"}, {"a name of str8", "N", "81d9015807", "{7}"}, {"a name of str16", "N", "81da00015807", "{7}"}, {"another name of bin", "N", "82c4015907c4015808", "{8}"},
		{"fewer", "A", "9101", "[1 0]"}, {"none", "A", "90", "[0 0]"}, {"more", "A", "93010203", "!"}, {"fewer bytes", "X", "c40101", "[1 0]"}, {"more bytes", "X", "c403010203", "!"}, {"a shorter string", "X", "a161", "[97 0]"},
		{"a list", "Y", "920102", "[1 2]"}, {"a list", "X", "920102", "[1 2]"}, {"a longer list", "X", "93010203", "!"}, {"an empty list", "Y", "90", "[]"}, {"a list of nil", "Y", "9201c0", "[1 0]"}, {"a list of 256", "Y", "91cd0100", "!"}, {"a list of -1", "Y", "91ff", "!"}, {"a list of strings", "Y", "91a161", "!"}, {"a list that lies", "Y", "dd7fffffff01", "!"}, {"a list", "S", "9101", "!"},
		{"2^64-1", "G", "cfffffffffffffffff", "1.8446744073709552e+19"}, {"2^53+1", "G", "cf0020000000000001", "9.007199254740992e+15"}, {"-1", "F", "ff", "-1"}, {"1.5", "G", "ca3fc00000", "1.5"}, {"1.5 of 64 bits", "F", "cb3ff8000000000000", "1.5"}, {"0.1 of 64 bits", "F", "cb3fb999999999999a", "!"}, {"-1", "U", "ff", "!"},
	} {
		b, err := hex.DecodeString(fmt.Sprintf("81%x%x%s", 0xa0+len(c.member), c.member, c.wire))
		if err != nil {
			t.Fatal(err)
		}
		var v Forms
		err = UnmarshalFormsMsgpack(b, &v)
		got := fmt.Sprint(reflect.ValueOf(v).FieldByName(c.member).Interface())
		if (err != nil) != (c.want == "!") || err == nil && got != c.want {
			t.Errorf("%s into %s: %s, %v, want %s", c.what, c.member, got, err, c.want)
		}
	}
}
