package goprint

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// Merge makes one function of those that are the same but for their own names and for
// those of others of the list that they call, which are the same in turn: of each such
// group the first stays, and is called in the place of the others. names are of functions
// that have been printed, each with its doc comment; names of other things are passed over, and each stands there once.
//
// It is how automata are made small: at first all functions whose text is the same without
// names are one group, and groups are split until those of a group call the same groups.
func (f *File) Merge(names []string) {
	body := f.body.Bytes()
	number := make(map[string]int, len(names))
	for i, name := range names {
		number[name] = i
	}
	uses, list := functionsAmong(body, number)
	group, stays := make([]int, len(names)), make([]int, len(names)) // of each name
	for i := range names {
		group[i], stays[i] = -1-i, i // those that are no functions
	}
	first := map[string]int{}
	for i := range list {
		fn := &list[i]
		fn.number(group, first, fn.text(body, uses))
	}
	for groups := 0; groups < len(first); {
		groups, first = len(first), map[string]int{}
		next := slices.Clone(group)
		for i := range list {
			fn := &list[i]
			key := strconv.AppendInt(nil, int64(group[fn.name]), 10)
			for _, u := range uses[fn.from:fn.to] {
				key = strconv.AppendInt(append(key, ' '), int64(group[u.name]), 10)
			}
			fn.number(next, first, string(key))
		}
		group = next
	}
	leader := map[int]int{} // of a group
	for _, fn := range list {
		if name, ok := leader[group[fn.name]]; ok {
			stays[fn.name] = name
		} else {
			leader[group[fn.name]] = fn.name
		}
	}
	var out bytes.Buffer
	at, next := 0, 0 // what is written of body, and of uses
	copyTo := func(end int) {
		for ; next < len(uses) && uses[next].at < end; next++ {
			out.Write(body[at:uses[next].at])
			out.WriteString(names[stays[uses[next].name]])
			at = uses[next].at + uses[next].length
		}
		out.Write(body[at:end])
	}
	for _, fn := range list {
		if stays[fn.name] != fn.name {
			copyTo(fn.start)
			at, next = fn.end, fn.to
		}
	}
	copyTo(len(body))
	f.body = out
}

// use is where one of the names stands.
type use struct{ at, length, name int }

// function is a function of the body: its doc comment begins at start, and it ends before
// end. Of the uses, those from from to to are in it.
type function struct{ name, start, head, end, from, to int }

// text returns what fn is without the names, and without the words of its doc comment.
func (fn *function) text(body []byte, uses []use) string {
	var b strings.Builder
	for line := range bytes.Lines(body[fn.start:fn.head]) {
		if bytes.HasPrefix(line, []byte("//go:")) {
			b.Write(line)
		}
	}
	at := fn.head
	for _, u := range uses[fn.from:fn.to] {
		if u.at >= fn.head {
			b.Write(body[at:u.at])
			b.WriteByte(0)
			at = u.at + u.length
		}
	}
	b.Write(body[at:fn.end])
	return b.String()
}

// number gives fn the group of the first function with the key.
func (fn *function) number(group []int, first map[string]int, key string) {
	if _, ok := first[key]; !ok {
		first[key] = len(first)
	}
	group[fn.name] = first[key]
}

// functionsAmong returns where the names stand in body outside of literals, and the
// functions of those names, both in their order.
func functionsAmong(body []byte, number map[string]int) (uses []use, list []function) {
	nests, open := 0, -1 // the function that has not ended
	doc := -1            // where the comment above the next line begins
	line := 0            // where this line begins
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case c == '\n':
			if open >= 0 && nests == 0 && i > 0 && body[i-1] == '}' {
				list[open].end, list[open].to, open = i+1, len(uses), -1
			}
			switch comment := bytes.HasPrefix(body[line:i], []byte("//")); {
			case !comment:
				doc = -1
			case doc < 0:
				doc = line
			}
			line = i + 1
		case c == '"' || c == '\'':
			for i++; i < len(body) && body[i] != c; i++ {
				if body[i] == '\\' {
					i++
				}
			}
		case c == '`':
			i += 1 + bytes.IndexByte(body[i+1:], '`')
		case strings.IndexByte("([{", c) >= 0:
			nests++
		case strings.IndexByte(")]}", c) >= 0:
			nests--
		case c == '/' && i+1 < len(body) && body[i+1] == '/':
			for body[i] != '\n' { // as every line ends
				if n := word(body[i:]); n > 0 { // names are told in comments too
					uses = appendUse(uses, number, body, i, n)
					i += n
				} else {
					i++
				}
			}
			i--
		default:
			n := word(body[i:])
			if n == 0 {
				break
			}
			before := len(uses)
			uses = appendUse(uses, number, body, i, n)
			if len(uses) > before && nests == 0 && string(body[line:i]) == "func " {
				start, from := line, before
				if doc >= 0 {
					start = doc
					for from > 0 && uses[from-1].at >= doc {
						from--
					}
				}
				open = len(list)
				list = append(list, function{name: uses[before].name, start: start, head: line, from: from})
			}
			i += n - 1
		}
	}
	return uses, list
}

// word returns the length of the identifier, keyword or number that text begins with, or 0.
func word(text []byte) (n int) {
	for n < len(text) && (text[n] == '_' || text[n] >= 0x80 || '0' <= text[n] && text[n] <= '9' || 'a' <= text[n]|0x20 && text[n]|0x20 <= 'z') {
		n++
	}
	return n
}

func appendUse(uses []use, number map[string]int, body []byte, at, length int) []use {
	if name, ok := number[string(body[at:at+length])]; ok {
		uses = append(uses, use{at, length, name})
	}
	return uses
}
