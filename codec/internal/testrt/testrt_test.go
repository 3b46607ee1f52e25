package testrt

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/big"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/assay-go/assay/internal/filetest"
)

type sample struct {
	N int
	M map[string][]int
	P *string
}

// right is a format without a fault: what encoding/json makes, but for what it reads into.
func right() Codec[sample] {
	return Codec[sample]{
		Marshal: func(v *sample) ([]byte, error) { return json.Marshal(v) },
		Append: func(b []byte, v *sample) ([]byte, error) {
			data, err := json.Marshal(v)
			return append(b, data...), err
		},
		Size: func(v *sample) int {
			data, _ := json.Marshal(v)
			return len(data)
		},
		Unmarshal: func(data []byte, v *sample) error {
			*v = sample{}
			return json.Unmarshal(data, v)
		},
		New: func(data []byte) (*sample, error) {
			v := new(sample)
			return v, json.Unmarshal(data, v)
		},
		Values: Values{merges: true}, Entries: 3, Exact: true, Again: true, Length: true,
	}
}

// faults are what a format may do wrong, and the test that has to see it.
var faults = map[string]struct {
	test  string
	spoil func(c *Codec[sample])
}{
	"none":   {"RoundTrip", func(*Codec[sample]) {}},
	"size":   {"RoundTrip", func(c *Codec[sample]) { c.Size = func(*sample) int { return 7 } }},
	"append": {"RoundTrip", func(c *Codec[sample]) { c.Append = func(_ []byte, v *sample) ([]byte, error) { return c.Marshal(v) } }},
	"loses": {"RoundTrip", func(c *Codec[sample]) {
		c.Unmarshal = func(data []byte, v *sample) error {
			*v = sample{}
			err := json.Unmarshal(data, v)
			v.P = nil
			return err
		}
	}},
	"merges": {"RoundTrip", func(c *Codec[sample]) {
		c.Unmarshal = func(data []byte, v *sample) error {
			m := v.M
			err := json.Unmarshal(data, v)
			if len(m) > 0 {
				v.M = nil
			}
			return err
		}
	}},
	"trailing": {"RoundTrip", func(c *Codec[sample]) {
		read := c.Unmarshal
		c.Unmarshal = func(data []byte, v *sample) error { return read(bytes.TrimRight(data, "\x00"), v) }
	}},
	"new": {"RoundTrip", func(c *Codec[sample]) { c.New = func([]byte) (*sample, error) { return new(sample), nil } }},
	"refuses": {"RoundTrip", func(c *Codec[sample]) {
		c.Writes = true
		write := c.Marshal
		c.Marshal = func(v *sample) ([]byte, error) {
			if v.P != nil {
				return nil, errors.New("no")
			}
			return write(v)
		}
	}},
	"nothing": {"RoundTrip", func(c *Codec[sample]) { c.Marshal = func(*sample) ([]byte, error) { return nil, errors.New("no") } }},
	"judge": {"RoundTrip", func(c *Codec[sample]) {
		c.Judge, c.JudgeRead = "another", c.Unmarshal
		c.JudgeWrite = func(v *sample) ([]byte, error) { return json.MarshalIndent(v, "", " ") }
	}},
	"judge reads": {"RoundTrip", func(c *Codec[sample]) {
		c.Judge, c.JudgeWrite = "another", c.Marshal
		c.JudgeRead = func([]byte, *sample) error { return errors.New("no") }
	}},
	"none of json": {"JSON", func(*Codec[sample]) {}},
	"json": {"JSON", func(c *Codec[sample]) {
		c.Marshal = func(v *sample) ([]byte, error) { return json.MarshalIndent(v, "", " ") }
	}},
	"json reads":   {"JSON", func(c *Codec[sample]) { c.Unmarshal = func([]byte, *sample) error { return nil } }},
	"json refuses": {"JSON", func(c *Codec[sample]) { c.Unmarshal = func([]byte, *sample) error { return errors.New("no") } }},
	"none of fuzz": {"Fuzz", func(*Codec[sample]) {}},
	"fuzz": {"Fuzz", func(c *Codec[sample]) {
		write := c.Marshal
		c.Marshal = func(v *sample) ([]byte, error) { w := *v; w.N++; return write(&w) }
	}},
	"none of golden": {"Golden", func(*Codec[sample]) {}},
	"golden":         {"Golden", func(c *Codec[sample]) { c.Values.noNil = true }},
}

// TestFaultsAreSeen has the tests run in a process of their own, which fails for each fault
// and for nothing else.
func TestFaultsAreSeen(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name, fault := range faults {
		cmd := exec.Command(program, "-test.run=^(Test|Fuzz)Child$", "-test.count=1")
		cmd.Dir, cmd.Env = t.TempDir(), append(os.Environ(), "FAULT="+name)
		if fault.test == "Golden" { // what the right one wrote
			filetest.Run(t, cmd.Dir, []string{"FAULT=none of golden"}, program, "-test.run=^TestChild$")
		}
		out, err := cmd.CombinedOutput()
		if right := strings.HasPrefix(name, "none"); (err == nil) != right {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// child returns the codec that this process is to test by a test of that name.
func child(tb testing.TB, test string) Codec[sample] {
	fault, ok := faults[os.Getenv("FAULT")]
	if !ok || fault.test != test {
		tb.SkipNow()
	}
	c := right()
	fault.spoil(&c)
	return c
}

func TestChild(t *testing.T) {
	t.Run("trip", func(t *testing.T) { child(t, "RoundTrip").RoundTrip(t, "") })
	t.Run("json", func(t *testing.T) { child(t, "JSON").JSON(t, "") })
	t.Run("golden", func(t *testing.T) { child(t, "Golden").Golden(t, "sample.golden") })
}

func FuzzChild(f *testing.F) { child(f, "Fuzz").Fuzz(f) }

// odd has methods that do not read what they write of even numbers.
type odd struct{ N uint8 }

func (o odd) MarshalBinary() ([]byte, error) { return make([]byte, o.N&1, 1), nil }

func (o *odd) UnmarshalBinary(data []byte) error {
	if len(data) != 1 {
		return errors.New("one byte was expected")
	}
	o.N = 1
	return nil
}

// none has methods that never do.
type none struct{ N uint8 }

func (none) MarshalText() ([]byte, error) { return []byte("none"), nil }

func (*none) UnmarshalText([]byte) error { return errors.New("none") }

// TestEmbeddedPointer makes a struct that has its methods from a pointer: not by them.
func TestEmbeddedPointer(t *testing.T) {
	v := struct{ *odd }{}
	if !(Values{}).make(&v, 1, 1) {
		t.Error("its methods were called")
	}
}

// twofold holds itself twice, as only what methods carry does in a format without nil.
type twofold struct{ Left, Right *twofold }

func (t *twofold) count() int {
	if t == nil {
		return 0
	}
	return 1 + t.Left.count() + t.Right.count()
}

// TestTwofold makes a value of a moderate size of a type that holds itself more than once.
func TestTwofold(t *testing.T) {
	var v twofold
	if (Values{noNil: true}).make(&v, 1, 1); v.count() < 100 || v.count() > 2*manyDeep {
		t.Errorf("%d values", v.count())
	}
}

// TestPassedOver passes over values of which the methods of a type do not give back what they
// write, and skips a test without any other.
func TestPassedOver(t *testing.T) {
	if at, methods := (Values{}).lossy("", reflect.ValueOf(map[string]*odd{"a": {1}, "b": {2}}), 0); at != "[b]" || !strings.HasSuffix(methods, "odd's MarshalBinary and UnmarshalBinary") {
		t.Errorf("%s: %s", at, methods)
	}
	if at, methods := (Values{}).lossy("", reflect.ValueOf([]any{odd{1}, sample{}, time.Unix(1, 0)}), 0); methods != "" {
		t.Errorf("%s: %s", at, methods)
	}
	for _, methods := range []bool{false, true} {
		odds := Codec[odd]{
			Marshal: func(v *odd) ([]byte, error) { return v.MarshalBinary() }, Unmarshal: func(data []byte, v *odd) error { return v.UnmarshalBinary(data) },
			Append: func(b []byte, v *odd) ([]byte, error) { return append(b, make([]byte, v.N&1)...), nil },
			Size:   func(v *odd) int { return int(v.N & 1) }, Entries: 1, Writes: methods, Methods: methods, Again: true,
		}
		ran := false
		t.Run("some", func(t *testing.T) {
			odds.RoundTrip(t, "")
			ran = true
		})
		skipped := false
		t.Run("none", func(t *testing.T) {
			defer func() { skipped = t.Skipped() }()
			Codec[none]{
				Marshal: func(v *none) ([]byte, error) { return v.MarshalText() }, Unmarshal: func(data []byte, v *none) error { return v.UnmarshalText(data) },
				Append: func(b []byte, v *none) ([]byte, error) { return append(b, "none"...), nil },
				Size:   func(*none) int { return 4 }, Entries: 1, Writes: methods, Methods: methods, Again: true,
			}.RoundTrip(t, "")
		})
		if !ran || !skipped {
			t.Errorf("with methods %t: some ran: %t, none was skipped: %t", methods, ran, skipped)
		}
	}
}

// TestRefused skips where what stands in the place of a type has no encoding of any value that is
// made, as the zero handle, and passes where it has one of some.
func TestRefused(t *testing.T) {
	write := right().Marshal
	for _, all := range []bool{true, false} {
		c := right()
		c.Refuses = true
		c.Marshal = func(v *sample) ([]byte, error) {
			if all || v.P == nil {
				return nil, errors.New("nil has no encoding")
			}
			return write(v)
		}
		t.Run("", func(t *testing.T) {
			defer func() {
				if t.Skipped() != all {
					t.Errorf("skipped: %t, and all are refused: %t", t.Skipped(), all)
				}
			}()
			c.RoundTrip(t, "")
		})
	}
}

// twice keeps less than it holds, as a method does that lacks a field.
type twice struct{ A, B uint8 }

func (v twice) MarshalBinary() ([]byte, error) { return []byte{v.A}, nil }

func (v *twice) UnmarshalBinary(data []byte) error {
	if *v = (twice{}); len(data) != 1 {
		return errors.New("one byte was expected")
	}
	v.A = data[0]
	return nil
}

// TestPassedOverByPlace excuses what methods lose, and nothing beside it.
func TestPassedOverByPlace(t *testing.T) {
	type holder struct {
		N int
		T twice
	}
	v := holder{1, twice{1, 2}}
	at, methods := (Values{}).lossy("", reflect.ValueOf(&v).Elem(), 0)
	if lost := (Values{}).same(&v, &holder{1, twice{1, 0}}); methods == "" || !strings.HasPrefix(lost, at) {
		t.Errorf("%s is lost, and excused is %s: %s", lost, at, methods)
	}
	if lost := (Values{}).same(&v, &holder{2, twice{1, 0}}); strings.HasPrefix(lost, at) {
		t.Errorf("%s is excused by %s", lost, at)
	}
}

// TestPassedOverByPromotion excuses what a promoted method refuses, and nothing that it leaves out.
func TestPassedOverByPromotion(t *testing.T) {
	type part struct {
		twice
		N int
	}
	type refuses struct {
		refusing
		N int
	}
	if _, methods := (Values{}).lossy("", reflect.ValueOf(part{twice{1, 2}, 3}), 0); !strings.Contains(methods, "twice") {
		t.Errorf("a part that loses some: %s", methods)
	}
	if _, methods := (Values{}).lossy("", reflect.ValueOf(part{twice{1, 0}, 3}), 0); methods != "" {
		t.Errorf("what a promoted method leaves out: %s", methods)
	}
	if at, methods := (Values{}).lossy("", reflect.ValueOf(refuses{}), 0); at != "" || !strings.Contains(methods, "refuses's") {
		t.Errorf("a promoted method that refuses: %s: %s", at, methods)
	}
}

// bigger has methods of its own beside those that it embeds, and reads nil as zero.
type bigger struct{ *big.Int }

func (b *bigger) MarshalBinary() ([]byte, error) {
	if b.Int == nil {
		return nil, nil
	}
	return b.Int.Bytes(), nil
}

func (b *bigger) UnmarshalBinary(data []byte) error {
	b.Int = new(big.Int).SetBytes(data)
	return nil
}

// TestPassedOverByOwnMethods excuses what a type's own methods lose, whatever others it embeds.
func TestPassedOverByOwnMethods(t *testing.T) {
	if at, methods := (Values{}).lossy("", reflect.ValueOf(struct{ N bigger }{}), 0); at != ".N" || !strings.Contains(methods, "bigger's MarshalBinary") {
		t.Errorf("%s: %s", at, methods)
	}
}

// refusing has a method that writes nothing.
type refusing struct{ A uint8 }

func (refusing) MarshalBinary() ([]byte, error) { return nil, errors.New("no") }

func (*refusing) UnmarshalBinary([]byte) error { return errors.New("no") }

// TestGiven reads values that somebody wrote down.
func TestGiven(t *testing.T) {
	name := t.TempDir() + "/data.jsonl"
	filetest.Write(t, name, "{\"N\":1}\n\n{\"M\":{\"a\":[2]}}\n")
	list := Given[sample](t, name)
	if len(list) != 2 || list[0].N != 1 || list[1].M["a"][0] != 2 {
		t.Errorf("given: %+v", list)
	}
}

// TestKeysThatCannotBeHashed are not made: a slice in an interface is none.
func TestKeysThatCannotBeHashed(t *testing.T) {
	full := false
	for round := range 20 {
		m := map[any]int{}
		Values{any: true}.make(&m, round, 5)
		full = full || len(m) > 0
	}
	if !full {
		t.Error("no key was made")
	}
}
