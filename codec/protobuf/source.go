package protobuf

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// edit gives a field a tag.
type edit struct {
	at  spot
	key string
	tag string // in the place of one that is there
}

// tagged returns the text of a Go file in which fields have tags for Protocol Buffers,
// beside what tags they have, in the form of gofmt.
func tagged(name string, edits []edit) ([]byte, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	type line struct {
		number int
		name   string
	}
	tags := map[line]edit{}
	for _, e := range edits {
		tags[line{e.at.pos.Line, e.at.name}] = e
	}
	of := func(n *ast.Ident) edit { return tags[line{fset.PositionFor(n.Pos(), false).Line, n.Name}] }
	type change struct {
		from, to int
		text     string
	}
	var changes []change
	ast.Inspect(file, func(n ast.Node) bool {
		f, ok := n.(*ast.Field)
		if !ok || !slices.ContainsFunc(f.Names, func(n *ast.Ident) bool { return of(n).tag != "" }) {
			return true
		}
		old := ""
		if f.Tag != nil {
			if old, err = strconv.Unquote(f.Tag.Value); err != nil {
				return false
			}
		}
		typ := string(text[fset.Position(f.Type.Pos()).Offset:fset.Position(f.Type.End()).Offset])
		var lines []string
		for _, name := range f.Names {
			tag := old
			if add := of(name); add.tag != "" {
				tag = strings.TrimSpace(without(old, add.key) + " " + add.key + ":" + strconv.Quote(add.tag))
			}
			lines = append(lines, strings.TrimSpace(name.Name+" "+typ+" "+quoted(tag)))
		}
		changes = append(changes, change{fset.Position(f.Pos()).Offset, fset.Position(f.End()).Offset, strings.Join(lines, "\n")})
		return false // an anonymous struct in it has no numbers to be kept
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	slices.SortFunc(changes, func(a, b change) int { return cmp.Compare(b.from, a.from) })
	for _, c := range changes {
		text = slices.Concat(text[:c.from], []byte(c.text), text[c.to:])
	}
	return format.Source(text)
}

// without returns the tag of a field without what stands under a key.
func without(tag, key string) string {
	if value, ok := reflect.StructTag(tag).Lookup(key); ok {
		tag = strings.Replace(tag, key+":"+strconv.Quote(value), "", 1)
	}
	return strings.TrimSpace(tag)
}

// quoted returns a tag as a literal of Go.
func quoted(tag string) string {
	switch {
	case tag == "":
		return ""
	case strings.Contains(tag, "`"):
		return strconv.Quote(tag)
	}
	return "`" + tag + "`"
}
