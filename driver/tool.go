package driver

import (
	"crypto/sha256"
	"fmt"

	"github.com/assay-go/assay/goprint"
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
	// those of many types are built as one program. See [ToolFor].
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

// ToolFor returns a tool that is compiled with the declarations of a type, in a folder and a
// package of one name for each such text. They stand in a package below it, whose name is given,
// with a file of what beside prints; main prints the statements of the tool's func Main, which
// finds that package at the path.
func ToolFor(declarations []byte, name, file string, beside func(*goprint.File), main func(f *goprint.File, path string)) (Tool, error) {
	home := fmt.Sprintf("of%.6x", sha256.Sum256(declarations))
	root := "assay.tool/" + home
	path := root + "/" + name
	b, m := goprint.New(path, name), goprint.New(root, home)
	beside(b)
	m.P("func Main() {")
	main(m, path)
	m.P("}")
	t := Tool{Sources: map[string][]byte{home + "/" + name + "/types.go": declarations}, Main: root}
	var err error
	if t.Sources[home+"/main.go"], err = m.Source(); err != nil {
		return Tool{}, err
	}
	t.Sources[home+"/"+name+"/"+file], err = b.Source()
	return t, err
}
