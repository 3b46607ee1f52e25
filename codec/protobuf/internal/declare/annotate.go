package declare

import (
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// annotations say how what a schema declares looks in Go, by their words: value, a message
// without a pointer; name, type and key, the names of a field, of its type or its elements', and of the
// keys of a map; unknown, a place for unknown fields. Of gogo/protobuf there are embed, json and tags too.
type annotations map[string]string

// flag is an annotation from the command line.
type flag struct {
	of          string // the name of a field or message, with or without its package; * for all
	word, value string
	used        bool
}

// fieldWords and messageWords are what people may write.
var (
	fieldWords   = []string{"value", "name", "type", "key"}
	messageWords = []string{"unknown"}
)

// parseFlags reads annotations such as "Order.lines=value" and "Order.id=type=example.com/ids.ID".
func parseFlags(list []string) (parsed []*flag, err error) {
	for _, text := range list {
		of, rest, ok := strings.Cut(text, "=")
		word, value, _ := strings.Cut(rest, "=")
		if !ok || of == "" || !slices.Contains(fieldWords, word) && !slices.Contains(messageWords, word) {
			return nil, fmt.Errorf("--annotate=%s: write it as in Order.lines=value, Order.id=type=example.com/ids.ID, Order.id=name=ID, Order.prices=key=Currency or Order=unknown", text)
		}
		parsed = append(parsed, &flag{of: of, word: word, value: value})
	}
	return parsed, nil
}

// annotationsOf returns the annotations of a field or message: those of its comments, of the
// options of gogo/protobuf, and of the command line, of which a later one counts.
func (p *printer) annotationsOf(d protoreflect.Descriptor) annotations {
	words, about := messageWords, "a message"
	if _, ok := d.(protoreflect.FieldDescriptor); ok {
		words, about = fieldWords, "a field"
	}
	found := annotations{}
	_, directives := commentOf(d)
	for _, text := range directives {
		word, value, _ := strings.Cut(text, "=")
		if !slices.Contains(words, word) {
			p.refuse(d, fmt.Sprintf("assay:%s is no annotation of %s, which are %s", text, about, strings.Join(words, ", ")))
		}
		found[word] = value
	}
	gogoOptions(d.Options(), found)
	for _, t := range p.flags {
		if slices.Contains(words, t.word) && (t.of == "*" || t.of == string(d.FullName()) || strings.HasSuffix(string(d.FullName()), "."+t.of)) {
			found[t.word] = t.value
			t.used = true
		}
	}
	return found
}

// gogoOptions adds what the options of gogo/protobuf say.
func gogoOptions(o proto.Message, found annotations) {
	words := map[string]string{"customtype": "type", "casttype": "type", "castvalue": "type", "castkey": "key", "customname": "name", "embed": "embed", "jsontag": "json", "moretags": "tags"}
	o.ProtoReflect().Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		if f.FullName().Parent() != "gogoproto" {
			return true
		}
		if word := words[string(f.Name())]; word != "" {
			found[word] = v.String()
		} else if f.Name() == "nullable" && !v.Bool() {
			found["value"] = ""
		}
		return true
	})
}

// commentOf returns the lines of the comment on d, and the annotations in it.
func commentOf(d protoreflect.Descriptor) (lines, directives []string) {
	at := d.ParentFile().SourceLocations().ByDescriptor(d)
	for line := range strings.Lines(at.LeadingComments + at.TrailingComments) {
		line = strings.TrimRight(strings.TrimPrefix(line, " "), " \t\n")
		if text, ok := strings.CutPrefix(line, "assay:"); ok {
			directives = append(directives, text)
			continue
		}
		lines = append(lines, line)
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines, directives
}
