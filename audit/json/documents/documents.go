// Package documents has types and documents of JSON of the kinds that programs send
// each other, made from a fixed seed: answers of APIs, logs, maps, tables of numbers,
// trees, texts. Nobody tunes to them: they are for judging.
package documents

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// Text returns the document of a value of type T that is always the same.
func Text[T any]() []byte { return text[T](7) }

// Other returns the document of another value of type T, which has as much in common with
// that of Text as two answers to a question have.
func Other[T any]() []byte { return text[T](8) }

func text[T any](seed uint64) []byte {
	var v T
	name := reflect.TypeFor[T]().Name()
	m := &maker{rand.New(rand.NewPCG(uint64(len(name)), seed))}
	for _, c := range name {
		m.Uint32N(uint32(c)) // so that each type has numbers of its own
	}
	m.fill(reflect.ValueOf(&v).Elem(), "", 0)
	return compact(v)
}

func compact(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("a made document has no JSON: %v", err))
	}
	return text
}

// Indented returns the document with two spaces a level.
func Indented(text []byte) []byte {
	var out bytes.Buffer
	if err := json.Indent(&out, text, "", "  "); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// Sorted returns the document with all names in the order of their bytes.
func Sorted(text []byte) []byte {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		panic(err)
	}
	return compact(v)
}

type maker struct{ *rand.Rand }

func (m *maker) between(low, high int) int { return low + m.IntN(high-low+1) }

// fill puts something into v as the tag says.
func (m *maker) fill(v reflect.Value, tag string, depth int) {
	kind, words := "word", strings.Fields(tag)
	var counts []string
	for _, w := range words {
		if n, ok := strings.CutPrefix(w, "n="); ok {
			counts = append(counts, n)
		} else if n, ok := strings.CutPrefix(w, "nil="); ok {
			if percent, _ := strconv.Atoi(n); m.IntN(100) < percent || depth > 12 {
				return
			}
		} else {
			kind = w
		}
	}
	count := func() (n int, rest string) {
		low, high := 1, 3
		if len(counts) > 0 {
			fmt.Sscanf(counts[0], "%d..%d", &low, &high)
			counts = counts[1:]
		}
		if depth > 12 {
			low, high = 0, 0
		}
		rest = kind
		for _, c := range counts {
			rest += " n=" + c
		}
		return m.between(low, high), rest
	}
	switch v.Kind() {
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Unix(1.7e9+m.Int64N(1e7), m.Int64N(1000)*1e6).UTC()))
			return
		}
		for i := range v.NumField() {
			m.fill(v.Field(i), v.Type().Field(i).Tag.Get("make"), depth+1)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		m.fill(v.Elem(), kind, depth)
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			n, _ := count()
			p := make([]byte, n)
			for i := range p {
				p[i] = byte(m.Uint32())
			}
			v.SetBytes(p)
			return
		}
		n, rest := count()
		if n > 0 || depth <= 2 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
		}
		for i := range n {
			m.fill(v.Index(i), rest, depth+1)
		}
	case reflect.Array:
		for i := range v.Len() {
			m.fill(v.Index(i), kind, depth+1)
		}
	case reflect.Map:
		n, rest := count()
		if n == 0 {
			return
		}
		v.Set(reflect.MakeMap(v.Type()))
		for range n {
			x := reflect.New(v.Type().Elem()).Elem()
			m.fill(x, rest, depth+1)
			v.SetMapIndex(reflect.ValueOf(m.key()), x)
		}
	case reflect.Interface:
		v.Set(reflect.ValueOf(m.free(depth % 4)))
	case reflect.String:
		v.SetString(m.text(kind))
	case reflect.Bool:
		v.SetBool(m.IntN(2) == 0)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(m.number(kind)))
	case reflect.Uint64:
		v.SetUint(uint64(m.number(kind)))
	case reflect.Float64:
		v.SetFloat(m.number(kind))
	case reflect.Float32:
		v.SetFloat(float64(float32(m.number(kind))))
	default:
		panic("no value can be made of " + v.Type().String())
	}
}

// free returns a value of no type of its own.
func (m *maker) free(depth int) any {
	switch n := m.IntN(8); {
	case n == 0 && depth < 3:
		list := make([]any, m.IntN(5))
		for i := range list {
			list[i] = m.free(depth + 1)
		}
		return list
	case n == 1 && depth < 3:
		object := map[string]any{}
		for range m.between(1, 5) {
			object[m.key()] = m.free(depth + 1)
		}
		return object
	case n == 2:
		return m.number("money")
	case n == 3:
		return m.number("int")
	case n == 4:
		return m.IntN(2) == 0
	case n == 5:
		return m.text("sentence")
	}
	return m.text("word")
}

func (m *maker) number(kind string) float64 {
	switch kind {
	case "digit":
		return float64(m.IntN(6))
	case "byte":
		return float64(m.IntN(256))
	case "small":
		return float64(m.IntN(120))
	case "status":
		return float64(pick(m, 200, 200, 200, 201, 204, 301, 400, 404, 500))
	case "pixels":
		return float64(m.between(100, 9000))
	case "int":
		return math.Floor(math.Pow(10, 6*m.Float64()))
	case "id":
		return float64(m.between(1e6, 3e9))
	case "unix":
		return float64(m.between(1.6e9, 1.8e9))
	case "nano":
		return float64(m.between(1.6e18, 1.8e18))
	case "tenths":
		return float64(m.IntN(100)) / 10
	case "money":
		return float64(m.IntN(1e6)) / 100
	case "thousandths":
		return float64(m.IntN(2e7)-1e7) / 1000
	case "coordinate":
		return float64(m.IntN(360e6)-180e6) / 1e6
	case "whole":
		return float64(m.IntN(1e7))
	case "mixed":
		return pick(m, m.number("small"), m.number("money"), m.number("whole"), m.number("full"))
	}
	return m.NormFloat64()
}

func pick[T any](m *maker, list ...T) T { return list[m.IntN(len(list))] }

const (
	ascii    = "the of and to in is that for it as was with be by on not he this are or his from at which but have an had they you were their one all we can her has there been if more when will would who so no time system server request failed connection order value update user field"
	russian  = "и в не на я быть он с что а по это она этот к но они мы весь который из у то за свой что весь год от так о для ты же все тот мочь вы человек такой его сказать один"
	japanese = "これは日本語の文章です。新しい機能を追加しました。東京都内で開催される会議に参加する予定です。詳細については担当者までお問い合わせください。データの処理が完了しました。"
)

var (
	words  = strings.Fields(ascii)
	cyril  = strings.Fields(russian)
	runes  = []rune(japanese)
	emojis = []string{"👍", "😀", "❤️", "🎉", "🚀", "😂", "🙏"}
)

// key returns the name of a member of a map.
func (m *maker) key() string {
	return pick(m, words...) + pick(m, "-", "_", ".", "/") + pick(m, words...) + strconv.Itoa(m.IntN(40))
}

func (m *maker) join(list []string, n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(pick(m, list...))
	}
	return b.String()
}

// text returns a text of the kind, or, of kind*n, n that are joined.
func (m *maker) text(kind string) string {
	if kind, n, ok := strings.Cut(kind, "*"); ok {
		count, _ := strconv.Atoi(n)
		var parts []string
		for range count {
			parts = append(parts, m.text(kind))
		}
		return strings.Join(parts, " ")
	}
	switch kind {
	case "uuid":
		h := fmt.Sprintf("%016x%016x", m.Uint64(), m.Uint64())
		return strings.Join([]string{h[:8], h[8:12], h[12:16], h[16:20], h[20:]}, "-")
	case "enum":
		return pick(m, "open", "closed", "pending", "info", "warning", "EUR", "USD", "DE", "customer.updated", "application", "final")
	case "digits":
		return strconv.Itoa(m.IntN(10)) + "." + strconv.Itoa(m.IntN(40)) + "." + strconv.Itoa(m.IntN(1000))
	case "url":
		return "https://api.example.com/" + pick(m, words...) + "/" + m.key() + "/" + strconv.Itoa(m.IntN(1e6))
	case "time":
		return time.Unix(1.7e9+m.Int64N(1e7), m.Int64N(1000)*1e6).UTC().Format(time.RFC3339)
	case "name":
		return m.join(words, m.between(2, 5))
	case "sentence":
		return m.join(words, m.between(6, 18)) + "."
	case "prose":
		return m.join(words, m.between(400, 1200))
	case "markdown":
		return strings.ReplaceAll(m.join(words, m.between(20, 90)), " order ", "\n\n- \"order\" ")
	case "russian":
		return m.join(cyril, m.between(8, 15))
	case "japanese":
		i := m.IntN(len(runes) - 20)
		return string(runes[i : i+m.between(8, 20)])
	case "code":
		return pick(m, "if err != nil {\n\treturn fmt.Errorf(\"%s: %w\", name, err)\n}", "s := \"a \\\"b\\\" c\"\r\n", "path = 'C:\\\\temp\\\\x.txt'\n", "for k, v := range list {\n\t\tprintln(k)\n\t}\n")
	case "html":
		return pick(m, "<p class=\"x\">"+m.join(words, 12)+"</p>", "<a href=\"/a?b=1&amp;c=2\">"+m.join(words, 3)+"</a>", m.join(words, 20), "<br>")
	case "path":
		return "/" + strings.ReplaceAll(m.join(words, 4), " ", "/")
	case "chat":
		text := m.join(words, m.between(1, 12))
		if m.IntN(3) == 0 {
			text += " " + pick(m, emojis...)
		}
		if m.IntN(6) == 0 {
			text += "\n" + pick(m, cyril...) + " é"
		}
		return text
	case "emoji":
		return pick(m, emojis...)
	}
	return pick(m, words...) + "-" + pick(m, words...)
}
