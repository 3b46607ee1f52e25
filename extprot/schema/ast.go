package schema

// File is a schema file as written: its declarations before names are resolved.
type File struct {
	Name   string
	Decls  []*Decl
	tokens []token
}

// DeclKind says what a declaration declares.
type DeclKind uint8

// The declarations of a schema file.
const (
	DeclInclude DeclKind = iota // Name is the included path
	DeclType
	DeclMessage
)

// Decl is one declaration.
type Decl struct {
	Pos      Pos
	Kind     DeclKind
	Name     string
	Params   []string // type variables, without the quote
	Autolazy bool
	Body     *Body
	Options  []Option
	span     span
	bodyAt   int // index of the body's first token
	optsAt   int // index of "options", or the index past the declaration
}

// span is a range of token indices, for the formatter.
type span struct{ first, last int }

// Option is a key and value after a declaration, or an annotation of a primitive.
type Option struct {
	Pos   Pos
	Key   string
	Value string // the text of a number or word; the content of a string
}

// BodyKind says which form a declaration's right-hand side has.
type BodyKind uint8

// The forms of a declaration's right-hand side.
const (
	BodyExpr   BodyKind = iota // a type expression, or the name of a record or message
	BodyRecord                 // { fields }
	BodySum                    // constructors (type) or variants (message)
	BodySubset                 // {| source | fields |}
)

// Body is the right-hand side of a declaration.
type Body struct {
	Pos    Pos
	Kind   BodyKind
	Expr   *Expr
	Fields []*FieldDecl // record and subset
	Cases  []*CaseDecl  // sum
	Source string       // subset: the message or record that is projected
	Not    bool         // subset: Fields are those left out
	srcPos Pos
}

// FieldDecl is a field of a record, or a field named by a subset (Expr nil: not retyped).
type FieldDecl struct {
	Pos     Pos
	Name    string
	Mutable bool
	Loading Loading
	Expr    *Expr
	span    span
}

// Loading is a field's annotation about when the host decodes it.
type Loading uint8

// The annotations [@lazy] and [@eager].
const (
	LoadDefault Loading = iota
	LoadLazy
	LoadEager
)

// CaseDecl is a constructor of a sum type (Args) or a variant of a message sum
// (either Fields or Record).
type CaseDecl struct {
	Pos    Pos
	Name   string
	Args   []*Expr
	Fields []*FieldDecl
	Record *Expr
	span   span
	open   int // index of a variant's "{" token, or -1
}

// ExprKind says which form a type expression has.
type ExprKind uint8

// The forms of a type expression.
const (
	ExprPrimitive ExprKind = iota // Name is bool, byte, int, long, float or string
	ExprList
	ExprArray
	ExprTuple
	ExprVar      // 'a
	ExprName     // a declared type or message, with Args
	ExprExternal // A.B.name
)

// Expr is a type expression.
type Expr struct {
	Pos         Pos
	Kind        ExprKind
	Name        string
	Args        []*Expr // elements of a tuple, the element of a list, arguments
	Annotations []Option
}
