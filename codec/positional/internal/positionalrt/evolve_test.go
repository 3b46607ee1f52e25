package positionalrt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
)

// describe is a description of a struct with fields of the given names, keys and types.
func describe(fields ...string) string {
	text := string(rune(ShapeStruct)) + string(rune(len(fields)/2))
	for i := 0; i < len(fields); i += 2 {
		name, key, _ := strings.Cut(fields[i], ":")
		text += string(rune(len(name))) + name + string(rune(len(key))) + key + fields[i+1]
	}
	return text
}

// evolve has a reader of the type own read a value of the type its.
func evolve(its, own, value string) (string, error) {
	head := func(text string) string {
		return string(append(binary.AppendUvarint([]byte{2}, uint64(len(text))), text...))
	}
	r := Reader{data: []byte(head(its) + value)}
	out, err := r.evolved(head(own), "T")
	if err == nil && r.rest != 0 {
		err = fmt.Errorf("%d bytes behind", r.rest)
	}
	return string(out), err
}

const (
	i8, i16, i32, i64 = "\x02", "\x03", "\x04", "\x05"
	u8, u64           = "\x06", "\x09"
	f32, f64          = "\x0a", "\x0b"
	str, raw, at, tz  = "\x0c", "\x0d", "\x0e", "\x0f"
	dyn               = "\x10"
	list, ptr, dict   = "\x11", "\x12", "\x13"
)

// TestEvolved reads values of other versions, byte by byte as docs/formats/flat.md has
// them.
func TestEvolved(t *testing.T) {
	four := "\x14\x04" + u8
	point := describe("X", i8, "Y", i8)
	for _, x := range []struct {
		what, its, own, value, want string // an error is in parentheses
	}{
		{"a field more at the end", describe("A", i8), describe("A", i8, "B", str), "\x07", "\x07\x00"},
		{"a field more at the front", describe("A", str), describe("N", i16, "A", str), "\x01a", "\x00\x00\x01a"},
		{"a time more", describe("A", i8), describe("T", at, "Z", tz, "A", i8), "\x07", strings.Repeat("\xff", 16) + "\x07\x00"},
		{"a struct and an array more", describe("A", i8), describe("P", point, "L", "\x14\x02"+str, "A", i8), "\x07", "\x00\x00\x07\x00\x00"},
		{"a field less", describe("A", str, "B", i8, "C", list+str), describe("B", i8), "\x07\x01a\x03\x01b\x01c", "\x07"},
		{"another order", describe("A", str, "B", i8, "C", raw), describe("C", raw, "A", str, "B", i8), "\x07\x01a\x02c", "\x07\x02c\x01a"},
		{"the key stays", describe("A:k", i8), describe("B:k", i8), "\x07", "\x07"},
		{"the name stays", describe("A:k", i8), describe("A:l", i8), "\x07", "\x07"},
		{"keys before names", describe("A:a", i8, "B:b", i8), describe("A:b", i8, "B:a", i8), "\x01\x02", "\x02\x01"},
		{"a key that is a name", describe("UserID", i8), describe("ID:UserID", i8), "\x07", "\x07"},
		{"elements grow", describe("L", list+point), describe("L", list+describe("Y", i16, "S", str, "X", i8)), "\x03\x01\x02\x03\x04", "\x03\x02\x00\x01\x00\x04\x00\x03\x00"},
		{"a pointer", describe("A", i8, "B", str), describe("A", ptr+i16, "B", ptr+str), "\x07\x01b", "\x01\x01\x07\x00\x01b"},
		{"no pointer", describe("A", ptr+i8, "B", ptr+str), describe("A", i16, "B", str), "\x01\x01\x07\x01b", "\x07\x00\x01b"},
		{"nil", describe("A", ptr+i8), describe("A", i8), "\x00", "(T.A at byte 10: it is nil, and"},
		{"nil to nil", describe("A", ptr+i8), describe("A", ptr+str), "\x00", "\x00"},
		{"one to many", describe("A", str), describe("A", list+str), "\x01a", "\x02\x01a"},
		{"many to one", describe("A", list+str), describe("A", str), "\x02\x01a", "\x01a"},
		{"two to one", describe("A", list+str), describe("A", str), "\x03\x01a\x01b", "(written as list, which is not read as string"},
		{"nil to one", describe("A", list+str), describe("A", str), "\x00", "(written as list"},
		{"an array to a list", describe("A", four), describe("A", list+i16), "\x01\x02\x03\x04", "\x05\x01\x00\x02\x00\x03\x00\x04\x00"},
		{"a list to an array", describe("A", list+i16), describe("A", four), "\x05\x01\x00\x02\x00\x03\x00\x04\x00", "\x01\x02\x03\x04"},
		{"a list to a shorter array", describe("A", list+u8), describe("A", four), "\x06\x01\x02\x03\x04\x05", "(another number of elements"},
		{"an array to another", describe("A", four), describe("A", "\x14\x03"+u8), "\x01\x02\x03\x04", "(another number of elements"},
		{"text to bytes", describe("A", str), describe("A", raw), "\x01a", "\x02a"},
		{"bytes to text", describe("A", raw), describe("A", str), "\x02a", "\x01a"},
		{"nil bytes", describe("A", raw), describe("A", raw, "B", i8), "\x00", "\x00\x00"},
		{"a byte array to bytes", describe("A", "\x15\x02"), describe("A", raw), "ab", "\x03ab"},
		{"bytes to a byte array", describe("A", raw), describe("A", "\x15\x02"), "\x03ab", "ab"},
		{"bytes to a longer byte array", describe("A", raw), describe("A", "\x15\x03"), "\x03ab", "(another number of bytes"},
		{"text to a number", describe("A", str), describe("A", i8), "\x0212", "(T.A at byte 8: it was written as string, which is not read as int8"},
		{"a bool to a number", describe("A", "\x01"), describe("A", i8), "\x01", "(written as bool"},
		{"a struct to a map", describe("A", describe("X:x", i8, "Y", i8)), describe("A", dict+str+i16), "\x01\x02", "\x03\x01x\x01\x00\x01Y\x02\x00"},
		{"a map to a struct", describe("A", dict+str+i16), describe("A", point), "\x03\x01Y\x02\x00\x01X\x01\x00", "\x01\x02"},
		{"a map with more", describe("A", dict+str+str), describe("A", describe("X", str)), "\x03\x01Y\x01a\x01X\x01b", `(it has the key "Y", and`},
		{"a map to a list of structs", describe("A", dict+str+str), describe("A", list+describe("Key", str, "Value", str)), "\x02\x01k\x01v", "(written as map, which is not read as list"},
		{"an empty map to a list of structs", describe("A", dict+str+str), describe("A", list+ptr+point), "\x01", "(written as map, which is not read as list"},
		{"a list of one struct to a map", describe("A", list+describe("X", str)), describe("A", dict+str+str), "\x02\x01a", "(written as list, which is not read as map"},
		{"a struct to a list of maps", describe("A", describe("X", str)), describe("A", list+dict+str+str), "\x01a", "(written as struct, which is not read as list"},
		{"a struct to a list of structs", describe("A", point), describe("A", list+point), "\x01\x02", "\x02\x01\x02"},
		{"a map to a list of maps", describe("A", dict+str+i8), describe("A", list+dict+str+i8), "\x02\x01k\x01", "\x02\x02\x01k\x01"},
		{"a map with a key twice", describe("A", dict+str+i8), describe("A", point), "\x03\x01Y\x02\x01Y\x03", "(a key twice"},
		{"map keys and elements", describe("A", dict+i8+i8), describe("A", dict+i16+ptr+i8), "\x02\x01\x02", "\x02\x01\x00\x01\x02"},
		{"an instant with a zone", describe("A", at), describe("A", tz), strings.Repeat("\xff", 8), strings.Repeat("\xff", 8) + "\x00"},
		{"UTC without it", describe("A", tz), describe("A", at), strings.Repeat("\xff", 8) + "\x00", strings.Repeat("\xff", 8)},
		{"a zone that would go", describe("A", tz), describe("A", at), strings.Repeat("\xff", 8) + "\x05", "(a zone, which this version leaves out"},
		{"a far time", describe("A", at, "B", i8), describe("B", i8, "A", at), "\xfe" + strings.Repeat("\xff", 7) + "\x07" + "123456789012", "\x07\xfe" + strings.Repeat("\xff", 7) + "123456789012"},
		{"an any", describe("A", dyn, "B", i8), describe("B", i8, "A", dyn), "\x07\x13\x02\x01n\x12\x02\x0e12345678", "\x07\x13\x02\x01n\x12\x02\x0e12345678"},
		{"an any that went", describe("A", dyn, "B", i8), describe("B", i8), "\x07\x13\x02\x01n\x12\x02\x0e12345678", "\x07"},
		{"an interface by names", describe("A", "\x17\x02\x01P"+point+"\x01S"+str), describe("A", "\x17\x02\x01S"+raw+"\x01P"+point), "\x02\x01a", "\x01\x02a"},
		{"an interface without it", describe("A", "\x17\x02\x01P"+point+"\x01S"+str), describe("A", "\x17\x01\x01P"+point), "\x02\x01a", "(holds S, which it does not"},
		{"what is carried", describe("A", "\x18\x03URL"+str), describe("A", "\x18\x03URL"+str, "B", i8), "\x01a", "\x00\x01a"},
		{"what is carried for another", describe("A", "\x18\x03URL"+str), describe("A", "\x18\x02IP"+str), "\x01a", "(written for URL, and this version has IP"},
		{"what is carried was not there", describe("B", i8), describe("A", "\x18\x03URL"+str, "B", i8), "\x07", "(URL is without is told by its methods"},
		{"by methods", describe("A", "\x19\x01M"), describe("B", u64, "A", "\x19\x01M"), "\x01a", "\x00\x00\x00\x00\x00\x00\x00\x00\x01a"},
		{"a type that holds itself", describe("L", list+"\x1a\x00", "N", i8), describe("N", i16, "L", list+"\x1a\x00"), "\x01\x02\x02\x00", "\x01\x00\x02\x02\x00\x00"},
		{"cut short", describe("A", str), describe("A", raw), "\x02a", "(unexpected EOF"},
		{"a count too many", describe("A", list+i8), describe("A", list+i16), "\x04\x01\x02", "(unexpected EOF"},
		{"bytes behind", describe("A", i8), describe("A", i16), "\x01\x02", "(1 bytes behind"},
		{"elements without bytes", describe("A", list+describe()), describe("A", list+describe("B", i8)), "\x02\x00", "(without bytes"},
		{"a struct in itself", describe("A", "\x1a\x00"), describe("A", i8), "\x01", "(description of the type is damaged"},
		{"an unknown kind", describe("A", "\x1b"), describe("A", i8), "\x01", "(description of the type is damaged"},
		{"a huge array", describe("A", "\x14\xff\xff\xff\xff\x03"+i64, "B", i8), describe("B", i8), "\x01", "(description of the type is damaged"},
		{"a large struct for each byte", describe("L", list+i8), describe("L", list+describe("X", i8)), "\x02\x01", "(int8, which is not read as struct"},
	} {
		got, err := evolve(x.its, x.own, x.value)
		if why, refused := strings.CutPrefix(x.want, "("); refused {
			if err == nil || !strings.Contains(err.Error(), why) {
				t.Errorf("%s: %q, %v, want the error %q", x.what, got, err, why)
			}
		} else if err != nil || got != x.want {
			t.Errorf("%s: %q, %v, want %q", x.what, got, err, x.want)
		}
	}
}

// TestEvolvedNumbers reads numbers of each kind as those of each other: what comes is
// the same number, or an error, and no small integer is refused that fits.
func TestEvolvedNumbers(t *testing.T) {
	type kind struct {
		code  string
		size  int
		value func(bits uint64) *big.Float // nil: no number
	}
	var kinds []kind
	for i := range 4 {
		size := 1 << i
		kinds = append(kinds,
			kind{string(rune(ShapeInt8 + i)), size, func(bits uint64) *big.Float {
				return new(big.Float).SetInt64(int64(bits<<(64-8*size)) >> (64 - 8*size))
			}},
			kind{string(rune(ShapeUint8 + i)), size, func(bits uint64) *big.Float { return new(big.Float).SetUint64(bits) }})
	}
	float := func(f float64) *big.Float {
		if math.IsNaN(f) {
			return nil
		}
		return new(big.Float).SetFloat64(f)
	}
	kinds = append(kinds,
		kind{f32, 4, func(bits uint64) *big.Float { return float(float64(math.Float32frombits(uint32(bits)))) }},
		kind{f64, 8, func(bits uint64) *big.Float { return float(math.Float64frombits(bits)) }})
	var all []uint64
	for shift := range 64 {
		all = append(all, 1<<shift, 1<<shift-1, 1<<shift+1, -uint64(1<<shift), math.Float64bits(math.Ldexp(1, shift)), math.Float64bits(-math.Ldexp(1, shift)+1), uint64(math.Float32bits(float32(math.Ldexp(-1, shift)))))
	}
	for _, f := range []float64{0, math.Copysign(0, -1), 0.1, 1.5, 1e300, -1e300, math.Inf(1), math.NaN(), math.SmallestNonzeroFloat64, 1 << 53, 1<<53 + 2} {
		all = append(all, math.Float64bits(f), uint64(math.Float32bits(float32(f))))
	}
	all = append(all, 0x7f800001, 0x7ff0000000000001)
	read, refused := 0, 0
	for _, w := range kinds {
		for _, r := range kinds {
			for _, bits := range all {
				if w.size < 8 {
					bits &= 1<<(8*w.size) - 1
				}
				value := binary.LittleEndian.AppendUint64(nil, bits)[:w.size]
				got, err := evolve(describe("A", w.code), describe("B", "\x01", "A", r.code), string(value))
				want := w.value(bits)
				if err != nil {
					refused++
					if small := want != nil && want.IsInt() && !want.Signbit() && want.Cmp(big.NewFloat(127)) <= 0; small || w.code == r.code {
						t.Errorf("%v of kind %q is refused as %q: %v", want, w.code, r.code, err)
					}
					continue
				}
				read++
				var b [8]byte
				copy(b[:], got[1:])
				out := binary.LittleEndian.Uint64(b[:])
				switch back := r.value(out); {
				case w.code == r.code && out != bits:
					t.Errorf("%#x of kind %q comes as %#x", bits, w.code, out)
				case want == nil || back == nil:
					if want != back || !strings.Contains(f32+f64, w.code) {
						t.Errorf("%#x of kind %q comes as %#x of %q", bits, w.code, out, r.code)
					}
				case want.Cmp(back) != 0 || want.Signbit() != back.Signbit():
					t.Errorf("%v of kind %q comes as %v of %q", want, w.code, back, r.code)
				}
			}
		}
	}
	if read < 10_000 || refused < 10_000 {
		t.Errorf("%d are read, %d refused", read, refused)
	}
}

// maker makes descriptions of types, and values of them.
type maker struct{ *rand.Rand }

func (m maker) shape(depth int) string {
	leaves := []string{"\x01", i8, i16, i32, i64, u8, u64, f32, f64, str, raw, at, tz, dyn, "\x15\x03"}
	if depth == 0 || m.IntN(3) == 0 {
		return leaves[m.IntN(len(leaves))]
	}
	switch m.IntN(6) {
	case 0:
		return list + m.shape(depth-1)
	case 1:
		return ptr + m.shape(depth-1)
	case 2:
		return dict + str + m.shape(depth-1)
	case 3:
		return "\x14\x02" + m.shape(depth-1)
	case 4:
		return "\x17\x02\x01a" + m.shape(depth-1) + "\x01b" + m.shape(depth-1)
	}
	return m.fields(depth)
}

func (m maker) fields(depth int) string {
	var list []string
	for i := range 1 + m.IntN(4) {
		list = append(list, string(rune('A'+i)), m.shape(depth-1))
	}
	return describe(list...)
}

// value appends what is at the front of a value of s, and what follows.
func (m maker) value(s *Shape, front, tail []byte) ([]byte, []byte) {
	alone := func(s *Shape) {
		f, t := m.value(s, nil, nil)
		tail = append(append(tail, f...), t...)
	}
	text := func(add uint64) {
		n := m.Uint64N(5)
		tail = binary.AppendUvarint(tail, n+add)
		for range n {
			tail = append(tail, byte(m.Uint32()))
		}
	}
	switch s.kind {
	case ShapeString:
		text(0)
	case ShapeBytes:
		text(1)
	case ShapeTime, ShapeZoned:
		word := m.Uint64()
		if m.IntN(3) == 0 {
			word = math.MaxUint64 - 1
			tail = append(tail, "123456789012"...)
		}
		front = binary.LittleEndian.AppendUint64(front, word)
		if s.kind == ShapeZoned {
			tail = binary.AppendUvarint(tail, m.Uint64N(1000))
		}
	case ShapeAny:
		tail = append(tail, "\x13\x02\x01n\x05\x07\x00\x00\x00"...)
	case ShapeList, ShapeMap:
		n := m.Uint64N(4)
		tail = binary.AppendUvarint(tail, n)
		for ; n > 1; n-- {
			for _, p := range s.parts {
				alone(p.shape)
			}
		}
	case ShapePointer:
		flag := byte(m.IntN(2))
		front = append(front, flag)
		if flag == 1 {
			alone(elem(s))
		}
	case ShapeArray:
		for range s.length {
			if s.tail {
				alone(elem(s))
			} else {
				front, tail = m.value(elem(s), front, tail)
			}
		}
	case ShapeInterface:
		n := m.IntN(3)
		tail = append(tail, byte(n))
		if n > 0 {
			alone(s.parts[n-1].shape)
		}
	case ShapeStruct:
		for _, p := range s.parts {
			front, tail = m.value(p.shape, front, tail)
		}
	case ShapeBool:
		front = append(front, byte(m.IntN(2)))
	default:
		for range s.fixed {
			front = append(front, byte(m.Uint32()))
		}
	}
	return front, tail
}

// TestEvolvedRandom: a value that is read as what another version would have written,
// and back, is as it was; and whatever was damaged is refused, or makes no more than it
// may.
func TestEvolvedRandom(t *testing.T) {
	m := maker{rand.New(rand.NewPCG(1, 2))}
	for range 3000 {
		var parts []string
		for i := range 1 + m.IntN(4) {
			parts = append(parts, string(rune('A'+i)), m.shape(3))
		}
		its := describe(parts...)
		// Another order, and fields more.
		var others []string
		for _, i := range m.Perm(len(parts) / 2) {
			others = append(others, string(rune('a'+i)), m.shape(2), parts[2*i], parts[2*i+1])
		}
		own := describe(others...)
		front, tail := m.value(DescribedShape(its), nil, nil)
		value := string(append(front, tail...))
		there, err := evolve(its, own, value)
		if err != nil {
			t.Fatalf("%q as %q: %v", its, own, err)
		}
		back, err := evolve(own, its, there)
		if err != nil || back != value {
			t.Fatalf("%q as %q and back: %v\n%q\n%q", its, own, err, value, back)
		}
		for range 20 {
			whole := []byte(its + value)
			whole[m.IntN(len(whole))] = byte(m.Uint32())
			out, err := evolve(string(whole[:len(its)]), own, string(whole[len(its):]))
			if most := (64*(len(whole)+4) + maxAlloc) / 19; err == nil && len(out) > most {
				t.Fatalf("%d bytes made of %d", len(out), len(whole))
			}
		}
		if cut := m.IntN(len(value) + 1); cut < len(value) {
			if _, err := evolve(its, own, value[:cut]); !errors.Is(err, io.ErrUnexpectedEOF) && !strings.Contains(fmt.Sprint(err), "T") {
				t.Fatalf("%q cut short: %v", its, err)
			}
		}
	}
}

// TestEvolvedMemory: descriptions and values that say much take little.
func TestEvolvedMemory(t *testing.T) {
	for what, x := range map[string][3]string{
		"lists in lists":      {describe("A", strings.Repeat(list, 900)+i8), describe("B", i8), "\x00"},
		"deeper":              {describe("A", strings.Repeat(list, 100_000)+i8), describe("B", i8), "\x00"},
		"many fields":         {"\x16\xd0\x86\x03" + strings.Repeat("\x00\x00\x02", 50_000), describe("B", i8), strings.Repeat("\x00", 50_000)},
		"large elements":      {describe("A", list+describe("X", i8)), describe("A", list+describe("Y", "\x14\x80\x20"+i64)), "\x91\x4e" + strings.Repeat("\x01", 10_000)},
		"arrays of nothing":   {describe("A", "\x14\xff\xff\xff\x03\x14\xff\xff\xff\x03"+describe()), describe("B", i8), ""},
		"arrays of elements":  {describe("A", "\x14\xff\xff\xff\x03"+list+i8), describe("A", list+list+i8), "\x01"},
		"a list of few bytes": {describe("A", list+i8), describe("A", list+i64), "\xff\xff\xff\xff\x0f\x01"},
	} {
		size := len(x[0]) + len(x[2])
		used := testing.AllocsPerRun(1, func() { evolve(x[0], x[1], x[2]) })
		out, err := evolve(x[0], x[1], x[2])
		if len(out) > (64*(size+8)+maxAlloc)/19 || used > float64(2*size+300) {
			t.Errorf("%s: %d bytes of %d, %v allocations, %v", what, len(out), size, used, err)
		}
	}
}

// Values of another version that are as deep as they may be, and damaged, take no more memory than any
// input may: the path of an error does not grow with each level, however long the writer's names are.
func TestEvolvedDepth(t *testing.T) {
	const depth, self = 320, "\x1a\x00"
	name := strings.Repeat("n", 100)
	for what, x := range map[string]struct{ kind, level string }{
		"pointer": {ptr + self, "\x01"},
		"list":    {list + self, "\x02"},
		"map":     {dict + str + self, "\x02\x01k"},
		"struct":  {describe("In", list+self), "\x02"},
	} {
		its, own := describe(name, x.kind, "X", str, "Gone", str), describe("New", str, name, x.kind, "X", raw)
		whole := strings.Repeat(x.level, depth) + "\x00" + strings.Repeat("\x00\x00", depth+1)
		if _, err := evolve(its, own, whole); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		refused := 0
		for i := range 16 {
			for _, by := range "\xff\x7f\x00\x05\x02" {
				for _, at := range []int{i, depth*len(x.level) - 1 - i, len(whole) - 1 - i} {
					value := whole[:at] + string([]byte{byte(by)}) + whole[at+1:]
					var err error
					var before, after runtime.MemStats
					runtime.ReadMemStats(&before)
					_, err = evolve(its, own, value)
					runtime.ReadMemStats(&after)
					if err == nil {
						continue
					}
					refused++
					if used := int(after.TotalAlloc - before.TotalAlloc); used > 64*len(value)+maxAlloc+64<<10 {
						t.Errorf("%s: %d bytes of memory for an input of %d", what, used, len(value))
					}
					if text := err.Error(); len(text) > 2400 {
						t.Errorf("%s: an error of %d bytes: %.200s", what, len(text), text)
					}
				}
			}
		}
		if refused < 40 {
			t.Errorf("%s: only %d inputs were refused", what, refused)
		}
	}
	_, err := evolve(describe("A", ptr+self, "X", str), describe("A", ptr+self, "X", raw), strings.Repeat("\x01", 30))
	if want := "T" + strings.Repeat(".A", 12) + ".…6 more…" + strings.Repeat(".A", 12); err == nil || !strings.Contains(err.Error(), want+" ") && !strings.Contains(err.Error(), want+":") {
		t.Errorf("%v, want %s", err, want)
	}
}
