package schema

import (
	"strings"
)

// lineWidth is the width at which a declaration is broken into lines.
const lineWidth = 100

// Format returns the canonical text of the schema src: a declaration stands on
// one line, or has a line for each field or constructor where the author broke
// lines, wrote a comment between them, or the line would exceed 100 columns.
// Comments and single blank lines are kept. Formatting is idempotent, and the
// result parses to the same declarations. A schema with syntax errors is
// refused with Errors.
func Format(name string, src []byte) ([]byte, error) {
	f, err := Parse(name, src)
	if err != nil {
		return nil, err
	}
	p := &printer{tokens: f.tokens, fresh: true}
	at := 0
	for _, d := range f.Decls {
		p.gap(at, d.span.first, "", false)
		p.declaration(d)
		at = d.span.last + 1
	}
	p.gap(at, len(f.tokens)-1, "", false)
	return []byte(strings.Join(append(p.lines, ""), "\n")), nil
}

type printer struct {
	tokens []token
	lines  []string
	line   string
	fresh  bool // at the start of the file or of a block: no blank line here
}

func (p *printer) breakLine() {
	if p.line != "" {
		p.lines = append(p.lines, strings.TrimRight(p.line, " "))
		p.line = ""
	}
}

// gap prints what stands between two items, in tokens[from:to): comments on the
// line of the item before it follow that item, others get a line of their own.
// It leaves the printer at the start of the line of the item at to. Separators
// are skipped; the caller prints them. In a block, closed says that to is its end.
func (p *printer) gap(from, to int, indent string, closed bool) {
	after, separated := from, -1
	for after < to && p.tokens[after].lines == 0 {
		if p.tokens[after].kind != tokComment {
			separated = after
		}
		after++
	}
	if after == to && p.tokens[to].lines == 0 && !closed && p.tokens[to].kind != tokEOF {
		// The next item is on the same line: what follows the separator is about it.
		after = max(separated, from)
	}
	if p.line == "" {
		after = from
	}
	for _, t := range p.tokens[from:after] {
		if t.kind == tokComment {
			p.line += "  " + t.text
		}
	}
	p.breakLine()
	blank := false
	for _, t := range p.tokens[after : to+1] {
		blank = blank || t.lines > 1
		if t.kind != tokComment {
			continue
		}
		p.blank(blank)
		blank = false
		p.lines = append(p.lines, indent+t.text)
		p.fresh = false
	}
	if !closed && p.tokens[to].kind != tokEOF {
		p.blank(blank)
	}
	p.fresh = false
}

func (p *printer) blank(wanted bool) {
	if wanted && !p.fresh {
		p.lines = append(p.lines, "")
	}
}

func (p *printer) declaration(d *Decl) {
	if flat := p.flat(d.span.first, d.span.last); !p.broken(d) && len(flat) <= lineWidth && !strings.Contains(flat, "\n") {
		p.line = flat
		return
	}
	head := p.flat(d.span.first, d.bodyAt-1)
	switch {
	case d.Body == nil || d.Body.Kind == BodyExpr:
		p.line = p.flat(d.span.first, d.span.last)
		return
	case d.Body.Kind == BodySum:
		p.line = head
		at := d.bodyAt
		for i, k := range d.Body.Cases {
			if i == 0 {
				p.breakLine()
				p.fresh = true
			}
			p.gap(at, k.span.first, "  ", false)
			p.line = "    "
			if i > 0 {
				p.line = "  | "
			}
			p.variant(k)
			at = k.span.last + 1
		}
	default:
		open := p.opening(d)
		p.line = head + " " + p.flat(d.bodyAt, open)
		p.block(d.Body.Fields, open, "", d.Body.Kind == BodyRecord)
	}
	if d.optsAt <= d.span.last {
		p.line += " " + p.flat(d.optsAt, d.span.last)
	}
}

func (p *printer) variant(k *CaseDecl) {
	flat := p.flat(k.span.first, k.span.last)
	if k.open < 0 || !p.brokenBlock(k.Fields, k.open, k.span.last) && 4+len(flat) <= lineWidth && !strings.Contains(flat, "\n") {
		p.line += flat
		return
	}
	p.line += p.flat(k.span.first, k.open)
	p.block(k.Fields, k.open, "    ", true)
}

// block prints fields, one a line, and the token that closes them.
func (p *printer) block(fields []*FieldDecl, open int, indent string, last bool) {
	p.breakLine()
	p.fresh = true
	at := open + 1
	for i, f := range fields {
		p.gap(at, f.span.first, indent+"  ", false)
		p.line = indent + "  " + p.flat(f.span.first, f.span.last)
		if last || i < len(fields)-1 {
			p.line += ";"
		}
		at = f.span.last + 1
	}
	end := at
	for !p.tokens[end].is("}") && !p.tokens[end].is("|}") {
		end++
	}
	p.gap(at, end, indent+"  ", true)
	p.line = indent + p.tokens[end].text
}

// broken reports whether the author broke the lines of a declaration's body, or
// wrote comments between its parts.
func (p *printer) broken(d *Decl) bool {
	if d.Body == nil {
		return false
	}
	switch d.Body.Kind {
	case BodyRecord, BodySubset:
		open := p.opening(d)
		return p.brokenBlock(d.Body.Fields, open, d.optsAt-1)
	case BodySum:
		at := d.bodyAt
		for _, k := range d.Body.Cases {
			if p.brokenGap(at, k.span.first) || k.open >= 0 && p.brokenBlock(k.Fields, k.open, k.span.last) {
				return true
			}
			at = k.span.last + 1
		}
		before := p.tokens[d.bodyAt]
		return before.kind == tokComment || before.lines > 0
	}
	return false
}

// opening is the index of the last token before the fields: "{", or in a subset
// the bar or "not".
func (p *printer) opening(d *Decl) int {
	open := d.Body.Fields[0].span.first - 1
	for p.tokens[open].kind == tokComment {
		open--
	}
	return open
}

func (p *printer) brokenBlock(fields []*FieldDecl, open, end int) bool {
	at := open + 1
	for _, f := range fields {
		if p.brokenGap(at, f.span.first) {
			return true
		}
		at = f.span.last + 1
	}
	return p.brokenGap(at, end)
}

func (p *printer) brokenGap(from, to int) bool {
	for _, t := range p.tokens[from : to+1] {
		if t.kind == tokComment || t.lines > 0 {
			return true
		}
	}
	return false
}

// flat prints tokens[from:to+1] in one line.
func (p *printer) flat(from, to int) string {
	var b strings.Builder
	for i := from; i <= to; i++ {
		t := p.tokens[i]
		if t.is(";") && (p.tokens[i+1].is("}")) && i+1 <= to {
			continue
		}
		if i > from && spaced(p.tokens[i-1], t) {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
	}
	return b.String()
}

// spaced reports whether a space stands between two neighbours. Two closing
// angle brackets keep one for the sake of the original's lexer.
func spaced(a, b token) bool {
	if a.kind == tokComment || b.kind == tokComment {
		return true
	}
	for _, s := range []string{"(", "[", "[@", "'", ".", "<", "-"} {
		if a.is(s) {
			return false
		}
	}
	if a.is(">") && (b.is(">") || b.is("]")) {
		return true
	}
	for _, s := range []string{")", "]", ";", ",", ".", "<", ">"} {
		if b.is(s) {
			return false
		}
	}
	return true
}
