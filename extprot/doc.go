// Package extprot is the workbench for extprot messages: it encodes and decodes them by
// way of JSON, and shows them. Below it are
//
//   - schema: the language, its checker and its formatter
//   - wire and value: the encoding, and messages read and written with a schema
//   - compat: what a change of a schema breaks
//   - gen: Go code that reads and writes messages
//
// extprot is a schema language and binary format with rules for evolution, made
// for OCaml. This is an implementation of its own; it reads and writes the same
// bytes.
//
// A schema or a message enters; diagnostics, text or Go source leave.
//
// Unstable: names may change in a minor version.
package extprot
