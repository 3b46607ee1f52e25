// Package steps has the writing of a value as data: constant bytes, calls of routines
// with their arguments, branches, loops. A [Printer] merges what is constant, finds out
// how much room a run of them needs, and prints that check once. Nobody looks at text
// that was printed.
//
// All formats whose values tell their parts by keys or names are written so, JSON too.
// What a wire has besides are steps of its own.
package steps

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// Step is a piece of the writing of a value.
type Step interface{ Bounds() Bounds }

type (
	// Bytes are constant.
	Bytes []byte

	// Fixed calls the routine that writes a value of a fixed width.
	Fixed struct {
		Width   int
		Routine string // empty for an array of bytes, which is copied
		X       Value
	}

	// Put calls the routine that writes a value of at most so many bytes, to which
	// the length of a text comes, its first argument.
	Put struct {
		Routine string
		Of      string // its first argument, where it has one before b and n
		Args    []Value
		Most    int
		Text    bool
		Grows   bool // it makes room by itself, and for what follows where the wire has it so
	}

	// Mark puts the position into a variable.
	Mark struct{ Name string }

	// If takes one of two ways.
	If struct {
		Cond       Cond
		Then, Else []Step
	}

	// Each goes through a list. Index and Elem name its variables: one of them is
	// empty, and both where the elements hold nothing. Beside an Index there may be a
	// variable that is 1 at first, which the body changes.
	Each struct {
		Over        goprint.Place
		Index, Elem string
		One         string
		Body        []Step
		Apart       bool // room is made for one element after the other, however little they need
	}
)

// Value is a value as an argument of the type, or of its own type if that is empty.
type Value struct {
	goprint.Place
	Own *typemodel.Type
	As  string
}

// Args are arguments as Go has them.
func Args(list ...string) (args []Value) {
	for _, x := range list {
		args = append(args, Value{Place: goprint.Variable(x)})
	}
	return args
}

// Text returns the argument in Go.
func (x Value) Text() string {
	if x.As == "" || x.Own.Name.IsZero() && x.Own.Kind.String() == x.As {
		return x.String()
	}
	return x.As + "(" + x.String() + ")"
}

// Cond is a condition on a value.
type Cond struct {
	Test Test
	X    goprint.Place
	Type *typemodel.Type // of X, where a test needs it: IsTrue, NotEqual and NotZeroBits
	Of   []Cond          // of AnyOf and AllOf
}

// Test is what a condition asks.
type Test uint8

// The tests.
const (
	IsNil Test = iota
	NotNil
	NotZero     // a number
	NotEmpty    // a string
	IsTrue      // a bool
	NotZeroCall // by its method IsZero
	HasElements // a slice or map
	Holds       // X itself, which is a bool
	NotEqual    // to the zero value of its type
	NotZeroBits // a float that is not 0, as -0 is not
	NotZeroDeep // by package reflect, of what Go does not compare
	AnyOf       // one of some conditions at least
	AllOf
	Always // a block, for the variables in it
)

// words are what tests ask of an operand in Go, and the opposite.
var words = [...][2]string{
	IsNil:       {"%s == nil", "%s != nil"},
	NotNil:      {"%s != nil", "%s == nil"},
	NotZero:     {"%s != 0", "%s == 0"},
	NotEmpty:    {`%s != ""`, `%s == ""`},
	IsTrue:      {"%s", "!%s"},
	NotZeroCall: {"!%s.IsZero()", "%s.IsZero()"},
	HasElements: {"len(%s) != 0", "len(%s) == 0"},
	Holds:       {"%s", "!(%s)"},
	NotEqual:    {"%s != (%s{})", "%s == (%s{})"},
	NotZeroBits: {"%s(float%d(%s)) != 0", "%s(float%d(%s)) == 0"},
	NotZeroDeep: {"!%s(%s).Elem().IsZero()", "%s(%s).Elem().IsZero()"},
}

// NotZeroOf returns the condition that the value at x, of type t, is not Go's zero one, as the kind
// of t tells it. Structs and arrays are compared, which Go has to be able to.
func NotZeroOf(t *typemodel.Type, x goprint.Place) Cond {
	c := Cond{Test: NotZero, X: x, Type: t}
	switch t.Kind {
	case typemodel.Bool:
		c.Test = IsTrue
	case typemodel.String:
		c.Test = NotEmpty
	case typemodel.Slice, typemodel.Map, typemodel.Pointer, typemodel.Interface, typemodel.Chan, typemodel.Func, typemodel.UnsafePointer:
		c.Test = NotNil
	case typemodel.Time:
		c.Test = NotZeroCall
	case typemodel.Struct, typemodel.Array:
		c.Test = NotEqual
	}
	return c
}

// Pointers returns the places of the pointers that a member of the struct at v stands behind.
func Pointers(v goprint.Place, m *shape.Member) (list []goprint.Place) {
	for _, depth := range m.Pointers() {
		list = append(list, v.Fields(m.Path[:depth]))
	}
	return list
}

// Present returns the condition that a member of the struct at v is there, which may be behind
// pointers, and that others hold. It is false for a member that always is, without others.
func Present(v goprint.Place, m *shape.Member, others ...Cond) (Cond, bool) {
	var list []Cond
	for _, pointer := range Pointers(v, m) {
		list = append(list, Cond{Test: NotNil, X: pointer})
	}
	list = append(list, others...)
	switch len(list) {
	case 0:
		return Cond{}, false
	case 1:
		return list[0], true
	}
	return Cond{Test: AllOf, Of: list}, true
}

// Text returns c in Go, and Not its opposite.
func (c Cond) Text(p *goprint.File) string { return c.words(p, 0) }
func (c Cond) Not(p *goprint.File) string  { return c.words(p, 1) }

func (c Cond) words(p *goprint.File, not int) string {
	switch c.Test {
	case AnyOf, AllOf:
		operator, all := " || ", (c.Test == AllOf) == (not == 0)
		if all {
			operator = " && "
		}
		var list []string
		for _, one := range c.Of {
			text := one.words(p, not)
			if all && (one.Test == AnyOf || one.Test == AllOf) && one.Test != c.Test {
				text = "(" + text + ")"
			}
			list = append(list, text)
		}
		return strings.Join(list, operator)
	case IsTrue:
		x := c.X.Operand()
		if not == 0 && !c.Type.Name.IsZero() {
			x = "bool(" + c.X.String() + ")" // which goes with others
		}
		return fmt.Sprintf(words[IsTrue][not], x)
	case NotEqual:
		return fmt.Sprintf(words[NotEqual][not], c.X.Operand(), p.Type(c.Type))
	case NotZeroBits:
		bits := c.Type.Kind.Bits()
		return fmt.Sprintf(words[NotZeroBits][not], p.Ident("math", "Float"+strconv.Itoa(bits)+"bits"), bits, c.X)
	case NotZeroDeep:
		return fmt.Sprintf(words[NotZeroDeep][not], p.Ident("reflect", "ValueOf"), c.X.Addr())
	case HasElements, Holds:
		return fmt.Sprintf(words[c.Test][not], c.X)
	}
	return fmt.Sprintf(words[c.Test][not], c.X.Operand())
}

// Bounds is how much a step writes at most.
type Bounds struct {
	Most  int
	Texts []goprint.Place // whose lengths come to it
	Grows bool            // it makes room by itself
}

// plus returns the bounds of one step after another.
func (b Bounds) plus(next Bounds) Bounds {
	return Bounds{b.Most + next.Most, append(b.Texts[:len(b.Texts):len(b.Texts)], next.Texts...), b.Grows || next.Grows}
}

func (s Bytes) Bounds() Bounds { return Bounds{Most: len(s)} }
func (s Fixed) Bounds() Bounds { return Bounds{Most: s.Width} }
func (Mark) Bounds() Bounds    { return Bounds{} }
func (Each) Bounds() Bounds    { return Bounds{Grows: true} }
func (s Put) Bounds() Bounds {
	b := Bounds{Most: s.Most, Grows: s.Grows}
	if s.Text {
		b.Texts = []goprint.Place{s.Args[0].Place}
	}
	return b
}

// Bounds of a branch are known if they are no texts' lengths, but for those of a text that is there under any condition.
func (s If) Bounds() Bounds {
	then, otherwise := Total(s.Then), Total(s.Else)
	if (s.Cond.Test == NotEmpty || s.Cond.Test == HasElements) && !then.Grows && len(s.Else) == 0 {
		return then
	}
	if then.Grows || otherwise.Grows || len(then.Texts)+len(otherwise.Texts) > 0 {
		return Bounds{Grows: true}
	}
	return Bounds{Most: max(then.Most, otherwise.Most)}
}

// Total returns the bounds of steps, one after another.
func Total(list []Step) (sum Bounds) {
	for _, s := range list {
		sum = sum.plus(s.Bounds())
	}
	return sum
}
