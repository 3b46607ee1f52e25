package driver

import (
	"crypto/sha256"
	"fmt"
)

// Tool is a code generator that runs as a program of its own, because its
// licence keeps it out of the command, or because it cannot be called twice in
// one process. An emitter only says what is to be run: package compile builds the
// tool, runs it, and keeps what it made for the next time.
type Tool struct {
	// Modules are all modules that the tool is built of, those that they need
	// included, at exact versions: none is looked up.
	Modules []Module

	// Package is the import path of the tool's main package. Where a driver
	// brings a main package of its own it is empty and Sources holds the files
	// of that package, in the module assay.tool, by path.
	Package string
	Sources map[string][]byte

	// Main is the import path of a package of Sources whose func Main does what the
	// tool does, in place of a main package. Tools that differ with the type have it:
	// those of many types are built as one program, each in its [ToolFolder].
	Main string

	Tags []string // build tags

	Args  []string
	Files map[string][]byte // laid into the folder that it runs in, by name
	Stdin []byte

	// Take returns files of the adapter package by name, as in Adapter.Files,
	// made of what the tool wrote: its standard output, and the files of its
	// folder that were not there before.
	Take func(stdout []byte, files map[string][]byte) (map[string][]byte, error)
}

// TakeFile is the Take of a tool that writes a file, which the adapter package has as to.
func TakeFile(from, to string) func(stdout []byte, files map[string][]byte) (map[string][]byte, error) {
	return func(stdout []byte, files map[string][]byte) (map[string][]byte, error) {
		src, ok := files[from]
		if !ok {
			return nil, fmt.Errorf("it wrote no file %s: %s", from, stdout)
		}
		return map[string][]byte{to: src}, nil
	}
}

// ToolFolder is the folder of the Sources of a tool that is compiled with the declarations of a
// type, and the name of its package: one for each such text.
func ToolFolder(declarations []byte) string {
	return fmt.Sprintf("of%.6x", sha256.Sum256(declarations))
}
