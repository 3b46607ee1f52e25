package positional

import (
	"fmt"
	"slices"
	"strconv"
)

// readsShort reports whether items, which have short strings, are read by
// unmarshalShort: nothing in them is left to a function that returns an error.
func (e *emitter) readsShort(items []item) bool {
	for _, it := range items {
		switch it.op {
		case opCall:
			return false
		case opArray, opStruct:
			if e.plan.mayFail(it.node) || slices.ContainsFunc(e.plan.reachable(it.node), func(n *node) bool { return n.function }) {
				return false
			}
		}
	}
	return true
}

// fewFixedBytes is up to how many bytes of fixed parts are read without a call: beside more, it takes little.
const fewFixedBytes = 256

// fewFixed reports whether items are fixed parts alone, and few.
func (e *emitter) fewFixed(items []item) bool {
	total := runLength(items)
	return total > 0 && total <= fewFixedBytes && !slices.ContainsFunc(items, func(it item) bool {
		return it.tail && (it.op != opTime || e.format.Time != TimeWord)
	})
}

// unmarshalWhole prints the reading of items that have but one length from the whole of data, and the
// type of the error for all else: it holds what data begins with, and calls rest only when it is asked,
// since a call would keep what reads two to six numbers from being inlined.
func (e *emitter) unmarshalWhole(items []item, rest string) {
	total := runLength(items)
	fault := e.functionName("Fault", e.plan.root)
	e.leaveNarrow(items, rest+"(data, v)")
	other := fmt.Sprintf("len(data) != %d", total)
	if e.format.begun() {
		other += fmt.Sprintf(" || string(data[:%d]) != %s", e.markLength(), e.headName())
	}
	e.Pf("if %s { return %s(data[:min(len(data), %d)]) }", other, fault, total+1)
	e.rest = fault + "(data)"
	e.getFixedParts("data", 0, items, nil)
	e.P("return nil")
	e.P("}")
	e.rest = ""
	e.DocComment(fault + " is the error of an input that is no encoding, of which it holds the beginning: it is read again to say why.")
	e.Pf("type %s string", fault)
	e.P()
	e.P("// Error implements error.")
	e.Pf("func (f %s) Error() string { return f.Unwrap().Error() }", fault)
	e.P()
	e.P("// Unwrap returns what is wrong with the input.")
	e.Pf("func (f %s) Unwrap() error { return %s([]byte(f), new(%s)) }", fault, rest, e.goType(e.plan.root.typ))
}

// leaveNarrow prints the return of rest on machines whose int is shorter than what is read for one
// of items, where e reads them without a check: on those of 64 bits, nothing is left of it.
func (e *emitter) leaveNarrow(items []item, rest string) {
	if slices.ContainsFunc(items, func(it item) bool {
		return slices.ContainsFunc(e.plan.reachable(it.node), func(n *node) bool { return n.op == opNumber && n.num.Bytes == 8 && machineWord(n.typ.Kind) })
	}) {
		e.Pf("if %s < 64 { // an int may be too short", e.std("math/bits", "UintSize"))
		e.P("return ", rest)
		e.P("}")
	}
}

// unmarshalShort prints the reading of items with short strings, or none, from the whole of
// data, all of which is checked by constants and the strings' lengths. All else,
// errors too, is left to a call of the function for the rest; so are slices of bytes that
// have no room and share memory. In a constructor, the texts are parts of the piece of memory of v.
func (e *emitter) unmarshalShort(items, texts []item, rest string, constructor bool) {
	list := slices.DeleteFunc(e.pieces(items), func(p piece) bool { return p.run == nil && p.tail.op == opTime })
	least := len(texts)
	for _, p := range list {
		least += runLength(p.run)
	}
	e.rest = rest
	defer func() { e.rest = "" }()
	if constructor {
		e.newPiece(least)
	} else {
		fresh := ""
		for _, it := range texts {
			if it.op == opBytes && e.needsRoom(it) {
				fresh += fmt.Sprintf(" || %s == nil", it.lv)
			}
		}
		compare := "<"
		if len(texts) == 0 {
			compare = "!="
		}
		e.Pf("if len(data) %s %d%s { return %v }", compare, least, fresh, rest)
	}
	e.leaveNarrow(items, rest)
	length := map[lvalue]string{}
	var at, lengths sum
	tell := func(it *item, at string) {
		n := e.local("n")
		length[it.lv] = n
		lengths.plus(n)
		compare := "<"
		if len(lengths.terms) == len(texts) {
			compare = "!="
		}
		long := n + " >= 0x80"
		if it.op == opBytes { // after nil's 0
			at += ") - 1"
			long = fmt.Sprintf("uint(%s) >= 0x7f", n)
			if e.needsRoom(*it) {
				long += fmt.Sprintf(" || %s > cap(%s)", n, it.lv)
			}
		} else {
			at += ")"
		}
		e.Pf("%s := int(%s", n, at)
		e.Pf("if %s || len(data)-%d %s %s { return %v }", long, least, compare, lengths.expression(), rest)
	}
	var from, to []sum // of the texts, in data
	for i, p := range list {
		if p.run == nil {
			if i == 0 || list[i-1].run == nil {
				tell(p.tail, "data["+at.expression()+"]")
			}
			at.constant++
			from = append(from, at)
			at.plus(length[p.tail.lv])
			to = append(to, at)
			continue
		}
		here := "data"
		if at.constant > 0 || len(at.terms) > 0 {
			here += "[" + at.expression() + ":]"
		}
		total := runLength(p.run)
		window := total
		var next *item
		if i+1 < len(list) {
			next = list[i+1].tail // which is a string
			window++
		}
		h := e.local("h")
		e.Pf("%s := (*[%d]byte)(%s)", h, window, here)
		if p.run[0].op == opMark {
			e.Pf("if string(%s[:%d]) != %s { return %v }", h, e.markLength(), e.headName(), rest)
		}
		if next != nil {
			tell(next, h+"["+strconv.Itoa(total)+"]")
		}
		known := map[lvalue]string{}
		e.getFixedParts(h, 0, p.run, known)
		for _, it := range p.run {
			if it.op != opTime || !it.tail {
				continue
			}
			nsec := e.local("nsec")
			e.Pf("%s := %s & (1<<30 - 1)", nsec, known[it.lv])
			e.Pf("if %s >= 1e9 { return %v }", nsec, rest)
			e.Pf("%s = %s(int64(%s>>30)-1<<33, int64(%s)).UTC()", it.lv.alone(), e.std("time", "Unix"), known[it.lv], nsec)
		}
		at.constant += total
	}
	relative := func(s, origin sum) sum {
		return sum{constant: s.constant - origin.constant, terms: s.terms[len(origin.terms):]}
	}
	end := func(i int, origin sum) string {
		if i == len(texts)-1 && list[len(list)-1].run == nil { // where data ends
			return ""
		}
		return relative(to[i], origin).expression()
	}
	base, origin := "data", sum{}
	if constructor {
		base, origin.constant = e.local("text"), e.pieceStart()
		e.Pf("%s := %s(piece)", base, e.support("AliasString"))
	}
	copied := 0 // how many texts are copied, or begun to be
	for i, it := range texts {
		if it.op == opBytes {
			e.getShortBytes(it, length[it.lv], from[i].expression(), to[i].expression())
			continue
		}
		if i >= copied && !constructor && !e.opts.Unsafe { // one copy for all strings up to the next bytes
			copied = i + 1
			for copied < len(texts) && texts[copied].op == opString {
				copied++
			}
			base, origin = "data", sum{}
			if copied-i > 1 {
				base = e.local("text")
				e.Pf("%s := string(data[%s:%s])", base, from[i].expression(), end(copied-1, sum{}))
				origin = from[i]
			}
		}
		start, end := relative(from[i], origin).expression(), end(i, origin)
		text := fmt.Sprintf("%s[%s:%s]", base, start, end)
		if e.opts.Unsafe {
			text = e.support("AliasString") + "(" + text + ")"
		}
		if start == "0" && end == "" {
			text = base
		}
		if base == "data" && !e.opts.Unsafe || !it.typ.Name.IsZero() {
			text = e.convert(it.typ, text)
		}
		e.P(it.lv.alone(), " = ", text)
	}
	if constructor {
		e.P("return v, nil")
	} else {
		e.P("return nil")
	}
}

// getShortBytes prints the reading of the n bytes from start to end of data into the slice it.
func (e *emitter) getShortBytes(it item, n, start, end string) {
	if e.opts.Unsafe {
		e.Pf("%s = data[%s:%s:%s]", it.lv.alone(), start, end, end)
		return
	}
	if !e.needsRoom(it) {
		e.Pf("if %s == nil || %s > cap(%s) {", it.lv, n, it.lv)
		e.Pf("%s = %s(data[%s:%s])", it.lv.alone(), e.support("CopyBytes"), start, end)
		e.P("} else {")
		defer e.P("}")
	}
	e.Pf("%s = %s[:%s]", it.lv.alone(), it.lv, n)
	e.Pf("copy(%s, data[%s:])", it.lv, start)
}

// needsRoom reports whether the slice of bytes it, where the old one has no room, shares memory
// that the function for the rest makes.
func (e *emitter) needsRoom(it item) bool { return !e.opts.Unsafe && (it.near || e.hasParts()) }
