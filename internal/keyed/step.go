package keyed

import (
	"strconv"
	"strings"

	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// Step is a piece of the writing of a value.
type Step interface{ bounds() bounds }

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
	// the length of a text comes.
	Put struct {
		Routine string
		X       Value
		Most    int
		Text    bool
	}

	// Check notes an error if a value cannot be written. What is written of it is thrown
	// away.
	Check struct {
		Routine string
		X       Value
		Path    string
	}

	// Count writes the head of a struct or map: so many elements, one fewer for each
	// of the conditions that holds.
	Count struct {
		Head   Head
		All    string
		Unless []Cond
	}

	// Call calls the function of a node, which makes room by itself.
	Call struct {
		Node *shape.Node
		X    goprint.Place
		Path string
	}

	// If takes one of two ways.
	If struct {
		Cond       Cond
		Then, Else []Step
	}

	// Each goes through a list. Index and Elem name its variables: one of them is
	// empty, and both where the elements hold nothing.
	Each struct {
		Over        goprint.Place
		Index, Elem string
		Body        []Step
	}

	// Convert makes what stands in the place of a value, in a variable.
	Convert struct {
		Node *shape.Node
		X    goprint.Place
		As   string
		Path string
		Body []Step
	}
)

// Value is a value as an argument of the type, or of its own type if that is empty.
type Value struct {
	goprint.Place
	Own *typemodel.Type
	As  string
}

// Cond is a condition on a value.
type Cond struct {
	Test Test
	X    goprint.Place
	Zero *typemodel.Type // of NotEqual
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
	NotEqual    // to the zero value of its type
	NotZeroBits // a float that is not 0, as -0 is not
	HasElements // a slice or map
	AnyOf       // one of some conditions at least
	AllOf
)

// not returns the opposite of c, in words of Go.
func (c Cond) not(p *printer) string {
	switch c.Test {
	case IsNil:
		return c.X.Operand() + " != nil"
	case NotNil:
		return c.X.Operand() + " == nil"
	case NotZero:
		return c.X.Operand() + " == 0"
	case NotEmpty:
		return c.X.Operand() + ` == ""`
	case IsTrue:
		return "!" + c.X.Operand()
	case NotZeroCall:
		return c.X.Operand() + ".IsZero()"
	case HasElements:
		return "len(" + c.X.String() + ") == 0"
	case AnyOf:
		return c.join(" && ", func(c Cond) string {
			if c.Test == AllOf {
				return "(" + c.not(p) + ")"
			}
			return c.not(p)
		})
	case AllOf:
		return c.join(" || ", func(c Cond) string { return c.not(p) })
	}
	return c.X.Operand() + " == (" + p.Type(c.Zero) + "{})"
}

// text returns c in Go.
func (c Cond) text(p *printer) string {
	switch c.Test {
	case IsNil:
		return c.X.Operand() + " == nil"
	case NotNil:
		return c.X.Operand() + " != nil"
	case NotZero:
		return c.X.Operand() + " != 0"
	case NotEmpty:
		return c.X.Operand() + ` != ""`
	case IsTrue:
		return "bool(" + c.X.Operand() + ")"
	case NotZeroCall:
		return "!" + c.X.Operand() + ".IsZero()"
	case HasElements:
		return "len(" + c.X.String() + ") != 0"
	case AnyOf:
		return c.join(" || ", func(c Cond) string { return c.text(p) })
	case AllOf:
		return c.join(" && ", func(c Cond) string {
			if c.Test == AnyOf {
				return "(" + c.text(p) + ")"
			}
			return c.text(p)
		})
	case NotZeroBits:
		bits := "Float" + strconv.Itoa(c.Zero.Kind.Bits()) + "bits"
		return p.Ident("math", bits) + "(float" + strconv.Itoa(c.Zero.Kind.Bits()) + "(" + c.X.String() + ")) != 0"
	}
	return c.X.Operand() + " != (" + p.Type(c.Zero) + "{})"
}

// join returns the conditions that c is of, with an operator between them.
func (c Cond) join(operator string, text func(Cond) string) string {
	var list []string
	for _, one := range c.Of {
		list = append(list, text(one))
	}
	return "(" + strings.Join(list, operator) + ")"
}

// bounds is how much a step writes at most.
type bounds struct {
	most  int
	texts []goprint.Place // whose lengths come to it
	grows bool            // it makes room by itself
}

func (s Bytes) bounds() bounds { return bounds{most: len(s)} }
func (s Fixed) bounds() bounds { return bounds{most: s.Width} }
func (s Count) bounds() bounds { return bounds{most: s.Head.Most} }
func (Check) bounds() bounds   { return bounds{} }
func (Call) bounds() bounds    { return bounds{grows: true} }
func (Each) bounds() bounds    { return bounds{grows: true} }
func (Convert) bounds() bounds { return bounds{grows: true} }

func (s Put) bounds() bounds {
	if s.Text {
		return bounds{most: s.Most, texts: []goprint.Place{s.X.Place}}
	}
	return bounds{most: s.Most}
}

// bounds of a branch are known if they are no texts' lengths, but for those of a text
// that is there under any condition.
func (s If) bounds() bounds {
	then, otherwise := total(s.Then), total(s.Else)
	if (s.Cond.Test == NotEmpty || s.Cond.Test == HasElements) && !then.grows && len(s.Else) == 0 {
		return then
	}
	if then.grows || otherwise.grows || len(then.texts)+len(otherwise.texts) > 0 {
		return bounds{grows: true}
	}
	return bounds{most: max(then.most, otherwise.most)}
}

// total returns the bounds of steps, one after another.
func total(steps []Step) bounds {
	var sum bounds
	for _, s := range steps {
		b := s.bounds()
		sum.most += b.most
		sum.texts = append(sum.texts, b.texts...)
		sum.grows = sum.grows || b.grows
	}
	return sum
}

// run returns how many of the steps, from the first, can be written after one check
// of room, and what that must ask for. The last of them may make more room.
func run(steps []Step) (int, bounds) {
	for k, s := range steps {
		if s.bounds().grows {
			return k, total(steps[:k])
		}
	}
	return len(steps), total(steps)
}
