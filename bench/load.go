package bench

import (
	"context"

	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/internal/worker/protocol"
)

// Loaded is a type as it can be built, and where its values come from, for who
// asks workers other things than a bench does.
type Loaded struct {
	Subject *compile.Subject
	Data    protocol.Data
	Notes   []string // what was decided about the type
	Unused  []string // flags of the source about types that this one does not hold
}

// Loader loads the types of sources, and their packages and modules once. It is for a time
// in which the sources do not change, and one goroutine.
type Loader struct{ o *opener }

// NewLoader returns a loader that has loaded nothing. Of cfg it uses the folders and the
// environment alone.
func NewLoader(cfg Config) *Loader {
	return &Loader{newOpener(cfg)}
}

// Load loads the type of a source. Nothing is compiled, but where it must be found out what
// interfaces hold.
func (l *Loader) Load(ctx context.Context, src Source) (*Loaded, error) {
	if err := checkNames([]Source{src}); err != nil {
		return nil, err
	}
	s, err := l.o.open(ctx, src)
	if err != nil {
		return nil, err
	}
	return &Loaded{Subject: s.build, Data: s.data, Notes: s.notes, Unused: s.unmet}, nil
}
