// Package option reads choices of users off the structs that hold them: a field with
// the tag name is an option, by the name of its flag. The tags help, placeholder,
// default and type mean what they mean to github.com/alecthomas/kong, so that such a
// struct is a part of a command line as it is.
//
// The package knows no option: what there is to choose stands where it is understood.
package option

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
)

// Option is a field of a struct of options.
type Option struct {
	Name  string              // of the flag, without its dashes
	Field reflect.StructField // with all its tags
	Value reflect.Value       // the field of the struct, which can be set
}

// Of returns the options of the struct that p points to, with those of structs that it
// embeds, in their order. A nil p has none.
func Of(p any) []Option {
	var list []Option
	if p == nil {
		return nil
	}
	v := reflect.ValueOf(p).Elem()
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name := f.Tag.Get("name")
		switch {
		case name != "":
			list = append(list, Option{name, f, v.Field(i)})
		case f.Anonymous && f.Type.Kind() == reflect.Struct:
			list = append(list, Of(v.Field(i).Addr().Interface())...)
		}
	}
	return list
}

// Given reports whether the option differs from its default.
func (o Option) Given() bool {
	return !o.Value.IsZero() && (o.Value.Kind() == reflect.Slice || fmt.Sprint(o.Value) != o.Field.Tag.Get("default"))
}

// Flags returns the option as a command line has it, quoted for a shell: one word, or
// none when it is not given, or one for each value where these may hold commas. Names
// of files are relative to the working directory.
func (o Option) Flags() []string {
	if !o.Given() {
		return nil
	}
	flag := "--" + o.Name
	switch o.Value.Kind() {
	case reflect.Bool:
		return []string{flag}
	case reflect.Int:
		return []string{flag + "=" + strconv.FormatInt(o.Value.Int(), 10)}
	case reflect.String:
		s := o.Value.String()
		switch o.Field.Tag.Get("type") {
		case "path", "existingfile":
			s = Relative(s)
		}
		return []string{flag + "=" + quoted(s)}
	case reflect.Slice:
		values := o.Value.Interface().([]string)
		if o.Field.Tag.Get("sep") != "none" {
			return []string{flag + "=" + strings.Join(values, ",")}
		}
		var list []string
		for _, s := range values {
			list = append(list, flag+"="+quoted(s))
		}
		return list
	}
	panic("an option of type " + o.Field.Type.String())
}

// quoted returns word as a shell reads it back.
func quoted(word string) string {
	if strings.ContainsAny(word, "*[]{}()<>|&;$ '\"\\?~#!") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

// Relative shortens the name of a file below the working directory.
func Relative(name string) string {
	if dir, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(dir, name); err == nil && !strings.HasPrefix(rel, "..") {
			return rel
		}
	}
	return name
}
