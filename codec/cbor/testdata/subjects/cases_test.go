package subjects

import (
	"encoding/hex"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// caseOf writes a value as fxamacker/cbor does, and reads that.
func caseOf[T any](t *testing.T, marshal func(*T) ([]byte, error), unmarshal func([]byte, *T) error, v T, want string) {
	t.Helper()
	b, err := marshal(&v)
	if got := hex.EncodeToString(b); err != nil || got != want {
		t.Errorf("%T: %v\n%s, want\n%s", v, err, got, want)
	}
	b, _ = hex.DecodeString(want)
	var read T
	if err := unmarshal(b, &read); err != nil || !cmp.Equal(v, read) {
		t.Errorf("%v (-want +got)\n%s", err, cmp.Diff(v, read))
	}
}

// TestNamedBytes has lists and arrays of any type of kind uint8 as bytes.
func TestNamedBytes(t *testing.T) {
	caseOf(t, MarshalGradesCbor, UnmarshalGradesCbor, Grades{
		L: []Grade{1, 2}, A: [3]Grade{3, 4, 5}, P: &[]Grade{6}, M: map[string][]Grade{"k": {7}}, LL: [][]Grade{{8}, {}}, AA: [2][3]Grade{{1, 2, 3}, {4, 5, 6}}, Row: Row{9},
	}, "a7614c42010261414303040561504106614da1616b4107624c4c8241084062414182430102034304050663526f774109")
	caseOf(t, MarshalGradesCbor, UnmarshalGradesCbor, Grades{}, "a7614cf66141430000006150f6614df6624c4cf662414182430000004300000063526f77f6")
}

// TestMethodsOfAnyKind calls MarshalBinary of whatever has it.
func TestMethodsOfAnyKind(t *testing.T) {
	five := Code(5)
	caseOf(t, MarshalCodesCbor, UnmarshalCodesCbor, Codes{
		N: 3, M: map[string]Code{"k": 4}, P: &five, S: "x", B: true, L: Words{"", ""}, A: Pair2{1, 2}, D: Dict{"k": 7},
	}, "a8614e420309614da1616b4204096150420509615342777861424101614c4102614142010261444107")
}

// TestZeroTimeBehindPointer comes back nil, as the head of the file says.
func TestZeroTimeBehindPointer(t *testing.T) {
	b, err := MarshalFormsCbor(&Forms{Z: new(time.Time)})
	v := Forms{Z: new(time.Time)}
	if err == nil {
		err = UnmarshalFormsCbor(b, &v)
	}
	if err != nil || v.Z != nil {
		t.Errorf("%v, %v", v.Z, err)
	}
}

// TestForms reads what fxamacker/cbor reads of other programs, or refuses it.
func TestForms(t *testing.T) {
	for _, c := range []struct{ what, member, wire, want string }{ // want is ! for an error
		{"null", "I", "f6", "0"}, {"undefined", "I", "f7", "0"}, {"null", "S", "f6", ""}, {"null", "N", "f6", "{0}"}, {"null", "B", "f6", "false"},
		{"null", "G", "f6", "0"}, {"null", "U", "f6", "0"}, {"null", "X", "f6", "[0 0]"}, {"null", "A", "f6", "[0 0]"}, {"null", "Big", "f6", "{false []}"}, {"null", "C", "f6", "0"},
		{"null in a map", "M", "a1616bf6", "map[k:]"},
		{"a bignum", "I", "c24105", "5"}, {"a bignum", "U", "c248ffffffffffffffff", "18446744073709551615"}, {"a bignum below zero", "J", "c34107", "-8"}, {"a bignum of no bytes", "J", "c240", "0"},
		{"a bignum", "F", "c24105", "5"}, {"a bignum behind a tag", "J", "d863c24105", "5"}, {"a bignum without room", "U", "c249010000000000000000", "!"}, {"a bignum", "T", "c24105", "!"},
		{"0.1", "F", "fb3fb999999999999a", "0.1"}, {"1e300", "F", "fb7e37e43c8800759c", "!"}, {"a half", "F", "f93e00", "1.5"}, {"an integer", "F", "1b8000000000000000", "9.223372e+18"}, {"2^64-1", "G", "1bffffffffffffffff", "1.8446744073709552e+19"},
		{"NaN", "T", "f97e00", "0001-01-01 00:00:00 +0000 UTC"}, {"infinity", "T", "f97c00", "0001-01-01 00:00:00 +0000 UTC"}, {"null behind a tag", "T", "c6f6", "0001-01-01 00:00:00 +0000 UTC"},
		{"fewer", "A", "8101", "[1 0]"}, {"none", "A", "80", "[0 0]"}, {"more", "A", "83010203", "[1 2]"}, {"more, one of them deep", "A", "830102818101", "[1 2]"}, {"fewer bytes", "X", "4101", "[1 0]"}, {"more bytes", "X", "43010203", "[1 2]"},
		{"a list", "Y", "820102", "[1 2]"}, {"a list", "X", "820102", "[1 2]"}, {"a longer list", "X", "83010203", "[1 2]"}, {"a list", "L", "820102", "[1 2]"}, {"an empty list", "Y", "80", "[]"}, {"a list of null", "Y", "8201f6", "[1 0]"},
		{"a list of bignums", "Y", "82c24107c24108", "[7 8]"}, {"a list behind a tag", "Y", "d8638101", "[1]"}, {"a list of 256", "Y", "81190100", "!"}, {"a list of -1", "Y", "8120", "!"}, {"a list of text", "Y", "816161", "!"}, {"a list that lies", "Y", "9a7fffffff01", "!"}, {"a list", "C", "820102", "!"},
		{"a simple value", "I", "f863", "99"}, {"a simple value", "U", "f8ff", "255"}, {"a simple value", "I", "f8ff", "!"}, {"a simple value in one byte", "G", "e7", "7"}, {"a simple value", "Any", "f863", "99"}, {"a simple value", "Big", "e7", "{false [7]}"}, {"a simple value in two bytes that has room in one", "I", "f810", "!"}, {"a simple value", "T", "f863", "!"},
		{"a key of bytes", "Any", "a1416101", "map[a:1]"}, {"keys of bytes and text", "Any", "a24161016161" + "02", "!"}, {"the same, text first", "Any", "a2616101416102", "!"}, {"two keys of bytes", "Any", "a2416101416202", "map[a:1 b:2]"}, {"the same key twice", "Any", "a2616101616102", "map[a:2]"},
		{"tag 0 before a number", "J", "c001", "!"}, {"tag 1 before text", "S", "c16161", "!"}, {"tag 1 before a number", "J", "c101", "1"}, {"tag 0 before text", "S", "c06161", "a"}, {"tag 2 before a number", "J", "c201", "!"}, {"any tag", "J", "d9d9f7d86301", "1"}, {"tag 0 before a number", "Big", "c001", "!"}, {"tag 0 before a number", "T", "c001", "!"},
		{"a tag before a name", "N", "a1d863615801", "!"}, {"null for a name", "N", "a1f601", "!"}, {"a tag before a key", "M", "a1d863616b6176", "map[k:v]"},
	} {
		b, err := hex.DecodeString(fmt.Sprintf("a1%x%x%s", 0x60+len(c.member), c.member, c.wire))
		if err != nil {
			t.Fatal(err)
		}
		var v Forms
		err = UnmarshalFormsCbor(b, &v)
		got := fmt.Sprint(reflect.ValueOf(v).FieldByName(c.member).Interface())
		if (err != nil) != (c.want == "!") || err == nil && got != c.want {
			t.Errorf("%s into %s: %s, %v, want %s", c.what, c.member, got, err, c.want)
		}
	}
}
