package workload

import "strconv"

// Workload is what the command knows of a built-in workload.
type Workload struct {
	Name  string // the folder's and the package's name
	Doc   string // one sentence: what the value is and which document it comes from
	Type  string // the name of the Go type in the package
	Count int    // how many values Values makes by default
	Flags []Flag // what scales the values

	// JSON says that it is one of those by which JSON is measured: it is measured
	// when it is named, or when all of these are, and not by default.
	JSON bool

	// Corpus is the document that the value is decoded from, and each value is the
	// whole document; nil means that the package makes its values.
	Corpus *Corpus

	// Layout writes JSON as the corpus is written, where that has indentation or
	// escapes; nil means that it has nothing but what it must have. What a JSON
	// serializer has encoded is laid out so before it is decoded.
	Layout func(text []byte) []byte

	// Alternatives are types that take the place of Type when a flag is set.
	Alternatives []Alternative
}

// Alternative is another type of a workload, with the func that makes its
// values.
type Alternative struct {
	Flag   string // the name of a bool flag
	Type   string
	Values string // a func as [Workload] describes Values
}

// TypeFor returns the name of the type that o chooses, and of the func that
// makes its values.
func (w Workload) TypeFor(o Options) (typ, values string) {
	for _, a := range w.Alternatives {
		if o.Bool(a.Flag, false) {
			return a.Type, a.Values
		}
	}
	return w.Type, "Values"
}

// Flag is a command-line flag of a workload. Workloads may share one.
type Flag struct {
	Name    string // without dashes
	Default int    // 0 or 1 when Bool, and an index when there are Choices
	Bool    bool
	Choices []string // what is given by name; nil means a number, or a bool
	Help    string   // a short phrase, units included

	// Sweep are values from small to large, where the size of the workload's
	// values grows with the flag's. One flag of a workload has them, at most.
	Sweep []int
}

// Preset returns the default as it is given on the command line.
func (f Flag) Preset() string {
	switch {
	case f.Bool:
		return strconv.FormatBool(f.Default != 0)
	case f.Choices != nil:
		return f.Choices[f.Default]
	}
	return strconv.Itoa(f.Default)
}

// Values is the flag of a workload that has its document's own values besides
// those that are drawn: see [Options.Document].
var Values = Flag{
	Name:    "values",
	Choices: []string{"drawn", "document"},
	Help:    "whose values: many that are drawn, or the document's own",
}

// Swept returns the flag that the sizes of the workload's values grow with, nil
// when there is none.
func (w Workload) Swept() *Flag {
	for i := range w.Flags {
		if len(w.Flags[i].Sweep) > 0 {
			return &w.Flags[i]
		}
	}
	return nil
}

// Options are what the values of a workload depend on, and nothing else: the
// same options give the same values on every machine.
type Options struct {
	Seed  uint64
	Count int            // number of values; 0 means the workload's default
	Flags map[string]int // by flag name; a missing one means its default

	CorpusDir string // the folder of [CorpusModule], for a workload that has a corpus
}

// Int returns the flag's value, or fallback when it was not given.
func (o Options) Int(name string, fallback int) int {
	if v, ok := o.Flags[name]; ok {
		return v
	}
	return fallback
}

// Document reports whether the values are to be those that the workload's
// document was measured with: often a single one, which branch predictors learn by
// heart, so that figures taken with it are lower than a program's will be.
func (o Options) Document() bool { return o.Int(Values.Name, 0) == 1 }

// Bool returns the flag's value, or fallback when it was not given.
func (o Options) Bool(name string, fallback bool) bool {
	if v, ok := o.Flags[name]; ok {
		return v != 0
	}
	return fallback
}
