// Package visible shows control characters, and those that are not seen, for what they
// are: \u001b in the place of an escape, \u200b in that of a space without width.
// Results are made elsewhere, and names, versions, warnings and reasons in them are shown
// on terminals, which would obey, and to people, who would take two names for one.
package visible

import (
	"fmt"
	"io"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// String returns the text on one line: with characters that are not drawn as \u and
// four digits, twice beyond U+FFFF, and bytes that are no UTF-8 as \x and two. Those
// are control characters, those that turn the direction of writing, and those without
// width but for what joins the parts of an emoji. Ends of lines and tabs become spaces.
func String(s string) string {
	if clean(s, false) {
		return s
	}
	return string(appendShown(nil, strings.ReplaceAll(s, "\r\n", "\n"), func(r rune) rune {
		if r == '\n' || r == '\t' {
			return ' '
		}
		return -1
	}))
}

// Writer returns a writer that shows what [String] does but for ends of lines and
// tabs. Each Write is to end with a whole character. A JSON document that passes stays
// the same: where it may hold such characters, \u and four digits stand for them.
func Writer(w io.Writer) io.Writer { return writer{w} }

type writer struct{ io.Writer }

func (w writer) Write(b []byte) (int, error) {
	if clean(string(b), true) {
		return w.Writer.Write(b)
	}
	shown := appendShown(nil, string(b), func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		return -1
	})
	if _, err := w.Writer.Write(shown); err != nil {
		return 0, err
	}
	return len(b), nil
}

// appendShown appends s with what is not drawn shown, but for characters for which
// instead returns one to be written.
func appendShown(b []byte, s string, instead func(rune) rune) []byte {
	var before rune
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b = fmt.Appendf(b, `\x%02x`, s[i])
		case !hidden(before, r, s[i+n:]):
			b = append(b, s[i:i+n]...)
		case instead(r) >= 0:
			b = utf8.AppendRune(b, instead(r))
		case r > 0xffff: // as in JSON
			high, low := utf16.EncodeRune(r)
			b = fmt.Appendf(b, `\u%04x\u%04x`, high, low)
		default:
			b = fmt.Appendf(b, `\u%04x`, r)
		}
		i += n
		before = r
	}
	return b
}

// hidden reports whether r, between one character and those behind it, is not drawn, or
// does something else to a terminal.
func hidden(before, r rune, behind string) bool {
	const joiner, text, emoji, keycap = '\u200d', '\ufe0e', '\ufe0f', '\u20e3'
	if r < utf8.RuneSelf {
		return r < ' ' || r == 0x7f
	}
	switch r {
	case joiner: // of two pictures
		after, _ := utf8.DecodeRuneInString(behind)
		return !unicode.Is(unicode.So, after) || before != emoji && !unicode.In(before, unicode.So, unicode.Sk)
	case text, emoji: // which of its two forms a symbol has
		return !unicode.IsSymbol(before) && !strings.HasPrefix(behind, string(keycap))
	case '\u2028', '\u2029':
		return true
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) &&
		!unicode.Is(unicode.Prepended_Concatenation_Mark, r) // signs of Arabic, which are seen
}

// clean reports whether there is nothing to show in s.
func clean(s string, lines bool) bool {
	var before rune
	for i, r := range s {
		if r == utf8.RuneError { // which may be a byte that is no UTF-8
			if _, n := utf8.DecodeRuneInString(s[i:]); n == 1 {
				return false
			}
		}
		if !(lines && (r == '\n' || r == '\t')) && hidden(before, r, s[i+utf8.RuneLen(r):]) {
			return false
		}
		before = r
	}
	return true
}

// Copy returns v with all its strings as [String] has them: those in structs, lists,
// maps and behind pointers. What holds none that changes may be shared.
func Copy[T any](v T) T {
	out := reflect.New(reflect.TypeFor[T]()).Elem()
	set(out, reflect.ValueOf(&v).Elem())
	return out.Interface().(T)
}

// set makes dst, which is zero, a copy of src.
func set(dst, src reflect.Value) {
	switch src.Kind() {
	case reflect.String:
		dst.SetString(String(src.String()))
	case reflect.Pointer:
		if !src.IsNil() && texts(src.Type()) {
			p := reflect.New(src.Type().Elem())
			set(p.Elem(), src.Elem())
			dst.Set(p)
			return
		}
		dst.Set(src)
	case reflect.Interface:
		if !src.IsNil() && texts(src.Elem().Type()) {
			held := reflect.New(src.Elem().Type()).Elem()
			set(held, src.Elem())
			dst.Set(held)
			return
		}
		dst.Set(src)
	case reflect.Slice, reflect.Array:
		if src.Kind() == reflect.Slice && !src.IsNil() && texts(src.Type()) {
			dst.Set(reflect.MakeSlice(src.Type(), src.Len(), src.Len()))
		}
		if !texts(src.Type()) || src.Kind() == reflect.Slice && src.IsNil() {
			dst.Set(src)
			return
		}
		for i := range src.Len() {
			set(dst.Index(i), src.Index(i))
		}
	case reflect.Map:
		if src.IsNil() || !texts(src.Type()) {
			dst.Set(src)
			return
		}
		dst.Set(reflect.MakeMapWithSize(src.Type(), src.Len()))
		for it := src.MapRange(); it.Next(); {
			key, elem := reflect.New(src.Type().Key()).Elem(), reflect.New(src.Type().Elem()).Elem()
			set(key, it.Key())
			set(elem, it.Value())
			dst.SetMapIndex(key, elem)
		}
	case reflect.Struct:
		dst.Set(src)
		for i := range src.NumField() {
			if f := src.Type().Field(i); f.IsExported() && texts(f.Type) {
				field := reflect.New(f.Type).Elem()
				set(field, src.Field(i))
				dst.Field(i).Set(field)
			}
		}
	default:
		dst.Set(src)
	}
}

// texts reports whether a value of type t may hold a string. Types that are defined
// by themselves are taken to do.
func texts(t reflect.Type) bool { return holds(t, map[reflect.Type]bool{}) }

func holds(t reflect.Type, open map[reflect.Type]bool) bool {
	if open[t] {
		return true
	}
	switch t.Kind() {
	case reflect.String, reflect.Interface:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array:
		open[t] = true
		defer delete(open, t)
		return holds(t.Elem(), open)
	case reflect.Map:
		open[t] = true
		defer delete(open, t)
		return holds(t.Key(), open) || holds(t.Elem(), open)
	case reflect.Struct:
		open[t] = true
		defer delete(open, t)
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() && holds(f.Type, open) {
				return true
			}
		}
	}
	return false
}
