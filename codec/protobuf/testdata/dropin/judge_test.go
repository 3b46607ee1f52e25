// Package judge is copied into packages with messages of gogo/protobuf, and into the same
// packages with other code for those: the first run notes what becomes of random values and
// of damaged messages, the second has to make the same of them.
package judge

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"sort"
	"strings"
	"testing"
	"time"
)

// message has the methods that are judged.
type message interface {
	Reset()
	Size() int
	Marshal() ([]byte, error)
	MarshalTo([]byte) (int, error)
	MarshalToSizedBuffer([]byte) (int, error)
	Unmarshal([]byte) error
	String() string
}

// TestJudge writes what it sees to the file in JUDGE_WRITE, or compares it with that in
// JUDGE_READ.
func TestJudge(t *testing.T) {
	var out *bufio.Writer
	var in *bufio.Scanner
	if name := os.Getenv("JUDGE_WRITE"); name != "" {
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		out = bufio.NewWriter(f)
		defer out.Flush()
	} else {
		f, err := os.Open(os.Getenv("JUDGE_READ"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		in = bufio.NewScanner(f)
	}
	taken, refused, alone := 0, 0, 0
	// note writes a line, or compares it with the one that was written. What was refused
	// may be anything else.
	note := func(mutant bool, line string, detail func() string) {
		t.Helper()
		if out != nil {
			fmt.Fprintln(out, line)
			return
		}
		if !in.Scan() {
			t.Fatal("the other run saw less")
		}
		switch want := in.Text(); {
		case want == line && line != "refused":
			taken++
		case want == line:
			refused++
		case mutant && want == "refused":
			alone++
		default:
			t.Errorf("want %s\ngot  %s\n%s", want, line, detail())
		}
	}
	for _, m := range judged {
		typ := reflect.TypeOf(m.zero).Elem()
		t.Run(typ.Name(), func(t *testing.T) {
			var last []byte
			for seed := range uint64(m.count) {
				r := rand.New(rand.NewPCG(seed, 9))
				v := reflect.New(typ)
				fill(r, v.Elem(), 4)
				msg := v.Interface().(message)
				b, err := msg.Marshal()
				if err != nil {
					t.Fatal(err)
				}
				note(false, sum(b), func() string { return fmt.Sprintf("bytes of %d: %.300x", seed, b) })
				writes(t, msg, b)
				for k, mutant := range mutants(r, b, last) {
					fresh := reflect.New(typ)
					note(true, read(fresh, mutant), func() string {
						return fmt.Sprintf("%s, %d: mutant %d %.300x: %v\n%.600s", typ, seed, k, mutant, fresh.Interface().(message).Unmarshal(mutant), show(fresh))
					})
				}
				// Into a message that holds another.
				held := reflect.New(typ)
				note(false, read(held, last)+read(held, b), func() string {
					return fmt.Sprintf("%s, %d: %.300x after %.300x\n%.600s", typ, seed, b, last, show(held))
				})
				held.Interface().(message).Reset()
				if !held.Elem().IsZero() {
					t.Error("Reset leaves something")
				}
				last = b
				if t.Failed() {
					return
				}
			}
		})
	}
	t.Logf("%d same, %d damaged messages refused by both, %d by theirs alone", taken, refused, alone)
}

// writes holds the methods that write into buffers against the one that makes one.
func writes(t *testing.T, m message, b []byte) {
	t.Helper()
	if n := m.Size(); n != len(b) {
		t.Errorf("Size is %d, of %d bytes", n, len(b))
	}
	room := make([]byte, len(b)+3)
	if n, err := m.MarshalTo(room); err != nil || !bytes.Equal(room[:n], b) {
		t.Errorf("MarshalTo: %v", err)
	}
	if n, err := m.MarshalToSizedBuffer(room); err != nil || !bytes.Equal(room[len(room)-n:], b) {
		t.Errorf("MarshalToSizedBuffer: %v", err)
	}
}

// read returns a line for what is read into v.
func read(v reflect.Value, b []byte) string {
	if err := v.Interface().(message).Unmarshal(bytes.Clone(b)); err != nil {
		return "refused"
	}
	h := fnv.New128a()
	dump(h, v.Elem())
	return hex.EncodeToString(h.Sum(nil))
}

func sum(b []byte) string {
	h := fnv.New128a()
	h.Write(b)
	return fmt.Sprintf("%d %x", len(b), h.Sum(nil))
}

func show(v reflect.Value) string {
	var b strings.Builder
	dump(&b, v.Elem())
	return b.String()
}

// dump writes all that a message holds, nil and empty apart.
func dump(w io.Writer, v reflect.Value) {
	if v.CanAddr() && v.CanInterface() {
		if x, ok := v.Addr().Interface().(*time.Time); ok {
			fmt.Fprint(w, x.UnixNano(), x.Location())
			return
		}
		if x, ok := v.Addr().Interface().(interface{ Marshal() ([]byte, error) }); ok && v.Kind() == reflect.Struct && opaque(v.Type()) {
			b, err := x.Marshal()
			fmt.Fprintf(w, "%x %v", b, err)
			return
		}
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			io.WriteString(w, "nil")
			return
		}
		fmt.Fprint(w, "&", v.Elem().Type())
		dump(w, v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Name != "XXX_sizecache" {
				fmt.Fprint(w, " ", f.Name, ":")
				dump(w, v.Field(i))
			}
		}
	case reflect.Slice:
		if v.IsNil() {
			io.WriteString(w, "nil")
			return
		}
		fallthrough
	case reflect.Array:
		fmt.Fprint(w, "[", v.Len())
		for i := range v.Len() {
			io.WriteString(w, " ")
			dump(w, v.Index(i))
		}
		io.WriteString(w, "]")
	case reflect.Map:
		if v.IsNil() {
			io.WriteString(w, "nil")
			return
		}
		var list []string
		for _, k := range v.MapKeys() {
			e := reflect.New(v.Type().Elem())
			e.Elem().Set(v.MapIndex(k))
			list = append(list, fmt.Sprintf("%v=%s", k, show(e)))
		}
		sort.Strings(list)
		fmt.Fprintf(w, "%q", list)
	case reflect.Float32, reflect.Float64:
		fmt.Fprint(w, math.Float64bits(v.Float()))
	default:
		fmt.Fprintf(w, "%#v", v)
	}
}

// opaque reports whether no field of a struct has a number.
func opaque(t reflect.Type) bool {
	for i := range t.NumField() {
		tag := t.Field(i).Tag
		if text := tag.Get("protobuf"); text != "" && text != "-" || tag.Get("protobuf_oneof") != "" {
			return false
		}
	}
	return t.NumField() > 0
}

// fill makes a value of the fields that have numbers.
func fill(r *rand.Rand, v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Int:
		x := int64(r.Uint64() >> r.IntN(64))
		if v.Type().PkgPath() == "" { // gogo writes negative enums in a list that is packed, but not as they are
			x *= int64(1 - 2*r.IntN(2))
		} else {
			x &= 0xffff
		}
		v.SetInt(x)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uint:
		v.SetUint(r.Uint64() >> r.IntN(64))
	case reflect.Float32, reflect.Float64:
		v.SetFloat([]float64{0, math.Copysign(0, -1), 1, r.NormFloat64(), math.Inf(1)}[r.IntN(5)])
	case reflect.String:
		b := make([]byte, []int{0, 0, 3, 9, 30, 200}[r.IntN(6)])
		for i := range b {
			b[i] = 'a' + byte(r.IntN(26))
		}
		v.SetString(string(b))
	case reflect.Pointer:
		if depth > 0 && r.IntN(3) == 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(r, v.Elem(), depth-1)
		}
	case reflect.Array:
		if r.IntN(3) > 0 {
			for i := range v.Len() {
				fill(r, v.Index(i), depth-1)
			}
		}
	case reflect.Slice:
		if n := r.IntN(4); depth > 0 && n > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				e := v.Index(i)
				if e.Kind() == reflect.Pointer {
					e.Set(reflect.New(e.Type().Elem()))
					e = e.Elem()
				}
				fill(r, e, depth-1)
			}
		}
	case reflect.Map:
		if n := r.IntN(entries + 1); depth > 0 && n > 0 {
			v.Set(reflect.MakeMap(v.Type()))
			for range n {
				k, e := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
				fill(r, k, depth-1)
				at := e
				if e.Kind() == reflect.Pointer {
					e.Set(reflect.New(e.Type().Elem()))
					at = e.Elem()
				}
				fill(r, at, depth-1)
				v.SetMapIndex(k, e)
			}
		}
	case reflect.Struct:
		fillStruct(r, v, depth)
	}
}

func fillStruct(r *rand.Rand, v reflect.Value, depth int) {
	t := v.Type()
	if t.String() == "time.Time" {
		v.Set(reflect.ValueOf(time.Unix(r.Int64N(1<<33), 0)))
		return
	}
	if x, ok := v.Addr().Interface().(interface{ Unmarshal([]byte) error }); ok && opaque(t) {
		// What hides its state mostly is a pair of numbers or a text on the wire, and
		// numbers are what no message in it takes for an unknown field.
		text := fmt.Appendf(nil, "\x0a\x04%dm", r.IntN(900)+100)
		for _, b := range [][]byte{binary.AppendUvarint([]byte{8}, uint64(r.Uint32()>>r.IntN(32))), text} {
			if x.Unmarshal(b) == nil {
				return
			}
		}
	}
	for i := range t.NumField() {
		f := t.Field(i)
		switch {
		case !f.IsExported():
		case f.Tag.Get("protobuf_oneof") != "":
			if r.IntN(3) > 0 {
				fillChoice(r, v, v.Field(i), depth)
			}
		case f.Tag.Get("protobuf") != "" && f.Tag.Get("protobuf") != "-":
			fill(r, v.Field(i), depth)
		case f.Name == "XXX_unrecognized" && r.IntN(4) == 0:
			v.Field(i).SetBytes([]byte("\xfa\x7f\x02hi")) // a field with a high number
		case f.Type.String() == "time.Time":
			fill(r, v.Field(i), depth)
		}
	}
}

// fillChoice puts one of the types of a oneof into the field at x of the message at v.
func fillChoice(r *rand.Rand, v, x reflect.Value, depth int) {
	wrappers := v.Addr().MethodByName("XXX_OneofWrappers").Call(nil)[0]
	var fit []reflect.Type
	for i := range wrappers.Len() {
		if t := wrappers.Index(i).Elem().Type(); t.Implements(x.Type()) {
			fit = append(fit, t.Elem())
		}
	}
	w := reflect.New(fit[r.IntN(len(fit))])
	at := w.Elem().Field(0)
	if at.Kind() == reflect.Pointer {
		at.Set(reflect.New(at.Type().Elem()))
		at = at.Elem()
	}
	if depth > 0 || at.Kind() != reflect.Struct {
		fill(r, at, depth-1)
	}
	x.Set(w)
}

// mutants returns a message, one joined with another, and some that are damaged.
func mutants(r *rand.Rand, b, other []byte) [][]byte {
	list := [][]byte{b, append(bytes.Clone(b), other...)}
	for range 10 {
		m := damaged(r, b, other)
		switch at := r.IntN(len(m) + 1); {
		case at == len(m):
		case r.IntN(5) == 0: // a number that is longer still
			long := bytes.Repeat([]byte{0x80}, r.IntN(9))
			m = append(m[:at], append(append([]byte{m[at] | 0x80}, append(long, byte(r.IntN(4)))...), m[at+1:]...)...)
		case r.IntN(5) == 0 && len(other) > 0: // a part of another message
			from := r.IntN(len(other))
			m = append(m[:at], append(bytes.Clone(other[from:min(len(other), from+r.IntN(20))]), m[at:]...)...)
		}
		list = append(list, m)
	}
	return list
}
