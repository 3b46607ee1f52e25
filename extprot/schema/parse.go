package schema

import (
	"fmt"
	"slices"
	"strings"
)

// maxNesting bounds the nesting of type expressions, and so the parser's stack.
const maxNesting = 200

// Parse reads the declarations of one schema file without resolving names or
// following includes. The error is of type Errors; the file is returned
// nevertheless, with the declarations that could be read.
func Parse(name string, src []byte) (*File, error) {
	p := &parser{file: &File{Name: name}}
	report := func(d Diagnostic) { p.errs = append(p.errs, d) }
	p.file.tokens = lex(name, string(src), report)
	for i, t := range p.file.tokens {
		if t.kind != tokComment {
			p.index = append(p.index, i)
		}
	}
	for !p.done() {
		p.decl()
	}
	slices.SortStableFunc(p.errs, func(a, b Diagnostic) int {
		if a.Pos.Line != b.Pos.Line {
			return a.Pos.Line - b.Pos.Line
		}
		return a.Pos.Col - b.Pos.Col
	})
	if len(p.errs) > mostErrors {
		p.errs = p.errs[:mostErrors]
	}
	return p.file, p.errs.err()
}

type parser struct {
	file  *File
	index []int // indices of the tokens that are not comments
	at    int   // index into index
	depth int
	errs  Errors
}

// syntaxError unwinds to the declaration that holds the fault.
type syntaxError struct{}

func (p *parser) peek() token        { return p.file.tokens[p.index[p.at]] }
func (p *parser) peekAt(n int) token { return p.file.tokens[p.index[min(p.at+n, len(p.index)-1)]] }
func (p *parser) done() bool         { return p.peek().kind == tokEOF }
func (p *parser) tokenIndex() int    { return p.index[p.at] }
func (p *parser) lastIndex() int     { return p.index[max(p.at-1, 0)] }

func (p *parser) next() token {
	t := p.peek()
	if p.at < len(p.index)-1 {
		p.at++
	}
	return t
}

func (p *parser) accept(symbol string) bool {
	if p.peek().is(symbol) {
		p.next()
		return true
	}
	return false
}

func (p *parser) fail(t token, msg, hint string) {
	p.errs = append(p.errs, Diagnostic{Pos: t.pos, Text: t.text, Message: msg, Hint: hint})
	panic(syntaxError{})
}

func (p *parser) unexpected(want, hint string) {
	t := p.peek()
	if t.kind == tokKeyword && hint == "" {
		hint = fmt.Sprintf("%s is a reserved word", t.text)
	}
	p.fail(t, fmt.Sprintf("expected %s, found %s", want, t.describe()), hint)
}

func (p *parser) expect(symbol, where, hint string) token {
	if !p.peek().is(symbol) {
		p.unexpected(fmt.Sprintf("%q %s", symbol, where), hint)
	}
	return p.next()
}

func (p *parser) lower(what string) token {
	t := p.peek()
	if t.kind != tokLower {
		hint := ""
		switch t.kind {
		case tokUpper:
			hint = fmt.Sprintf("%s starts with a lower-case letter: %s", what, strings.ToLower(t.text[:1])+t.text[1:])
		case tokKeyword:
			hint = fmt.Sprintf("%s is a reserved word; try %s_", t.text, t.text)
		}
		p.unexpected(what, hint)
	}
	return p.next()
}

// decl reads one declaration; after a fault it resumes at the next word that
// can only begin a declaration.
func (p *parser) decl() {
	start := p.at
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(syntaxError); !ok {
				panic(r)
			}
			p.depth = 0
			if p.at == start {
				p.next()
			}
			for !p.done() && !p.resumes() {
				p.next()
			}
		}
	}()
	d := &Decl{Pos: p.peek().pos}
	d.span.first = p.tokenIndex()
	switch t := p.peek(); {
	case t.is("include"):
		p.next()
		d.Kind = DeclInclude
		if p.peek().kind != tokString {
			p.unexpected("the path of the included file", `write include "file.proto"`)
		}
		d.Name = p.next().value
		d.bodyAt, d.optsAt = p.lastIndex()+1, p.lastIndex()+1
		d.span.last = p.lastIndex()
		p.file.Decls = append(p.file.Decls, d)
		return
	case t.is("type"):
		d.Kind = DeclType
	case t.is("message"):
		d.Kind = DeclMessage
	default:
		hint := ""
		if t.is(";") {
			hint = "declarations are not separated: remove the semicolon"
		}
		if t.is("*") {
			hint = "a tuple needs parentheses: (a * b)"
		}
		if t.text == "syntax" || t.text == "package" || t.text == "import" || t.text == "edition" {
			hint = "a schema of Protocol Buffers is for assay gen --format=protobuf"
		}
		p.unexpected("type, message or include", hint)
	}
	p.next()
	what := "the name of the " + map[DeclKind]string{DeclType: "type", DeclMessage: "message"}[d.Kind]
	d.Name = p.lower(what).text
	if d.Kind == DeclType {
		for p.accept("'") {
			d.Params = append(d.Params, p.lower("a type variable").text)
		}
	} else {
		if p.peek().is("'") {
			p.unexpected(`"="`, "a message takes no type variables: declare a record type and apply it")
		}
		if p.peek().is("[@") {
			p.next()
			p.expect("autolazy", "after [@", "a message takes the annotation [@autolazy] only")
			p.expect("]", "after autolazy", "")
			d.Autolazy = true
		}
	}
	p.expect("=", "after the name", "")
	d.bodyAt = p.tokenIndex()
	if d.Kind == DeclType {
		d.Body = p.typeBody()
	} else {
		d.Body = p.messageBody()
	}
	d.optsAt = p.lastIndex() + 1
	if p.accept("options") {
		d.Options = p.options()
	}
	d.span.last = p.lastIndex()
	p.file.Decls = append(p.file.Decls, d)
	if !p.done() && !p.startsDecl() {
		hint := ""
		switch t := p.peek(); {
		case t.is("*"):
			hint = "a tuple needs parentheses: (a * b)"
		case t.is(";"):
			hint = "declarations are not separated: remove the semicolon"
		case t.is("[@"):
			hint = "annotations attach to primitive types only"
		case t.is("|"):
			hint = "only constructors, which start with an upper-case letter, are separated by bars"
		}
		p.unexpected("the next declaration", hint)
	}
}

func (p *parser) startsDecl() bool {
	t := p.peek()
	return t.is("type") || t.is("message") || t.is("include")
}

// resumes reports whether a declaration surely begins here, and not a field
// that was given a reserved name.
func (p *parser) resumes() bool {
	name, after := p.peekAt(1), p.peekAt(2)
	if p.peek().is("include") {
		return name.kind == tokString
	}
	return p.startsDecl() && (name.kind == tokLower || name.kind == tokUpper) && (after.is("=") || after.is("'") || after.is("[@"))
}

func (p *parser) options() []Option {
	var out []Option
	for p.peek().kind == tokString {
		key := p.next()
		p.expect("=", "after the option's name", "")
		if p.peek().kind != tokString {
			p.unexpected("the option's value as a string", "quote the value")
		}
		out = append(out, Option{Pos: key.pos, Key: key.value, Value: p.next().value})
	}
	return out
}

func (p *parser) typeBody() *Body {
	b := &Body{Pos: p.peek().pos}
	switch t := p.peek(); {
	case t.is("{"):
		b.Kind = BodyRecord
		b.Fields = p.fields()
	case t.kind == tokUpper && !p.peekAt(1).is("."):
		b.Kind = BodySum
		for {
			b.Cases = append(b.Cases, p.constructor())
			if !p.accept("|") {
				break
			}
		}
	case t.is("|"):
		p.unexpected("a type", "the first constructor has no bar before it")
	default:
		b.Expr = p.expr()
	}
	return b
}

func (p *parser) constructor() *CaseDecl {
	t := p.peek()
	if t.kind != tokUpper {
		p.unexpected("a constructor", "constructors start with an upper-case letter")
	}
	c := &CaseDecl{Pos: t.pos, Name: t.text, open: -1}
	c.span.first = p.tokenIndex()
	p.next()
	for p.startsExpr() {
		c.Args = append(c.Args, p.expr())
	}
	c.span.last = p.lastIndex()
	return c
}

func (p *parser) startsExpr() bool {
	t := p.peek()
	switch t.kind {
	case tokLower:
		return true
	case tokUpper:
		return p.peekAt(1).is(".")
	case tokKeyword:
		return isPrimitive(t.text)
	}
	return t.is("[") || t.is("[|") || t.is("(") || t.is("'")
}

func (p *parser) messageBody() *Body {
	t := p.peek()
	b := &Body{Pos: t.pos}
	switch {
	case t.is("{"):
		b.Kind = BodyRecord
		b.Fields = p.fields()
	case t.is("{|"):
		p.subset(b)
	case t.kind == tokUpper && p.peekAt(1).is("."):
		b.Expr = p.expr()
	case t.kind == tokUpper:
		b.Kind = BodySum
		for {
			b.Cases = append(b.Cases, p.variant())
			if !p.accept("|") {
				break
			}
		}
	case t.kind == tokLower:
		b.Expr = p.expr()
	default:
		p.unexpected("the message's content", "a record { … }, variants, a record type, or a subset {| … |}")
	}
	return b
}

func (p *parser) variant() *CaseDecl {
	t := p.peek()
	if t.kind != tokUpper {
		p.unexpected("a variant", "variants start with an upper-case letter")
	}
	c := &CaseDecl{Pos: t.pos, Name: t.text, open: -1}
	c.span.first = p.tokenIndex()
	p.next()
	switch t := p.peek(); {
	case t.is("{"):
		c.open = p.tokenIndex()
		c.Fields = p.fields()
	case t.kind == tokLower:
		c.Record = p.expr()
	default:
		p.unexpected("the variant's record", fmt.Sprintf("a variant of a message needs content: %s { … }", c.Name))
	}
	c.span.last = p.lastIndex()
	return c
}

func (p *parser) fields() []*FieldDecl {
	p.expect("{", "", "")
	var out []*FieldDecl
	for {
		f := &FieldDecl{Pos: p.peek().pos}
		f.span.first = p.tokenIndex()
		f.Mutable = p.accept("mutable")
		if p.peek().is("}") {
			if len(out) == 0 {
				p.unexpected("a field", "a record has at least one field")
			}
			p.unexpected("a field", "")
		}
		f.Name = p.lower("a field's name").text
		f.Loading = p.loading()
		p.expect(":", "after the field's name", "")
		f.Expr = p.expr()
		f.span.last = p.lastIndex()
		out = append(out, f)
		if p.accept("}") {
			return out
		}
		hint := "separate fields with semicolons"
		if p.peek().is("[@") {
			hint = "annotations attach to primitive types only"
		}
		if !p.peek().is(";") {
			p.unexpected(`";" or "}" after the field`, hint)
		}
		p.next()
		if p.accept("}") {
			return out
		}
	}
}

func (p *parser) loading() Loading {
	if !p.accept("[@") {
		return LoadDefault
	}
	l := LoadLazy
	if p.accept("eager") {
		l = LoadEager
	} else {
		p.expect("lazy", "or eager after [@", "a field takes [@lazy] or [@eager]")
	}
	p.expect("]", "after the annotation", "")
	return l
}

func (p *parser) subset(b *Body) {
	b.Kind = BodySubset
	p.next()
	src := p.lower("the message that the subset projects")
	b.Source, b.srcPos = src.text, src.pos
	p.expect("|", "after the subset's source", "")
	b.Not = p.accept("not")
	for {
		f := &FieldDecl{Pos: p.peek().pos}
		f.span.first = p.tokenIndex()
		f.Name = p.lower("a field's name").text
		if !b.Not {
			f.Loading = p.loading()
			if p.accept(":") {
				f.Expr = p.expr()
			}
		}
		f.span.last = p.lastIndex()
		b.Fields = append(b.Fields, f)
		if p.accept("|}") {
			return
		}
		hint := ""
		if b.Not && p.peek().is(":") {
			hint = "a field that is left out has no type"
		}
		if !p.peek().is(";") {
			p.unexpected(`";" or "|}" after the field`, hint)
		}
		p.next()
	}
}

func isPrimitive(name string) bool { return primitiveKinds[name] != 0 }

func (p *parser) expr() *Expr {
	p.depth++
	defer func() { p.depth-- }()
	t := p.peek()
	if p.depth > maxNesting {
		p.fail(t, fmt.Sprintf("types are nested more than %d levels deep", maxNesting), "name the inner types")
	}
	e := &Expr{Pos: t.pos}
	switch {
	case t.kind == tokKeyword && isPrimitive(t.text):
		p.next()
		e.Name = t.text
		for p.accept("[@") {
			e.Annotations = append(e.Annotations, p.annotation())
		}
	case t.is("["):
		p.next()
		e.Kind = ExprList
		e.Args = []*Expr{p.expr()}
		p.expect("]", "after the list's element type", "")
	case t.is("[|"):
		p.next()
		e.Kind = ExprArray
		e.Args = []*Expr{p.expr()}
		p.expect("|]", "after the array's element type", "")
	case t.is("("):
		p.next()
		e.Kind = ExprTuple
		for {
			e.Args = append(e.Args, p.expr())
			if !p.accept("*") {
				break
			}
		}
		p.expect(")", "after the tuple's elements", "separate elements with *")
	case t.is("'"):
		p.next()
		e.Kind = ExprVar
		e.Name = p.lower("a type variable").text
	case t.kind == tokLower:
		p.next()
		e.Kind = ExprName
		e.Name = t.text
		if p.accept("<") {
			for {
				e.Args = append(e.Args, p.expr())
				if !p.accept(",") {
					break
				}
			}
			p.expect(">", "after the type arguments", "separate arguments with commas")
		}
	case t.kind == tokUpper:
		e.Kind = ExprExternal
		var path []string
		for p.peek().kind == tokUpper {
			path = append(path, p.next().text)
			p.expect(".", "in the name of an external message", "constructors may not stand inside a type: declare the sum with a name")
		}
		path = append(path, p.lower("the name of an external message").text)
		e.Name = strings.Join(path, ".")
	default:
		p.unexpected("a type", "")
	}
	return e
}

func (p *parser) annotation() Option {
	key := p.peek()
	if key.kind != tokLower {
		p.unexpected("the annotation's name", "a primitive takes [@default value]")
	}
	p.next()
	o := Option{Pos: key.pos, Key: key.text}
	neg := p.accept("-")
	switch t := p.peek(); {
	case t.kind == tokNumber:
		o.Value = t.text
		if neg {
			o.Value = "-" + o.Value
		}
	case !neg && t.kind == tokString:
		o.Value = t.value
	case !neg && (t.is("true") || t.is("false")):
		o.Value = t.text
	default:
		p.unexpected("the annotation's value", "true, false, a number or a string")
	}
	p.next()
	p.expect("]", "after the annotation", "")
	return o
}
