package values

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"
)

// dynamic holds a value out of sight and refuses to be written without one, which no
// text gives it.
type dynamic struct{ value any }

func (d dynamic) MarshalJSON() ([]byte, error) { return json.Marshal(d.value.(map[string]int)) }

func (d *dynamic) UnmarshalJSON(b []byte) error {
	var m map[string]int
	if err := json.Unmarshal(b, &m); err != nil || m["of a kind that nobody guesses"] == 0 {
		return errors.New("no kind")
	}
	d.value = m
	return nil
}

// derived has a field that its reader computes.
type derived struct {
	Key     string
	Decoded string
}

func (d *derived) UnmarshalJSON(b []byte) error {
	type plain derived
	if err := json.Unmarshal(b, (*plain)(d)); err != nil {
		return err
	}
	d.Decoded = "decoded " + d.Key
	return nil
}

// exclusive takes one of its fields.
type exclusive struct {
	A, B, C string
	N       int
}

func (e exclusive) set() (n int) {
	for _, s := range []string{e.A, e.B, e.C} {
		if s != "" {
			n++
		}
	}
	return n
}

func (e exclusive) MarshalJSON() ([]byte, error) {
	if e.set() != 1 {
		return nil, errors.New("give one of A, B and C")
	}
	type plain exclusive
	return json.Marshal(plain(e))
}

func (e *exclusive) UnmarshalJSON(b []byte) error {
	type plain exclusive
	return json.Unmarshal(b, (*plain)(e))
}

type refusing struct {
	Name  string
	Keys  map[string]dynamic
	List  []dynamic
	One   *dynamic
	Held  []struct{ D dynamic }
	Moved []derived
	Or    []exclusive
}

// TestWhatMethodsRefuseIsMadeSimple: values are those that the methods of their parts
// take, made as simple as they ask for.
func TestWhatMethodsRefuseIsMadeSimple(t *testing.T) {
	moved, or, numbered := 0, 0, 0
	var all []reflect.Value
	Generate(reflect.TypeFor[refusing](), 1, 64, Options{Methods: true}, func(v reflect.Value) {
		all = append(all, v)
		r := v.Interface().(refusing)
		b, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var back refusing
		if err := json.Unmarshal(b, &back); err != nil {
			t.Fatal(err)
		}
		for i, m := range r.Moved {
			moved++
			if m != back.Moved[i] {
				t.Errorf("%+v comes back as %+v", m, back.Moved[i])
			}
		}
		for _, e := range r.Or {
			or++
			numbered += min(e.N&0xFFFF, 1)
			if e.set() != 1 {
				t.Errorf("%+v", e)
			}
		}
	})
	if moved < 10 || or < 10 || numbered < or/4 {
		t.Errorf("%d, %d and %d parts", moved, or, numbered)
	}
	zero := Zeros(all, nil)
	want := map[string]bool{"Keys": true, "List": true, "One": true, "Held": true}
	for _, path := range zero {
		if !want[path] {
			t.Errorf("%s is zero in all values", path)
		}
		delete(want, path)
	}
	for path := range want {
		t.Logf("%s is empty and not nil somewhere", path)
	}
}

// TestRefusal: what cannot be made otherwise is said.
func TestRefusal(t *testing.T) {
	if err := Refusal(&exclusive{A: "a", B: "b"}); err == nil {
		t.Error("taken")
	}
	if err := Refusal(&exclusive{A: "a"}); err != nil {
		t.Error(err)
	}
}
