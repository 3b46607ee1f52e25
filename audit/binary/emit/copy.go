package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// copier writes what gives a copy of a struct memory of its own: a string, list, map or
// pointee for each that the other has. Who reads a new value and shares nothing between its
// parts makes those too, and reads besides.
type copier struct {
	strings.Builder
	names int
}

// own writes that for the variable at, and nothing where it has no memory.
func (c *copier) own(at string, t *typemodel.Type) {
	switch t.Kind {
	case typemodel.String:
		fmt.Fprintf(c, "%s = cloned(%[1]s)\n", at)
	case typemodel.Struct:
		for _, f := range t.Fields {
			if f.Exported() {
				c.own(at+"."+f.Name, f.Type)
			}
		}
	case typemodel.Array:
		c.each(at, t.Elem)
	case typemodel.Slice:
		fmt.Fprintf(c, "%s = slices.Clone(%[1]s)\n", at)
		c.each(at, t.Elem)
	case typemodel.Pointer:
		fmt.Fprintf(c, "if %s != nil {\n%[1]s = new(*%[1]s)\n", at)
		c.own("(*"+at+")", t.Elem)
		c.WriteString("}\n")
	case typemodel.Map:
		made, key, elem := c.name("m"), c.name("k"), c.name("e")
		fmt.Fprintf(c, "%s := alike(%s)\nfor %s, %s := range %[2]s {\n", made, at, key, elem)
		c.own(key, t.Key)
		c.own(elem, t.Elem)
		fmt.Fprintf(c, "%s[%s] = %s\n}\n%s = %[1]s\n", made, key, elem, at)
	}
}

// each writes it for the elements of a list.
func (c *copier) each(at string, elem *typemodel.Type) {
	if !driver.Reaches(elem, hasMemory) {
		return
	}
	i := c.name("i")
	fmt.Fprintf(c, "for %s := range %s {\n", i, at)
	c.own(at+"["+i+"]", elem)
	c.WriteString("}\n")
}

func (c *copier) name(prefix string) string {
	c.names++
	return fmt.Sprint(prefix, c.names)
}

func hasMemory(t *typemodel.Type) bool {
	return slices.Contains([]typemodel.Kind{typemodel.String, typemodel.Slice, typemodel.Pointer, typemodel.Map}, t.Kind)
}
