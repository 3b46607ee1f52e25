package json

import (
	"github.com/assay-go/assay/codec/internal/steps"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// v2Constraint is the build constraint of what [methodsV2] prints: encoding/json/v2
// is there in Go 1.27, and in Go 1.26 by an experiment.
const v2Constraint = "goexperiment.jsonv2"

// methodsV2 prints the methods that encoding/json/v2 calls, by the functions that
// are generated for the types, with the option unsafe or not. It is for a file of
// its own.
func methodsV2(file *goprint.File, types []*typemodel.Type, unsafe bool) {
	e := &emitter{Printer: &steps.Printer{File: file}}
	encoder, decoder := e.Ident("encoding/json/jsontext", "Encoder"), e.Ident("encoding/json/jsontext", "Decoder")
	for _, t := range types {
		e.DocComment("MarshalJSONTo implements json.MarshalerTo of encoding/json/v2 by " + FuncName("Append", t) + ", which is faster where it is called itself: the encoder looks at what it is given.")
		receiver, v := e.receiver(t)
		e.Pf("func (v %s) MarshalJSONTo(e *%s) error {", receiver, encoder)
		e.Pf("text, err := %s(e.AvailableBuffer(), %s)", FuncName("Append", t), v)
		e.P("if err != nil { return err }")
		e.P("return e.WriteValue(text)")
		e.P("}")
		e.DocComment("UnmarshalJSONFrom implements json.UnmarshalerFrom of encoding/json/v2 by " + FuncName("Unmarshal", t) + ", which is faster where it is called itself: the decoder looks at the input before.")
		e.Pf("func (v *%s) UnmarshalJSONFrom(d *%s) error {", t, decoder)
		e.P("data, err := d.ReadValue()")
		e.P("if err != nil { return err }")
		if unsafe {
			e.P("data = append([]byte(nil), data...) // which v will alias, and the decoder writes to")
		}
		e.Pf("return %s(data, v)", FuncName("Unmarshal", t))
		e.P("}")
	}
}
