package positional

import (
	"embed"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/internal/routines"
)

//go:embed internal/positionalrt/*.go
var source embed.FS

// shared returns what generated code may need beside its own functions.
var shared = routines.Embedded(source, "internal/positionalrt")

// chooseRoutines settles what depends on the options and on all types of the call.
func (e *emitter) chooseRoutines(plans []*plan) {
	for _, p := range plans {
		if slices.ContainsFunc(p.reachable(p.root), func(n *node) bool { return n.framed }) {
			e.routines.Instead("Reader.offset", "Reader.offsetFramed")
		}
	}
	if e.format.BatchStrings {
		e.routines.Instead("Window", "BatchWindow")
		e.routines.Instead("Reader.copyBytes", "Reader.copyBatch")
		e.routines.Instead("Reader.room", "Reader.roomBatch")
	}
	if e.opts.Arena {
		e.routines.Instead("Reader.copyString", "Reader.copyStringSlab")
		e.reader("slab")
	}
}

// support returns the name of a routine and sees to it that it is printed.
func (e *emitter) support(name string) string {
	e.routines.Add(name)
	switch name {
	case "Reader":
		e.reader("fail")
		e.reader("short")
	case "BitWriter":
		e.support("BitWriter.put")
	}
	return e.Local(e.prefix + name)
}

// reader sees to it that the reader has a method or a field, and returns how the
// generated code calls it.
func (e *emitter) reader(member string) string {
	e.routines.Add("Reader." + member)
	return "r." + member
}

// printRoutines prints what the file shares, but for its Decoder and Pieces.
func (e *emitter) printRoutines() {
	for _, text := range e.routines.Sources(routines.Copy{Own: e.routine, Import: e.std, Literal: e.message}, "Decoder", "Pieces", "order", "pad", "maxAlloc", "markFixed") {
		e.P()
		e.P(text)
	}
}

// routine returns what stands in a copy for a package-level name of the routines:
// the values of choices, and else a name of the file's own.
func (e *emitter) routine(name string) string {
	switch name {
	case "order":
		return e.order()
	case "pad":
		return strconv.Itoa(e.format.Pad)
	case "maxAlloc":
		return strconv.Itoa(e.opts.MaxAlloc)
	case "markFixed":
		return strconv.Itoa(markFixed)
	}
	return e.Local(e.prefix + name)
}

// message returns a string literal of the routines as a copy has it: errors begin
// with the format's name.
func (e *emitter) message(quoted string) string {
	if rest, ok := strings.CutPrefix(quoted, `"positional: `); ok {
		return `"` + e.format.ID + ": " + rest
	}
	return quoted
}
