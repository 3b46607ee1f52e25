// Package codec generates reflection-free marshal and unmarshal code for plain
// Go structs. A [Format] is one wire format; formats of one kind share an
// emitter in a package below this one, a family.
//
// The package knows no format and loads no types: it says what every format
// gives, and under which options.
//
// Pictures of types and options enter; a [Plan] leaves, which prints Go source.
//
// Unstable: names may change in a minor version.
package codec
