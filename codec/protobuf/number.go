package protobuf

import (
	"cmp"
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/internal/keyed/numbers"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// lockHead begins the file in which the numbers of fields are kept.
const lockHead = `# The numbers of fields in Protocol Buffers: type, number, what stands there, and field. assay gen --number made
# this file, and keeps it: a number goes on to mean what it meant. Commit it.
`

// entries are the fields of one message that are known, by their numbers.
type entries map[int]entry

// entry is a field as the lock has it.
type entry struct {
	kind  string // as kindOf has it; empty for a number whose field is gone
	field string
}

// numbering is the format with the numbers of fields of some types.
type numbering struct {
	*Format
	given map[spot]string    // the tags of fields that have none
	edits map[string][]edit  // of sources, for those of them
	taken map[string]entries // of each message, by lock
}

// spot is a field, by its name and where it stands. Compiled packages have lines alone, on which
// several fields may stand.
type spot struct {
	pos  token.Position
	name string
}

// number gives numbers to fields that have none, where the option Numbers asks for that, by
// their tags where the source can be changed. It keeps those of all fields in a file beside
// the code, and once there is one, refuses what would change the meaning of what is stored:
// another field, or another kind, under a number that there was. It returns the files that
// change.
func (f *numbering) number(o codec.Options, types []*typemodel.Type) ([]codec.File, error) {
	if o.Out == "" {
		return nil, nil
	}
	lock := strings.TrimSuffix(strings.TrimSuffix(o.Out, ".go"), "_protobuf") + ".pb.lock"
	text, err := os.ReadFile(lock)
	if errors.Is(err, fs.ErrNotExist) && !f.Numbers {
		return nil, nil
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if f.taken, err = parseLock(lock, string(text)); err != nil {
		return nil, err
	}
	f.given, f.edits = map[spot]string{}, nil
	if f.Numbers {
		f.edits = map[string][]edit{}
	}
	s := f.plan("", types...).Shape // what is refused is told by who asks for the code
	var failed []error
	for _, n := range s.Nodes {
		if n.Form == shape.Struct && !n.Type.Name.IsZero() {
			failed = append(failed, f.compare(n)...)
		}
	}
	if err := errors.Join(failed...); err != nil {
		return nil, err
	}
	files := []codec.File{{Name: lock, Source: f.lock(), Edited: true}}
	for _, name := range slices.Sorted(maps.Keys(f.edits)) {
		if !o.Editable(name) {
			continue
		}
		source, err := tagged(name, f.edits[name])
		if err != nil {
			return nil, err
		}
		files = append(files, codec.File{Name: name, Source: source, Edited: true})
	}
	return files, nil
}

// tag returns the tag of a field, or that by which it was given a number.
func (f *numbering) tag(of *typemodel.Type, field *typemodel.Field) string {
	if text := field.Tag.Get("protobuf"); text != "" {
		return text
	}
	return f.given[spot{field.Pos, field.Name}]
}

// give returns the tag by which the field gets a number, or nothing where that was not
// asked for, or where nobody knows where the field stands.
func (f *numbering) give(of *typemodel.Type, field *typemodel.Field) string {
	if f.edits == nil || !field.Pos.IsValid() || of.Name.IsZero() {
		return ""
	}
	known := f.taken[lockName(of)]
	number := known.of(field.Name)
	if number == 0 {
		number = f.unused(of, known)
	}
	text := Tag(field, number)
	f.given[spot{field.Pos, field.Name}] = text
	f.edits[field.Pos.Filename] = append(f.edits[field.Pos.Filename], edit{spot{field.Pos, field.Name}, "protobuf", text})
	return text
}

// remedyNumber is the way out of a refusal of a field that give would give a number.
func (f *numbering) remedyNumber(of *typemodel.Type, field *typemodel.Field) typemodel.Remedies {
	if f.edits != nil || !field.Pos.IsValid() || of.Name.IsZero() {
		return 0
	}
	return typemodel.RemedyNumber
}

// of returns the number that a field has, or 0.
func (known entries) of(field string) int {
	for n, e := range known {
		if e.field == field && e.kind != "" {
			return n
		}
	}
	return 0
}

// unused returns the number after all that fields of t have or had.
func (f *numbering) unused(t *typemodel.Type, known entries) int {
	most := max(0, slices.Max(append(slices.Clone(t.Reserved), 0)))
	for n := range known {
		most = max(most, n)
	}
	for i := range t.Fields {
		field := &t.Fields[i]
		if field.Type.Kind == typemodel.Interface {
			most = max(most, f.mostOf(field))
		} else {
			most = max(most, numberIn(f.tag(t, field)))
		}
	}
	if most++; most >= 19000 && most < 20000 {
		return 20000
	}
	return most
}

// numberIn returns the number in a tag, or 0.
func numberIn(tag string) int {
	if parts := strings.Split(tag, ","); len(parts) > 1 {
		n, _ := strconv.Atoi(parts[1])
		return n
	}
	return 0
}

// compare returns what has changed its meaning in the message n, and notes its numbers.
func (f *numbering) compare(n *shape.Node) (failed []error) {
	name := lockName(n.Type)
	had := f.taken[name]
	have := entries{}
	check := func(field *typemodel.Field, name string, m *shape.Member) {
		if m.Number == 0 {
			return
		}
		now := entry{meaning(m.Node, fieldOf(m)), name}
		have[m.Number] = now
		fail := func(format string, args ...any) {
			failed = append(failed, fmt.Errorf("%s: %s.%s: %s", field.Pos, n.Type, name, fmt.Sprintf(format, args...)))
		}
		was, ok := had[m.Number]
		switch {
		case ok && was.kind == "":
			fail("its number %d was that of %s, which is gone: what is stored would be read as another field; take %d", m.Number, was.field, f.unused(n.Type, had))
		case ok && was.kind != now.kind:
			fail("number %d was %s, and is %s: what is stored would not be read; give the field a new number, %d", m.Number, was.kind, now.kind, f.unused(n.Type, had))
		}
		for number, was := range had {
			if was.field == name && was.kind != "" && number != m.Number && !slices.ContainsFunc(n.Members, func(m *shape.Member) bool { return m.Number == number }) {
				fail("it had the number %d, and has %d: what is stored would be lost; give it back its number", number, m.Number)
			}
		}
	}
	for _, m := range n.Members {
		if m.Node.Form != shape.Interface {
			check(m.Field(), m.Field().Name, m)
			continue
		}
		for _, impl := range m.Node.Impls {
			if standing(m, impl) != 0 { // structs around a field are messages with numbers of their own
				check(m.Field(), m.Field().Name+"."+typeName(impl.Type), alternative(m, impl))
			}
		}
	}
	for number, was := range had {
		if _, ok := have[number]; !ok {
			have[number] = entry{field: was.field}
		}
	}
	f.taken[name] = have
	return failed
}

// meaning says how a field stands on the wire, in words for the lock: fields of one meaning
// read what the other wrote.
func meaning(n *shape.Node, f numbers.Field) string {
	if list := n.Form == shape.List || n.Form == shape.Array || n.Form == shape.Map; f.Whole || f.Coding == numbers.Wrapped && !list {
		return "message"
	}
	switch n.Form {
	case shape.Pointer, shape.Carried:
		return meaning(n.Elem, f)
	case shape.List, shape.Array:
		if e := n.Elem.Form; e == shape.List || e == shape.Array || e == shape.Map {
			return "list-of-message"
		}
		return "list-of-" + meaning(n.Elem, f)
	case shape.Map:
		elem := "message"
		if e := n.Elem.Form; e != shape.List && e != shape.Array && e != shape.Map {
			elem = meaning(n.Elem, numbers.Field{Coding: f.Value})
		}
		return "map-of-" + meaning(n.Key, numbers.Field{Coding: f.Key}) + "-to-" + elem
	}
	switch k := numbers.KindOf(n, f.Coding); {
	case meanings[k] != "":
		return meanings[k]
	case f.Coding == numbers.Group:
		return "group"
	}
	return "message"
}

// meanings are those of the kinds that are no messages.
var meanings = map[numbers.Kind]string{
	numbers.KindBool: "varint", numbers.KindVarint: "varint", numbers.KindZigzag: "zigzag", numbers.KindFixed32: "fixed32", numbers.KindFixed64: "fixed64",
	numbers.KindFloat32: "float", numbers.KindFloat64: "double", numbers.KindText: "bytes", numbers.KindBytes: "bytes", numbers.KindArray: "bytes", numbers.KindOwn: "bytes",
}

// lockName returns how the lock spells t: each instance of a generic type has members of
// its own.
func lockName(t *typemodel.Type) string {
	_, name, _ := strings.Cut(t.Name.String(), ".")
	return t.Name.PkgPath + "." + strings.ReplaceAll(name, " ", "")
}

// lock returns the text of the file that keeps the numbers.
func (f *numbering) lock() []byte {
	text := []byte(lockHead)
	for _, name := range slices.Sorted(maps.Keys(f.taken)) {
		for _, number := range slices.SortedFunc(maps.Keys(f.taken[name]), cmp.Compare) {
			e := f.taken[name][number]
			text = fmt.Appendf(text, "%s %d %s %s\n", name, number, cmp.Or(e.kind, "gone"), e.field)
		}
	}
	return text
}

// parseLock reads the text of a lock.
func parseLock(file, text string) (map[string]entries, error) {
	list := map[string]entries{}
	for i, line := range strings.Split(text, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		words := strings.Fields(line)
		number, err := 0, error(nil)
		if len(words) == 4 {
			number, err = strconv.Atoi(words[1])
		}
		if number < 1 || err != nil {
			return nil, fmt.Errorf("%s:%d: want a type, a number, what stands there, and a field", file, i+1)
		}
		if list[words[0]] == nil {
			list[words[0]] = entries{}
		}
		if _, twice := list[words[0]][number]; twice {
			return nil, fmt.Errorf("%s:%d: number %d of %s is there twice: keep the field that was there first, and give the other one a new number", file, i+1, number, words[0])
		}
		e := entry{words[2], words[3]}
		if e.kind == "gone" {
			e.kind = ""
		}
		list[words[0]][number] = e
	}
	return list, nil
}
