package typemodel

import (
	"fmt"
	"net/url"
	"path"
	"strconv"
	"strings"
)

// ParseExpr reads a type expression in which packages are import paths (or
// relative directories), such as "map[string]*example.com/geo.Pair[int,./a.B]":
// the notation of reflect's names of generic instances, and of the command
// line. The result has the shape of the expression only: a name that is not
// predeclared is a Type of Kind Invalid with its Name, whose PkgPath is empty
// when the expression has no package and whose PkgName is a guess from the path.
// Struct, func and chan literals have their kind and no more.
func ParseExpr(s string) (*Type, error) {
	return parseExpr(s, func(string) *Type { return nil })
}

// parseExpr asks named for the model of each name, given as it stands in s
// with its type arguments. Nil means that there is none.
func parseExpr(s string, named func(string) *Type) (*Type, error) {
	p := exprParser{src: s, rest: s, named: named}
	t, err := p.parse()
	if err == nil && p.rest != "" {
		err = p.errorf("unexpected %q", p.rest)
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

type exprParser struct {
	src, rest string
	named     func(string) *Type
}

func (p *exprParser) errorf(format string, args ...any) error {
	return fmt.Errorf("type expression %q: %s at byte %d", p.src, fmt.Sprintf(format, args...), len(p.src)-len(p.rest))
}

// accept skips spaces and then s, if it comes next.
func (p *exprParser) accept(s string) bool {
	p.rest = strings.TrimLeft(p.rest, " ")
	rest, ok := strings.CutPrefix(p.rest, s)
	if ok {
		p.rest = strings.TrimLeft(rest, " ")
	}
	return ok
}

func (p *exprParser) parse() (*Type, error) {
	switch {
	case p.accept("*"):
		elem, err := p.parse()
		return &Type{Kind: Pointer, Elem: elem}, err
	case p.accept("[]"):
		elem, err := p.parse()
		return &Type{Kind: Slice, Elem: elem}, err
	case p.accept("["):
		digits, _, ok := strings.Cut(p.rest, "]")
		n, err := strconv.Atoi(strings.TrimSpace(digits))
		if !ok || err != nil || n < 0 {
			return nil, p.errorf("an array length is wanted")
		}
		p.rest = p.rest[len(digits)+1:]
		elem, err := p.parse()
		return &Type{Kind: Array, Len: n, Elem: elem}, err
	case p.accept("map["):
		key, err := p.parse()
		if err != nil {
			return nil, err
		}
		if !p.accept("]") {
			return nil, p.errorf("a ] is wanted")
		}
		elem, err := p.parse()
		return &Type{Kind: Map, Key: key, Elem: elem}, err
	}
	for _, l := range literals {
		if strings.HasPrefix(p.rest, l.prefix) {
			t := &Type{Kind: l.kind}
			n := literalEnd(p.rest)
			if l.kind == Interface && !strings.HasSuffix(p.rest[:n], "{}") {
				t.NumMethod = 1 // how many does not matter to a bare expression
			}
			p.rest = p.rest[n:]
			return t, nil
		}
	}
	return p.name()
}

// literals are the type literals whose inside is skipped.
var literals = []struct {
	prefix string
	kind   Kind
}{
	{"struct {", Struct}, {"struct{", Struct}, {"interface {", Interface}, {"interface{", Interface},
	{"func(", Func}, {"chan ", Chan}, {"<-chan ", Chan}, {"chan<- ", Chan},
}

// literalEnd returns the length of the literal that s begins with: up to the
// comma or bracket that closes what is around it.
func literalEnd(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth == 0 {
				return i
			}
			depth--
		case ',':
			if depth == 0 {
				return i
			}
		case '"': // a struct tag
			if quoted, err := strconv.QuotedPrefix(s[i:]); err == nil {
				i += len(quoted) - 1
			}
		}
	}
	return len(s)
}

func (p *exprParser) name() (*Type, error) {
	start := p.rest
	n := strings.IndexAny(start, ",[]{}() *")
	if n < 0 {
		n = len(start)
	}
	full := start[:n]
	p.rest = start[n:]
	if full == "" {
		return nil, p.errorf("a type is wanted")
	}
	var args []*Type
	if p.accept("[") {
		for {
			arg, err := p.parse()
			if err != nil {
				return nil, err
			}
			args = append(args, arg)
			if p.accept("]") {
				break
			}
			if !p.accept(",") {
				return nil, p.errorf("a comma or ] is wanted")
			}
		}
	}
	if t := p.named(start[:len(start)-len(p.rest)]); t != nil {
		return t, nil
	}
	if t := predeclared(full); t != nil && args == nil {
		return t, nil
	}
	slash := strings.LastIndexByte(full, '/') + 1
	dot := strings.LastIndexByte(full[slash:], '.')
	if dot < 0 && slash > 0 || slash+dot == len(full)-1 {
		return nil, fmt.Errorf("%q names no type: write its package, a dot and its name", full)
	}
	name := Name{Name: full, Args: args}
	if dot >= 0 {
		name.PkgPath, name.Name = full[:slash+dot], full[slash+dot+1:]
		if plain, err := url.PathUnescape(name.PkgPath); err == nil {
			name.PkgPath = plain // link names escape the dots of the last element
		}
		if name.PkgPath == "" {
			name.PkgPath = "." // ".Order"
		}
		name.PkgName = path.Base(name.PkgPath)
	}
	return &Type{Name: name}, nil
}

// predeclared returns the model of a predeclared type, or nil.
func predeclared(name string) *Type {
	switch name {
	case "byte":
		return &Type{Kind: Uint8}
	case "rune":
		return &Type{Kind: Int32}
	case "any":
		return &Type{Kind: Interface}
	case "error":
		return &Type{Kind: Interface, NumMethod: 1, Name: Name{Name: "error"}}
	case "unsafe.Pointer":
		return &Type{Kind: UnsafePointer}
	}
	for k := Bool; k <= String; k++ {
		if kindNames[k] == name {
			return &Type{Kind: k}
		}
	}
	return nil
}
