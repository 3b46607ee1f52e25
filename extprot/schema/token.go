package schema

import (
	"fmt"
	"strings"
)

// Pos is a place in a schema file. Line and Col count from 1; Col counts bytes.
type Pos struct {
	File string
	Line int
	Col  int
}

func (p Pos) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }

type tokenKind uint8

const (
	tokEOF tokenKind = iota
	tokLower
	tokUpper
	tokKeyword
	tokNumber
	tokString
	tokSymbol
	tokComment
	tokBad // the lexer has reported it already
)

// token is one lexical element. Comments are tokens too, so that the
// formatter sees everything that the file holds.
type token struct {
	kind  tokenKind
	text  string // as written
	value string // decoded, for strings
	pos   Pos
	lines int // line breaks between the token before it and this one
}

func (t token) is(symbol string) bool {
	return (t.kind == tokSymbol || t.kind == tokKeyword) && t.text == symbol
}

// describe names the token in an error message.
func (t token) describe() string {
	if t.kind == tokEOF {
		return "the end of the file"
	}
	return quote(t.text)
}

// quote cuts long source text so that an error stays one line.
func quote(s string) string {
	const most = 40
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		s = s[:i] + "…"
	}
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return "\"" + s + "\""
}

var keywords = map[string]bool{
	"message": true, "type": true, "include": true, "options": true, "bool": true, "byte": true,
	"int": true, "long": true, "float": true, "string": true, "mutable": true, "not": true,
	"true": true, "false": true, "lazy": true, "eager": true, "autolazy": true,
}

// symbols, longest first: the first that matches is taken. '>' is always a
// token of its own, so p<p<int>> needs no space here (the original wants one).
var symbols = []string{"[@", "[|", "|]", "{|", "|}", "=", "|", "{", "}", ";", ":", "[", "]", "(", ")", "*", "<", ">", ",", ".", "-", "'"}

type lexer struct {
	file   string
	src    string
	at     int
	line   int
	start  int // offset of the current line's first byte
	breaks int
	report func(Diagnostic)
}

func lex(file, src string, report func(Diagnostic)) []token {
	l := lexer{file: file, src: src, line: 1, report: report}
	var out []token
	for {
		t := l.next()
		if t.kind != tokBad {
			out = append(out, t)
		}
		if t.kind == tokEOF {
			return out
		}
	}
}

func (l *lexer) pos() Pos { return Pos{File: l.file, Line: l.line, Col: l.at - l.start + 1} }

// advance moves over n bytes and keeps the line count.
func (l *lexer) advance(n int) {
	for i := 0; i < n; i++ {
		if l.src[l.at] == '\n' {
			l.line++
			l.start = l.at + 1
		}
		l.at++
	}
}

func (l *lexer) rest() string { return l.src[l.at:] }

func (l *lexer) next() token {
	from := l.line
	for l.at < len(l.src) && strings.IndexByte(" \t\r\n\f", l.src[l.at]) >= 0 {
		l.advance(1)
	}
	l.breaks += l.line - from
	t := token{pos: l.pos(), lines: l.breaks}
	begin := l.at
	if l.at == len(l.src) {
		return t
	}
	switch c := l.src[l.at]; {
	case strings.HasPrefix(l.rest(), "(*"):
		t.kind = tokComment
		if !l.comment() {
			l.fail(t.pos, l.src[begin:l.at], "this comment is never closed", "add the missing *)")
			t.kind = tokBad
		}
	case isLower(c), isUpper(c):
		for l.at < len(l.src) && isIdent(l.src[l.at]) {
			l.advance(1)
		}
		word := l.src[begin:l.at]
		switch {
		case keywords[word]:
			t.kind = tokKeyword
		case isUpper(c):
			t.kind = tokUpper
		default:
			t.kind = tokLower
		}
	case isDigit(c):
		l.number()
		t.kind = tokNumber
	case c == '"':
		t.kind = tokString
		var ok bool
		if t.value, ok = l.str(); !ok {
			t.kind = tokBad
		}
	default:
		t.kind = tokSymbol
		n := 0
		for _, s := range symbols {
			if strings.HasPrefix(l.rest(), s) {
				n = len(s)
				break
			}
		}
		if n == 0 {
			for n = 1; l.at+n < len(l.src) && l.src[l.at+n]&0xC0 == 0x80; n++ {
			}
			t.kind = tokBad
			l.fail(t.pos, l.src[l.at:l.at+n], "this character has no meaning in a schema", "remove it, or put it in a comment (* … *)")
		}
		l.advance(n)
	}
	t.text = l.src[begin:l.at]
	if t.kind != tokBad {
		l.breaks = 0
	}
	return t
}

func (l *lexer) fail(p Pos, text, msg, hint string) {
	l.report(Diagnostic{Pos: p, Text: text, Message: msg, Hint: hint})
}

// comment skips a comment; comments nest and string literals in them hide
// their content, as in OCaml.
func (l *lexer) comment() bool {
	depth := 0
	for l.at < len(l.src) {
		switch rest := l.rest(); {
		case strings.HasPrefix(rest, "(*"):
			depth++
			l.advance(2)
		case strings.HasPrefix(rest, "*)"):
			depth--
			l.advance(2)
			if depth == 0 {
				return true
			}
		case strings.HasPrefix(rest, `'"'`):
			l.advance(3)
		case rest[0] == '"':
			l.advance(1)
			for l.at < len(l.src) && l.src[l.at] != '"' {
				if l.src[l.at] == '\\' && l.at+1 < len(l.src) {
					l.advance(1)
				}
				l.advance(1)
			}
			if l.at < len(l.src) {
				l.advance(1)
			}
		default:
			l.advance(1)
		}
	}
	return false
}

func (l *lexer) number() {
	s := l.rest()
	n := 0
	digits := func(ok func(byte) bool) {
		for n < len(s) && (ok(s[n]) || s[n] == '_') {
			n++
		}
	}
	if len(s) > 1 && s[0] == '0' && strings.IndexByte("xXoObB", s[1]) >= 0 {
		n = 2
		digits(isHex)
	} else {
		digits(isDigit)
		if n < len(s) && s[n] == '.' {
			n++
			digits(isDigit)
		}
		if n < len(s) && (s[n] == 'e' || s[n] == 'E') {
			m := n + 1
			if m < len(s) && (s[m] == '+' || s[m] == '-') {
				m++
			}
			if m < len(s) && isDigit(s[m]) {
				n = m
				digits(isDigit)
			}
		}
	}
	if n < len(s) && s[n] == 'L' {
		n++
	}
	l.advance(n)
}

// str reads a string literal with OCaml's escapes.
func (l *lexer) str() (string, bool) {
	begin, at := l.pos(), l.at
	l.advance(1)
	var b strings.Builder
	ok := true
	for {
		if l.at == len(l.src) {
			l.fail(begin, l.src[at:], "this string is never closed", "add the missing quote")
			return "", false
		}
		c := l.src[l.at]
		switch c {
		case '"':
			l.advance(1)
			return b.String(), ok
		case '\\':
			p := l.pos()
			n, text := escape(l.rest())
			if n == 0 {
				l.fail(p, l.rest()[:min(2, len(l.rest()))], "this is no escape sequence",
					`use \n \t \r \b \\ \" \' or a byte as \065 or \x41`)
				ok = false
				n = 1
			}
			b.WriteString(text)
			l.advance(n)
		default:
			b.WriteByte(c)
			l.advance(1)
		}
	}
}

// escape decodes the escape sequence that s begins with; n = 0 if it is none.
func escape(s string) (n int, text string) {
	if len(s) < 2 {
		return 0, ""
	}
	switch c := s[1]; c {
	case 'n':
		return 2, "\n"
	case 't':
		return 2, "\t"
	case 'r':
		return 2, "\r"
	case 'b':
		return 2, "\b"
	case '\\', '"', '\'', ' ':
		return 2, string(rune(c))
	case '\n':
		n = 2
		for n < len(s) && (s[n] == ' ' || s[n] == '\t') {
			n++
		}
		return n, ""
	case 'x':
		if len(s) >= 4 && isHex(s[2]) && isHex(s[3]) {
			return 4, string([]byte{hexDigit(s[2])<<4 | hexDigit(s[3])})
		}
	default:
		if len(s) >= 4 && isDigit(c) && isDigit(s[2]) && isDigit(s[3]) {
			v := int(c-'0')*100 + int(s[2]-'0')*10 + int(s[3]-'0')
			if v < 256 {
				return 4, string([]byte{byte(v)})
			}
		}
	}
	return 0, ""
}

func isLower(c byte) bool { return c >= 'a' && c <= 'z' || c == '_' }
func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isHex(c byte) bool   { return isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }
func isIdent(c byte) bool { return isLower(c) || isUpper(c) || isDigit(c) || c == '\'' }

func hexDigit(c byte) byte {
	switch {
	case c >= 'a':
		return c - 'a' + 10
	case c >= 'A':
		return c - 'A' + 10
	}
	return c - '0'
}

// Reserved reports whether word is no name in a schema.
func Reserved(word string) bool { return keywords[word] }
