package subjects

import (
	"math"
	"strings"
	"testing"
	"time"
)

// TestKeys refuses keys that are equal on the wire, which a reader would make one of,
// and writes those that are not.
func TestKeys(t *testing.T) {
	here, there := time.Unix(1e9, 0).UTC(), time.Unix(1e9, 0).In(time.FixedZone("", 0))
	for path, v := range map[string]Keys{
		"Times[key]":   {Times: map[time.Time]int{here: 1, there: 2}},
		"Structs[key]": {Structs: map[Stay]int{{1, here}: 1, {1, there}: 2}},
		"Arrays[key]":  {Arrays: map[[2]time.Time]int{{here, there}: 1, {there, here}: 2}},
		"Left[key]":    {Left: map[Marked]int{{"a", 1}: 1, {"a", 2}: 2}},
		"Empty[key]":   {Empty: map[Empty]int{{"a", Hint{}}: 1, {"a", Hint{Value: 1}}: 2}},
		"Floats[key]":  {Floats: map[float64]int{math.NaN(): 1, math.NaN(): 2}},
		"Carried[key]": {Carried: map[Folded]int{{"A"}: 1, {"a"}: 2}},
	} {
		b, err := AppendKeysCbor([]byte("before"), &v)
		if err == nil || string(b) != "before" || !strings.Contains(err.Error(), ": subjects.Keys."+path+": two keys are one") {
			t.Errorf("%s: %q, %v", path, b, err)
		}
	}
	fine := Keys{
		Times: map[time.Time]int{here: 1, here.Add(1): 2}, Structs: map[Stay]int{{1, here}: 1, {2, here}: 2},
		Left: map[Marked]int{{"a", 1}: 1, {"b", 1}: 2}, Floats: map[float64]int{math.NaN(): 1, 0: 2, 1: 3}, Carried: map[Folded]int{{"a"}: 1, {"b"}: 2},
		Strings: map[string]int{"a": 1, "A": 2}, Ints: map[int8]int{-1: 1, 1: 2}, Rooms: map[Room]int{{Floor: 1}: 1, {Floor: 2}: 2},
	}
	b, err := MarshalKeysCbor(&fine)
	if err != nil {
		t.Fatal(err)
	}
	var got Keys
	if err := UnmarshalKeysCbor(b, &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Times) != 2 || len(got.Structs) != 2 || len(got.Left) != 2 || len(got.Floats) != 3 || len(got.Carried) != 2 ||
		len(got.Strings) != 2 || len(got.Ints) != 2 || len(got.Rooms) != 2 {
		t.Errorf("%+v", got)
	}
}

// TestPlaces names the place in roots without a name.
func TestPlaces(t *testing.T) {
	nan := map[float64]int{math.NaN(): 1, math.NaN(): 2}
	_, list := MarshalSliceMapFloat64IntCbor(&[]map[float64]int{nan})
	_, root := MarshalMapFloat64IntCbor(&nan)
	for place, err := range map[string]error{"[]map[float64]int[][key]": list, "map[float64]int[key]": root} {
		if err == nil || !strings.HasPrefix(err.Error(), "cbor: "+place+": two keys are one") {
			t.Errorf("%s: %v", place, err)
		}
	}
}

// TestSortedNaN: a key that is not equal to itself is not found again.
func TestSortedNaN(t *testing.T) {
	if b, err := MarshalSortedCbor(&Sorted{map[float64]int{math.NaN(): 7}}); err == nil || !strings.Contains(err.Error(), "[key]") {
		t.Errorf("%x, %v", b, err)
	}
	if b, err := MarshalSortedCbor(&Sorted{map[float64]int{math.Copysign(0, -1): 7, math.Inf(-1): 1}}); err != nil {
		t.Errorf("%x, %v", b, err)
	}
}
