package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"
	"go.yaml.in/yaml/v4"

	"github.com/assay-go/assay/internal/atomic"
	"github.com/assay-go/assay/internal/rows/spelling"
)

// fileName is the file that says what a verb does in a module when nothing else is
// said. It holds flags by the names that they have on the command line, so that
// there is nothing to learn twice:
//
//	gen:
//	  - types: [./orders.Order]
//	    format: [flat]
//	run:
//	  types: [./orders.Order]
//	  data: orders.jsonl
//	compare:
//	  old: main.json
//	  new: now.json
//	  fail-over: 3%
const fileName = "assay.yaml"

// typesKey names arguments that are types.
const typesKey = "types"

// fileVerb is a verb that the file may speak of.
type fileVerb struct {
	name string
	list bool     // of command lines, one after the other
	args []string // keys of its arguments, in their order on the command line

	// without are flags with which nothing else is to be named.
	without []string
}

var fileVerbs = []fileVerb{
	{name: "run", args: []string{typesKey}},
	{name: "gen", list: true, args: []string{typesKey}},
	{name: "check", list: true, args: []string{typesKey}, without: []string{"matrix"}},
	{name: "compare", args: []string{"old", "new"}},
	{name: "ab", args: []string{"base", typesKey}},
}

// fromFile returns the command lines that the file has for args, and the folder that
// its paths are of. There are none when args say themselves what the verb is about,
// or when there is no file, or when the verb is not in it. What flags args have goes
// behind those of the file.
func fromFile(args []string) (lines [][]string, dir string, err error) {
	verb, flags, ok := bare(args)
	if !ok {
		return nil, "", nil
	}
	name, ok := findFile()
	if !ok {
		return nil, "", nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, "", err
	}
	_, parser, err := newCommandLine(nil)
	if err != nil {
		return nil, "", err
	}
	sections, err := parseFile(parser.Model, text)
	if err != nil {
		return nil, "", fmt.Errorf("%s%w", fileName, err)
	}
	for _, line := range sections[verb] {
		lines = append(lines, slices.Concat([]string{verb}, line, flags))
	}
	return lines, filepath.Dir(name), nil
}

// bare returns the verb of a command line that has nothing but flags besides, each in
// one word.
func bare(args []string) (verb string, flags []string, ok bool) {
	for _, a := range args {
		switch {
		case a == "--help" || a == "--help-all" || a == "-h":
			return "", nil, false
		case strings.HasPrefix(a, "-"):
			flags = append(flags, a)
		case verb != "":
			return "", nil, false
		default:
			verb = a
		}
	}
	return verb, flags, slices.ContainsFunc(fileVerbs, func(v fileVerb) bool { return v.name == verb })
}

// findFile looks for the file from the current folder up to the module's.
func findFile() (string, bool) {
	dir, err := os.Getwd()
	if err != nil {
		return "", false
	}
	for {
		name := filepath.Join(dir, fileName)
		if _, err := os.Stat(name); err == nil {
			return name, true
		}
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil || dir == filepath.Dir(dir) {
			return "", false
		}
		dir = filepath.Dir(dir)
	}
}

// fileError is an error at a place of the file.
func fileError(n *yaml.Node, format string, args ...any) error {
	return fmt.Errorf(":%d:%d: %s", n.Line, n.Column, fmt.Sprintf(format, args...))
}

// parseFile returns the command lines of each verb, without the verb.
func parseFile(model *kong.Application, text []byte) (map[string][][]string, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		if at, ok := errors.AsType[*yaml.LoadError](err); ok && at.Mark.Line > 0 {
			return nil, fileError(&yaml.Node{Line: at.Mark.Line, Column: at.Mark.Column}, "%s", at.Message)
		}
		return nil, fmt.Errorf(": %s", strings.TrimPrefix(err.Error(), "yaml: "))
	}
	sections := map[string][][]string{}
	if len(doc.Content) == 0 {
		return sections, nil
	}
	err := eachKey(doc.Content[0], "the file", func(key, value *yaml.Node) error {
		for _, v := range fileVerbs {
			if v.name != key.Value {
				continue
			}
			entries := []*yaml.Node{value}
			if v.list && value.Kind == yaml.SequenceNode {
				entries = value.Content
			}
			for _, e := range entries {
				line, err := v.line(verbNode(model, v.name), e)
				if err != nil {
					return err
				}
				sections[v.name] = append(sections[v.name], line)
			}
			return nil
		}
		var names []string
		for _, v := range fileVerbs {
			names = append(names, v.name)
		}
		return fileError(key, "there is no section %q%s (the sections are %s)", key.Value, spelling.Hint(key.Value, names), strings.Join(names, ", "))
	})
	return sections, err
}

// verbNode returns what the command line knows of a verb.
func verbNode(model *kong.Application, verb string) *kong.Node {
	for _, n := range model.Children {
		if n.Name == verb {
			return n
		}
	}
	panic("no verb " + verb)
}

// fileFlags returns the flags of a verb that the file may set, by name.
func fileFlags(verb *kong.Node) map[string]*kong.Flag {
	flags := map[string]*kong.Flag{}
	for _, f := range verb.Flags {
		if !f.Hidden && f.Name != "help" && f.Name != "force" { // which is said anew each time
			flags[f.Name] = f
		}
	}
	return flags
}

// line returns the arguments that an entry stands for.
func (v fileVerb) line(verb *kong.Node, entry *yaml.Node) ([]string, error) {
	flags := fileFlags(verb)
	names := slices.Clone(v.args)
	for name := range flags {
		names = append(names, name)
	}
	slices.Sort(names)
	args := map[string][]string{}
	var line []string
	needed := true
	err := eachKey(entry, verb.Name, func(key, value *yaml.Node) error {
		isArg := slices.Contains(v.args, key.Value)
		flag := flags[key.Value]
		if now := formerly(verb, key.Value, ""); flag == nil && now != "" {
			return fileError(key, "%s", now)
		}
		if !isArg && flag == nil {
			return fileError(key, "%s has no flag %q%s (assay help %s lists them)", verb.Name, key.Value, spelling.Hint(key.Value, names), verb.Name)
		}
		values := []*yaml.Node{value}
		if value.Kind == yaml.SequenceNode {
			if isArg && key.Value != typesKey || !isArg && !flag.IsSlice() {
				return fileError(value, "%s takes one value, and no list", key.Value)
			}
			values = value.Content
		}
		for _, v := range values {
			switch {
			case v.Kind != yaml.ScalarNode || v.Tag == "!!null":
				return fileError(v, "%s is a word, a number, or true or false", key.Value)
			case isArg:
				args[key.Value] = append(args[key.Value], v.Value)
			case flag.IsBool() && v.Tag != "!!bool":
				return fileError(v, "%s is true or false", key.Value)
			case flag.IsBool() && v.Value == "false":
			case flag.IsBool():
				line = append(line, "--"+flag.Name)
			default:
				if err := tryFlag(flag, v.Value); err != nil {
					return fileError(v, "%s: %v", key.Value, err)
				}
				line = append(line, "--"+flag.Name+"="+v.Value)
			}
		}
		needed = needed && !slices.Contains(v.without, key.Value)
		return nil
	})
	for _, key := range v.args {
		if err == nil && needed && len(args[key]) == 0 {
			err = fileError(entry, "%s has no %s", verb.Name, key)
		}
		line = append(line, args[key]...)
	}
	return line, err
}

// tryFlag returns why the flag cannot have the value.
func tryFlag(f *kong.Flag, value string) error {
	if f.Enum != "" && !f.IsSlice() && !slices.Contains(f.EnumSlice(), value) {
		return fmt.Errorf("%q is none of %s", value, strings.Join(f.EnumSlice(), ", "))
	}
	return f.Mapper.Decode(&kong.DecodeContext{Value: f.Value, Scan: kong.Scan(value)}, reflect.New(f.Target.Type()).Elem())
}

// eachKey calls f with the keys of a mapping and their values, and refuses a key that
// is there twice.
func eachKey(n *yaml.Node, what string, f func(key, value *yaml.Node) error) error {
	if n.Kind != yaml.MappingNode {
		return fileError(n, "%s is not a list of names with values", what)
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if seen[key.Value] {
			return fileError(key, "%s is there twice", key.Value)
		}
		seen[key.Value] = true
		if err := f(key, n.Content[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// schemaOf returns the JSON schema of the file, by which editors complete it. It is
// made of the command line.
func schemaOf(model *kong.Application) ([]byte, error) {
	list := func(item map[string]any) map[string]any { // or one alone
		return map[string]any{"anyOf": []any{item, map[string]any{"type": "array", "items": item}}}
	}
	sections, entries := map[string]any{}, map[string]any{}
	for _, v := range fileVerbs {
		verb := verbNode(model, v.name)
		keys := map[string]any{}
		for _, key := range v.args {
			keys[key] = map[string]any{"type": "string"}
			if key == typesKey {
				keys[key] = list(map[string]any{"type": "string"})
			}
		}
		for name, f := range fileFlags(verb) {
			var s map[string]any
			switch {
			case f.IsBool():
				s = map[string]any{"type": "boolean"}
			case f.IsSlice():
				s = list(map[string]any{"type": "string"})
			case f.Target.Type() != durationType && (f.Target.CanInt() || f.Target.CanUint() || f.Target.CanFloat()):
				s = map[string]any{"type": "number"}
			default:
				s = map[string]any{"type": "string"}
			}
			if f.Enum != "" {
				s["enum"] = f.EnumSlice()
			}
			s["description"] = f.Help
			keys[name] = s
		}
		entry := map[string]any{"type": "object", "additionalProperties": false, "properties": keys, "description": verb.Help}
		if len(v.without) == 0 {
			entry["required"] = v.args
		}
		entries[v.name] = entry
		sections[v.name] = map[string]any{"$ref": "#/$defs/" + v.name}
		if v.list {
			sections[v.name] = list(map[string]any{"$ref": "#/$defs/" + v.name})
		}
	}
	var text bytes.Buffer
	err := atomic.WriteLines(&text, map[string]any{
		"$schema":              "https://json-schema.org/draft/2020-12/schema",
		"title":                fileName,
		"description":          "What assay does in a module: flags of its commands, by the names that they have on the command line.",
		"type":                 "object",
		"additionalProperties": false,
		"properties":           sections,
		"$defs":                entries,
	}, 4)
	return text.Bytes(), err
}

// writeNew writes a file that must not be there yet.
func writeNew(name, text string) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s is there already: edit it, or move it away to have another written", name)
		}
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

var durationType = reflect.TypeFor[time.Duration]()
