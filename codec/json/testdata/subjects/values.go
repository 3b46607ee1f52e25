package subjects

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/assay-go/assay/codec/json/jsonrt"
)

// words are what strings are made of.
var words = []string{
	"", "a", "name", "the quick brown fox", "\"", "\\", "<b>&</b>", "\n\t\r\b\f", "\x00\x1f\x7f", "é", "ſK", "日本語のテキスト", "\u2028\u2029", "😀", "\ufffd", "\xff\xfe", "\xc3", "\xed\xa0\x80", "12345678", "0123456789abcdef",
	strings.Repeat("x", 100), strings.Repeat("日", 50), strings.Repeat("<", 70),
}

// Fill sets v to a random value, no deeper than depth.
func Fill(r *rand.Rand, v reflect.Value, depth int) {
	switch p := v.Addr().Interface().(type) {
	case *time.Time:
		*p = randomTime(r)
		return
	case *json.Number:
		*p = json.Number([]string{"", "0", "-1.5e+10", "123456789012345678901234567890", "1e400", "bad", "01"}[r.IntN(7*7)%7%(1+r.IntN(7))])
		return
	case *json.RawMessage:
		*p = [][]byte{nil, nil, []byte("null"), []byte(` { "a" : [ 1 , "<&>` + "\u2028" + `" ] } `), []byte("1"), []byte(`"x"`), []byte("{bad"), {}}[r.IntN(2+r.IntN(7))]
		return
	case *big.Int:
		p.SetInt64(r.Int64())
		return
	case *netip.Addr:
		*p = netip.AddrFrom4([4]byte{1, 2, 3, byte(r.IntN(256))})
		return
	case *netip.Prefix:
		*p = netip.PrefixFrom(netip.AddrFrom4([4]byte{10, 0, 0, 0}), r.IntN(33))
		return
	case *fmt.Stringer, *chan int:
		if r.IntN(20) == 0 && v.Kind() == reflect.Chan {
			v.Set(reflect.MakeChan(v.Type(), 1))
		}
		return
	case *error:
		if r.IntN(4) == 0 {
			*p = errors.New("an error")
		}
		return
	case *Zeroer:
		*p = []Zeroer{nil, ZeroValue(7), ZeroValue(1), &ZeroPointer{7}, &ZeroPointer{1}, (*ZeroPointer)(nil)}[r.IntN(6)]
		return
	case *json.Marshaler:
		*p = []json.Marshaler{nil, JSONValue{3}, &JSONPointer{N: 2}, (*JSONPointer)(nil)}[r.IntN(3)]
		return
	case *Broken:
		*p = Broken([]string{"1", ` [ "x" ] `, "{", "", "[1,]", `"\u2028<"`, "null"}[r.IntN(2+r.IntN(6))])
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(r.Uint64()) >> r.IntN(64))
		if r.IntN(5) == 0 {
			v.SetInt(int64([]int{0, 7, 13}[r.IntN(3)]))
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(r.Uint64() >> r.IntN(64))
	case reflect.Float32:
		v.SetFloat(float64(math.Float32frombits(uint32(randomFloat(r, 32)))))
	case reflect.Float64:
		v.SetFloat(math.Float64frombits(randomFloat(r, 64)))
	case reflect.Complex128:
		if r.IntN(10) == 0 {
			v.SetComplex(1)
		}
	case reflect.String:
		v.SetString(randomString(r))
	case reflect.Pointer:
		if depth > 0 && r.IntN(3) > 0 {
			p := reflect.New(v.Type().Elem())
			Fill(r, p.Elem(), depth-1)
			if v.CanSet() {
				v.Set(p)
			}
		}
	case reflect.Slice:
		if depth <= 0 || r.IntN(6) == 0 {
			if r.IntN(2) == 0 {
				v.Set(reflect.MakeSlice(v.Type(), 0, 0))
			}
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), r.IntN(5), 6))
		for i := range v.Len() {
			Fill(r, v.Index(i), depth-1)
		}
	case reflect.Array:
		for i := range v.Len() {
			Fill(r, v.Index(i), depth-1)
		}
	case reflect.Map:
		if depth <= 0 || r.IntN(6) == 0 {
			if r.IntN(2) == 0 {
				v.Set(reflect.MakeMap(v.Type()))
			}
			return
		}
		v.Set(reflect.MakeMap(v.Type()))
		for range r.IntN(4) * (1 + 5*(r.IntN(10)/9)) {
			k, e := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			Fill(r, k, depth-1)
			Fill(r, e, depth-1)
			v.SetMapIndex(k, e)
		}
	case reflect.Interface:
		if v.NumMethod() == 0 {
			if x := randomAny(r, depth-1); x != nil {
				v.Set(reflect.ValueOf(x))
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Field(i)
			if !f.CanSet() {
				if f.Kind() != reflect.Struct || !v.Type().Field(i).Anonymous {
					continue
				}
				for j := range f.NumField() { // promoted
					if f.Field(j).CanSet() {
						Fill(r, f.Field(j), depth-1)
					}
				}
				continue
			}
			Fill(r, f, depth-1)
		}
	}
}

func randomTime(r *rand.Rand) time.Time {
	zone := []*time.Location{time.UTC, time.UTC, time.Local, time.FixedZone("", 5400), time.FixedZone("", -90), time.FixedZone("", 0)}[r.IntN(6)]
	switch r.IntN(12) {
	case 0:
		return time.Time{}
	case 1:
		return time.Date(10000, 1, 1, 0, 0, 0, 0, zone)
	case 2:
		return time.Unix(r.Int64N(4e9), r.Int64N(1e9)/1000*1000).In(zone)
	}
	return time.Unix(r.Int64N(4e9), 0).In(zone)
}

func randomFloat(r *rand.Rand, size int) uint64 {
	var f float64
	switch r.IntN(6) {
	case 0:
		f = float64(r.IntN(1000)) / 8
	case 1:
		f = []float64{0, math.Copysign(0, -1), 1e21, 1e-7, 1e20, 123456.789, math.MaxFloat32, 3}[r.IntN(8)]
	case 2:
		if r.IntN(20) == 0 {
			f = []float64{math.NaN(), math.Inf(1)}[r.IntN(2)]
		}
	case 3:
		f = float64(r.Int64N(1e15))
	default:
		f = r.NormFloat64() * math.Pow10(r.IntN(20)-10)
	}
	if size == 32 {
		return uint64(math.Float32bits(float32(f)))
	}
	return math.Float64bits(f)
}

func randomString(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(4) {
		b.WriteString(words[r.IntN(len(words))])
	}
	return b.String()
}

func randomAny(r *rand.Rand, depth int) any {
	n := 14
	if depth <= 0 {
		n = 9
	}
	switch r.IntN(n) {
	case 0:
		return nil
	case 1:
		return r.IntN(2) == 0
	case 2, 3:
		return float64(r.IntN(1e6)) / 16
	case 4, 5:
		return randomString(r)
	case 6:
		return []any{r.IntN(100), int64(-5), uint8(3), float32(1.5), json.Number("12"), time.Unix(0, 0).UTC(), TextValue(3), Small{1, "x"}, &Small{2, "y"}, []byte("abc"), []int{1}, map[int]string{3: "x"}, JSONValue{1}}[r.IntN(13)]
	case 7:
		x := r.IntN(10)
		return &x
	case 8:
		var x any = &Small{3, "z"}
		return &x
	case 9, 10, 11:
		m := map[string]any{}
		for range r.IntN(4) {
			m[randomString(r)] = randomAny(r, depth-1)
		}
		return m
	}
	list := []any{}
	for range r.IntN(4) {
		list = append(list, randomAny(r, depth-1))
	}
	return list
}

// tokens are put into documents.
var tokens = []string{
	"null", "true", "false", "{}", "[]", `""`, `"x"`, "0", "-0", "1", "-1", "01", "1.0", "1e2", "1E+2", "-", "+1", ".5", "1.", "1e", "1e400", "-1e400", "1e-400", `"1"`, `"null"`, `"true"`, `"\"q\""`, `"1.5"`, `" 1"`, `"1e2"`, `"+1"`, `"007"`,
	"127", "128", "255", "256", "32767", "32768", "65535", "65536", "2147483647", "2147483648", "-2147483648", "-2147483649", "9223372036854775807", "9223372036854775808",
	"-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "99999999999999999999999", "0.1", "123456789012345678901234567890.5", "2.2250738585072011e-308", "4.9e-324", "9007199254740993",
	" ", "\n", "\t", "\r", "\x00", "\x1f", "\x7f", "\xff", "\xc3", "\xe2\x80\xa8", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf0\x9f\x98\x80", "é", "日本", "K", "ſ", "\ufeff",
	`\u0041`, `\u00e9`, `\ud83d\ude00`, `\ud83d`, `\ude00`, `\ud83d\u0041`, `\uD83Dx`, `\u12`, `\x`, `\'`, `\/`, `\b\f\n\r\t`, `\"`, `\\`, "\\", "\"", ",", ":", "{", "}", "[", "]", ",,", `,"a":1`, `,"a":{"b":[1,{"c":"d"}],"e":null}`, `[1,2,3]`, `{"x":1,"y":"z"}`, `[{"x":5}]`, `{"x":{}}`,
	`"2020-01-01T00:00:00Z"`, `"2020-01-01T00:00:00.5+01:00"`, `"2020-01-01T00:00:00+00:00"`, `"2020-02-30T00:00:00Z"`, `"2020-01-01T5:00:00Z"`, `"2020-01-01T00:00:00,5Z"`, `"2020-01-01t00:00:00z"`, `"2020-01-01T00:00:60Z"`, `"2020-01-01T24:00:00Z"`, `"0000-01-01T00:00:00Z"`, `"9999-12-31T23:59:59.999999999Z"`, `"2020-01-01T00:00:00.1234567891234Z"`,
	`"AQID"`, `"AQI"`, `"AQ==\n"`, `"A\nQID"`, `"AQI="`, "[1,2,300]", "[null]", "[[],[]]",
}

// Mutate changes a document here and there.
func Mutate(r *rand.Rand, doc []byte) []byte {
	d := bytes.Clone(doc)
	token := func() []byte { return []byte(tokens[r.IntN(len(tokens))]) }
	splice := func(i, j int, p []byte) { d = append(d[:i:i], append(p, d[j:]...)...) }
	skip := func(i int) int { return new(jsonrt.Decoder).Skip(d, i) }
	switch r.IntN(8) {
	case 0:
		var out bytes.Buffer
		if json.Indent(&out, d, "", strings.Repeat(" ", r.IntN(10))) == nil {
			d = out.Bytes()
		}
	case 1:
		d = reorder(d, true)
	case 2:
		d = reorder(d, false)
	}
	for range r.IntN(4) {
		if len(d) == 0 {
			return d
		}
		i := r.IntN(len(d))
		switch r.IntN(10) {
		case 0:
			d[i] = byte(r.Uint32())
		case 1:
			splice(i, min(len(d), i+1+r.IntN(8)), nil)
		case 2:
			splice(i, i, token())
		case 3, 9: // a value for another
			if k := bytes.IndexAny(d[i:], ":[,"); k >= 0 {
				i += k + 1
				if j := skip(i); j > i {
					splice(i, j, token())
				}
			}
		case 4: // a letter in the other case, or one that folds
			if k := bytes.IndexByte(d[i:], '"'); k >= 0 && i+k+1 < len(d) {
				i += k + 1
				switch c := d[i]; {
				case c|0x20 == 'k' && r.IntN(2) == 0:
					splice(i, i+1, []byte("K"))
				case c|0x20 == 's' && r.IntN(2) == 0:
					splice(i, i+1, []byte("ſ"))
				case c|0x20 >= 'a' && c|0x20 <= 'z':
					if r.IntN(2) == 0 {
						d[i] ^= 0x20
					} else {
						splice(i, i+1, fmt.Appendf(nil, `\u%04x`, c))
					}
				}
			}
		case 5: // white space
			if k := bytes.IndexAny(d[i:], ":[,]{}\""); k >= 0 {
				i += k + r.IntN(2)
				splice(i, i, []byte([]string{" ", "\n\t", "\r", "  \n", "\v", "\f", "\n          "}[r.IntN(7)]))
			}
		case 6: // a member again
			if k := bytes.IndexByte(d[i:], ','); k >= 0 {
				i += k + 1
				if j := skip(i); j > 0 && j < len(d) && d[j] == ':' {
					if e := skip(j + 1); e > 0 {
						splice(i, i, append(bytes.Clone(d[i:e]), ','))
					}
				}
			}
		case 7: // a member less
			if k := bytes.IndexByte(d[i:], ','); k >= 0 {
				i += k + 1
				if j := skip(i); j > 0 && j < len(d) && d[j] == ':' {
					if e := skip(j + 1); e > 0 && e < len(d) && d[e] == ',' {
						splice(i, e+1, nil)
					}
				}
			}
		case 8:
			if r.IntN(4) == 0 {
				d = append(d, token()...)
			}
		}
	}
	return d
}

// reorder returns doc, which has no white space, with the members of its objects in
// the order of their bytes, or in one by chance that objects of as many members share.
func reorder(doc []byte, sorted bool) []byte {
	if len(doc) < 2 || doc[0] != '{' && doc[0] != '[' {
		return doc
	}
	var parts [][]byte
	for i := 1; doc[i] != '}' && doc[i] != ']'; {
		if doc[i] == ',' {
			i++
		}
		start, j := i, i
		if doc[0] == '{' {
			if j = new(jsonrt.Decoder).Skip(doc, i) + 1; j <= 0 {
				return doc
			}
		}
		if i = new(jsonrt.Decoder).Skip(doc, j); i < 0 {
			return doc
		}
		parts = append(parts, append(bytes.Clone(doc[start:j]), reorder(doc[j:i], sorted)...))
	}
	if doc[0] == '{' {
		if sorted {
			slices.SortFunc(parts, bytes.Compare)
		} else {
			rand.New(rand.NewPCG(uint64(len(parts)), 1)).Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
		}
	}
	return slices.Concat(doc[:1], bytes.Join(parts, []byte(",")), doc[len(doc)-1:])
}
