package bench

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/result"
)

// Side is a state of the code, or a way to build it, whose rows stand beside those of
// the other sides: a commit, the version of a library, a toolchain, flags. Rows of one
// name are measured next to each other, in processes of their own at the same time,
// so that what the machine does meets all of them.
type Side struct {
	// Name stands behind the serializer in the names of its rows: "json@go1.27+reuse".
	Name string

	Dir     string           // that types are looked up from; empty is Config.Dir
	Env     []string         // of the go command; nil is Config.Env
	Flags   []string         // of "go build" and "go list"
	Drivers []*driver.Driver // in place of Config.Drivers, where it is not nil

	Notes []string // for the document: what is to be known of the state
}

// CacheLine is the alignment of functions for states of one code: sides of a run, and
// runs whose documents are compared. With the linker's 32 bytes on amd64 a function begins
// in either half of a cache line, by chance and in each build by itself: loops of some
// nanoseconds took some 10 % more in one half than in the other, by what two copies of one
// differ by between layouts. Codecs that differ are better measured in both halves, as
// their programs will have them.
const CacheLine = 64

var sideName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._/=-]*$`)

// CheckSides finds the first name that cannot stand in the name of a row, and what is
// there twice.
func CheckSides(sides []Side) error {
	for i, s := range sides {
		if !sideName.MatchString(s.Name) {
			return fmt.Errorf("%q cannot stand in the name of a variant: give letters, digits, and . _ / = - between them", s.Name)
		}
		if slices.ContainsFunc(sides[:i], func(o Side) bool { return o.Name == s.Name }) {
			return fmt.Errorf("%s is named twice", s.Name)
		}
	}
	return nil
}

// sides returns those of the bench: one without a name where none is asked for.
func (cfg Config) sides() []*Side {
	if len(cfg.Sides) == 0 {
		return []*Side{{}}
	}
	var list []*Side
	for i := range cfg.Sides {
		list = append(list, &cfg.Sides[i])
	}
	return list
}

// of returns the configuration as the side has it.
func (cfg Config) of(s *Side) Config {
	cfg.Dir = cmp.Or(s.Dir, cfg.Dir)
	if s.Env != nil {
		cfg.Env = s.Env
	}
	if s.Drivers != nil {
		cfg.Drivers = s.Drivers
	}
	cfg.flags = s.Flags
	return cfg
}

// error says which side an error is of, where there are several.
func (s *Side) error(err error) error {
	if s.Name == "" {
		return err
	}
	return fmt.Errorf("%s: %w", s.Name, err)
}

// record notes of a side what was built.
func (s *Side) record(doc *result.Run, goVersion string, flags, modules map[string]string) {
	if s.Name == "" || slices.ContainsFunc(doc.Sides, func(o result.Side) bool { return o.Name == s.Name }) {
		return
	}
	doc.Sides = append(doc.Sides, result.Side{Name: s.Name, GoVersion: goVersion, BuildFlags: flags, Modules: modules})
}
