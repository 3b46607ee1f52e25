// Package visible shows control characters for what they are: \u001b in the place of
// an escape. Results are made elsewhere, and names, versions, warnings and reasons in
// them are shown on terminals, which would obey.
package visible

import (
	"fmt"
	"io"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"
)

// String returns the text on one line: with control characters, and those that turn
// the direction of writing, as \u and four digits, and bytes that are no UTF-8 as \x
// and two. Ends of lines and tabs become spaces.
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

// Writer returns a writer that shows control characters but for ends of lines and
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

// appendShown appends s with its control characters shown, but for those for which
// instead returns a character to be written.
func appendShown(b []byte, s string, instead func(rune) rune) []byte {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			b = fmt.Appendf(b, `\x%02x`, s[i])
		case !control(r):
			b = append(b, s[i:i+n]...)
		case instead(r) >= 0:
			b = utf8.AppendRune(b, instead(r))
		default:
			b = fmt.Appendf(b, `\u%04x`, r)
		}
		i += n
	}
	return b
}

// control reports whether a terminal may do something else with r than draw it.
func control(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}

// clean reports whether there is nothing to show in s.
func clean(s string, lines bool) bool {
	for _, r := range s {
		if control(r) && !(lines && (r == '\n' || r == '\t')) {
			return false
		}
	}
	return utf8.ValidString(s)
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
