// Package positionalrt holds what the generated code of positional formats shares.
// Package positional copies the declarations that a file needs into it, under names
// of its own; the package exists to be compiled and tested, not to be imported.
//
// In a copy, the names of facts.go are the format's and the user's choices, error
// messages begin with the format's name in place of "positional", and the
// [Reader] has the fields that the file's types need. A [Decoder] is printed with
// the chunks that they need.
package positionalrt

//lint:file-ignore U1000 Generated code uses these declarations.
