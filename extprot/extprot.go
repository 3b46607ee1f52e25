package extprot

import (
	"errors"
	"fmt"
	"strings"

	"github.com/assay-go/assay/extprot/internal/inspect"
	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/extprot/value"
	"github.com/assay-go/assay/extprot/wire"
)

// ParseHex reads hex digits as people paste them: with white space, commas, a 0x before
// groups, and the offsets and the text column of a hexdump.
func ParseHex(text string) ([]byte, error) { return inspect.ParseHex(text) }

// Encode turns the JSON of a message into its bytes.
func Encode(s *schema.Schema, message string, doc []byte) ([]byte, error) {
	m, err := find(s, message)
	if err != nil {
		return nil, err
	}
	v, err := value.ParseText(m.Type, doc)
	if err != nil {
		return nil, err
	}
	return value.Append(nil, m.Type, v)
}

// Decode turns the message that b starts with into JSON, and tells how
// many bytes it takes. Refusals of the input are of type *wire.Error.
func Decode(s *schema.Schema, message string, b []byte, o value.Options) (doc []byte, used int, err error) {
	m, err := find(s, message)
	if err != nil {
		return nil, 0, err
	}
	v, used, err := value.Decode(m.Type, b, o)
	if err != nil {
		return nil, used, err
	}
	return value.AppendText(nil, v), used, nil
}

// Form is a textual form of messages.
type Form string

// The forms. Typed and JSON need a schema.
const (
	Compact Form = "compact" // what is on the wire
	Verbose Form = "verbose" // the same, with every wire type and tag
	Typed   Form = "typed"   // with the names of the schema
	JSON    Form = "json"    // JSON, which Encode reads
)

// Inspection says how Inspect shows messages.
type Inspection struct {
	Form    Form
	Schema  *schema.Schema // for Typed and JSON
	Message string         // for Typed and JSON
	Options value.Options  // for Typed and JSON
}

// Inspect shows the concatenated messages of b, one after the other. An error
// tells the offset in b and shows the bytes around it; the text then holds the
// messages before.
func Inspect(b []byte, in Inspection) (string, error) {
	var typ *schema.Type
	if in.Form == Typed || in.Form == JSON {
		m, err := find(in.Schema, in.Message)
		if err != nil {
			return "", err
		}
		typ = m.Type
	}
	var out strings.Builder
	for at, n := 0, 0; at < len(b); n++ {
		text, used, err := show(b[at:], typ, in)
		if err != nil {
			return out.String(), located(err, b, at, n)
		}
		out.WriteString(text + "\n")
		at += used
	}
	return out.String(), nil
}

func show(b []byte, typ *schema.Type, in Inspection) (string, int, error) {
	switch in.Form {
	case Compact, Verbose:
		return inspect.Dump(b, in.Form == Verbose)
	case Typed, JSON:
		v, used, err := value.Decode(typ, b, in.Options)
		if err != nil {
			return "", used, err
		}
		if in.Form == JSON {
			return string(value.AppendText(nil, v)), used, nil
		}
		return inspect.Print(typ, v), used, nil
	}
	return "", 0, fmt.Errorf("inspecting: unknown form %q (the forms are compact, verbose, typed and json)", in.Form)
}

// located moves an error in message n, which begins at an offset, to the whole
// input and adds the bytes around it.
func located(err error, b []byte, at, n int) error {
	var e *wire.Error
	if !errors.As(err, &e) {
		return err
	}
	e.Offset += at
	return fmt.Errorf("message %d: %w\n%s", n+1, e, inspect.Excerpt(b, e.Offset))
}

func find(s *schema.Schema, message string) (*schema.Message, error) {
	if s == nil {
		return nil, errors.New("this needs a schema")
	}
	if m := s.Message(message); m != nil {
		return m, nil
	}
	var names []string
	for _, m := range s.Messages {
		names = append(names, m.Name)
	}
	return nil, fmt.Errorf("%s declares no message %q; it declares %s", s.Name, message, strings.Join(names, ", "))
}
