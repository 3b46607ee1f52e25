package xmlmapping

import (
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Batch is what rows of the extprot document begin with: a list of messages as XML, with tags
// and below a root of their own, as parsers want it. Its adapter copies, and encodes nothing.
var Batch = driver.Driver{
	Name:     "xml-batch",
	Doc:      "A list of messages as XML, for rows of the extprot document.",
	Variants: []driver.Variant{{Features: []driver.Feature{driver.Text}, Transform: true}},
	Emit: func(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
		message := t.Fields[0].Type.Elem
		a.Reserve("T", "Wire", "ToWire", "FromWire", "from", "to", "r")
		appendMessage, readMessage := emitFuncs(a, message, tagged)
		a.P("type T = ", t)
		a.P(strings.NewReplacer("MESSAGE", a.Type(message), "APPEND", appendMessage, "READ", readMessage).Replace(`
type Wire struct { Text []byte }

func ToWire(from *T, to *Wire) error {
	dst := append(to.Text[:0], "<messages>"...)
	var err error
	for i := range from.Messages {
		if dst, err = APPEND(dst, &from.Messages[i]); err != nil {
			return err
		}
	}
	to.Text = append(dst, "</messages>"...)
	return nil
}

func FromWire(from *Wire, to *T) error {
	r := &reader0{dec: xml.NewDecoder(bytes.NewReader(from.Text))}
	r.open("messages")
	for r.more() {
		to.Messages = append(to.Messages, *new(MESSAGE))
		READ(r, &to.Messages[len(to.Messages)-1])
	}
	r.shut("messages")
	return r.end()
}`))
		return nil
	},
}
