package reproduce

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strconv"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/internal/extprot/bridge"
	"github.com/assay-go/assay/typemodel"
)

// own are the drivers of rows that documents alone have.
func own(ctx context.Context, cacheDir string) []*driver.Driver {
	return slices.Concat(batches(ctx, cacheDir), []*driver.Driver{drivers.Find("go-codec-document"), drivers.Find("codecgen-document")}, calls(), passedRows())
}

// batches are the rows of the extprot document that no serializer is: what
// becomes of a batch of messages, one after another, in a row each. They are
// measured as everything is, verified, in rounds and layouts, and are rows of the
// document alone. Each encodes a struct of its own that holds the messages in the
// form that it begins with, and so is measured without the transformation.
//
//	extprot-batch  messages of extprot: AppendBinary and DecodeBinary, one after another
//	gzip           the messages as XML: to compress them, and to decompress
//	expat          the same: to parse all of it without callbacks, and keep the text
//	xml-tokens     likewise, by encoding/xml's RawToken
//
// Parsers build nothing of what they parse: what they are verified with is the
// text that they keep, whose copying is below a hundredth of their time. A batch
// is shorter than the document's file of 100,000 messages, so that verification,
// which breaks it at every byte, comes to an end.
func batches(ctx context.Context, cacheDir string) []*driver.Driver {
	return []*driver.Driver{extprotBatch, gzipBatch, tokensBatch, expatBatch(ctx, cacheDir)}
}

var extprotBatch = batch("extprot-batch", "Apache-2.0", func(a *driver.Adapter, t, message *typemodel.Type) error {
	wire := a.PkgPath() + "/wire"
	a.Reserve("T", "Wire", "NewWire", "ToWire", "FromWire", "from", "to")
	a.ReserveTypes(t)
	a.Use(wire)
	m, err := bridge.NewMessage(message, false)
	if err != nil {
		return err
	}
	if a.Files["wire/wire.go"], err = m.Wire(); err != nil {
		return err
	}
	name := m.Conversion(a.File, wire, "wire", false)
	a.P("type T = ", t)
	a.P()
	a.P("type Wire struct { Messages []", goprint.Ident{Path: wire, Name: name}, " }")
	a.P()
	a.P("func ToWire(from *T, to *Wire) error {")
	a.P("to.Messages = make([]", goprint.Ident{Path: wire, Name: name}, ", len(from.Messages))")
	a.P("for i := range from.Messages { if err := wireTo", name, "(&from.Messages[i], &to.Messages[i]); err != nil { return err } }")
	a.P("return nil")
	a.P("}")
	a.P()
	a.P("func FromWire(from *Wire, to *T) error {")
	a.P("to.Messages = make([]", message, ", len(from.Messages))")
	a.P("for i := range from.Messages { if err := wireFrom", name, "(&from.Messages[i], &to.Messages[i]); err != nil { return err } }")
	a.P("return nil")
	a.P("}")
	a.P()
	decode := `for len(data) > 0 {
			if len(v.Messages) < cap(v.Messages) {
				v.Messages = v.Messages[:len(v.Messages)+1]
			} else {
				v.Messages = append(v.Messages, wire.` + name + `{})
			}
			n, err := v.Messages[len(v.Messages)-1].DecodeBinary(data, wire.Limits{})
			if err != nil {
				return err
			}
			data = data[n:]
		}
		return nil`
	a.EmitNewWire(driver.Funcs{
		Imports: []string{wire},
		Append: `for i := range v.Messages {
				var err error
				if buf, err = v.Messages[i].AppendBinary(buf); err != nil {
					return buf, err
				}
			}
			return buf, nil`,
		Unmarshal:      decode,
		UnmarshalReuse: "v.Messages = v.Messages[:0]\n" + decode,
	})
	return nil
})

var gzipBatch = batch("gzip", "BSD-3-Clause", ofXML(driver.Funcs{
	Imports: []string{"bytes", "compress/gzip", "io"},
	State: `var packed bytes.Buffer
		z := gzip.NewWriter(io.Discard)
		unzip := new(gzip.Reader)
		var source bytes.Reader`,
	Append: `packed = *bytes.NewBuffer(buf)
		z.Reset(&packed)
		if _, err := z.Write(v.Text); err != nil {
			return buf, err
		}
		if err := z.Close(); err != nil {
			return buf, err
		}
		return packed.Bytes(), nil`,
	Unmarshal:      gunzip,
	UnmarshalReuse: "v.Text = v.Text[:0]\n" + gunzip,
}))

const gunzip = `source.Reset(data)
	if err := unzip.Reset(&source); err != nil {
		return err
	}
	text := bytes.NewBuffer(v.Text)
	if _, err := io.Copy(text, unzip); err != nil {
		return err
	}
	v.Text = text.Bytes()
	return nil`

var tokensBatch = batch("xml-tokens", "BSD-3-Clause", ofXML(driver.Funcs{
	Imports: []string{"bytes", "encoding/xml", "io"},
	Append:  `return append(buf, v.Text...), nil`,
	Unmarshal: `d := xml.NewDecoder(bytes.NewReader(data))
		for {
			if _, err := d.RawToken(); err == io.EOF {
				break
			} else if err != nil {
				return err
			}
		}
		v.Text = append(v.Text, data...)
		return nil`,
}))

//go:embed expat/expat.c
var expatSource []byte

// expatBatch is the row of expat, which a program of its own parses with: the
// worker passes texts to it by a pipe, which takes some hundredths of the time.
// Where it cannot be built, the row is refused with the reason.
func expatBatch(ctx context.Context, cacheDir string) *driver.Driver {
	program, failed := buildExpat(ctx, cacheDir)
	d := batch("expat", "MIT", ofXML(driver.Funcs{
		Imports: []string{"encoding/binary", "errors", "io", "os/exec", "sync"},
		Decls: `// parser is the program, which is started when it is first needed, and ends with
// this one.
var parser struct {
	sync.Mutex
	in  io.WriteCloser
	out io.Reader
	buf []byte
}

func parse(text []byte) error {
	parser.Lock()
	defer parser.Unlock()
	if parser.in == nil {
		cmd := exec.Command(` + strconv.Quote(program) + `)
		in, err := cmd.StdinPipe()
		if err != nil {
			return err
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			return err
		}
		if err := cmd.Start(); err != nil {
			return err
		}
		parser.in, parser.out = in, out
	}
	parser.buf = append(binary.NativeEndian.AppendUint32(parser.buf[:0], uint32(len(text))), text...)
	if _, err := parser.in.Write(parser.buf); err != nil {
		return err
	}
	if _, err := io.ReadFull(parser.out, parser.buf[:1]); err != nil {
		return err
	}
	if parser.buf[0] != 1 {
		return errors.New("expat: not well-formed")
	}
	return nil
}`,
		Append: `return append(buf, v.Text...), nil`,
		Unmarshal: `if err := parse(data); err != nil {
				return err
			}
			v.Text = append(v.Text, data...)
			return nil`,
	}))
	if failed != nil {
		d.Check = func(*typemodel.Type, driver.Variant) []typemodel.Diagnostic {
			return []typemodel.Diagnostic{{Text: failed.Error()}}
		}
	}
	return d
}

// buildExpat compiles the program, unless it is there.
func buildExpat(ctx context.Context, cacheDir string) (program string, err error) {
	program, err = compile.CProgram(ctx, compile.Config{CacheDir: cacheDir}, "expat", expatSource, "-lexpat")
	if err != nil {
		return "", fmt.Errorf("the program that parses with expat could not be built, install a C compiler, and expat's headers (Debian: gcc, libexpat1-dev): %w", err)
	}
	return program, nil
}

// batch returns the driver of one row, for batches alone.
func batch(name, licence string, emit func(a *driver.Adapter, t, message *typemodel.Type) error) *driver.Driver {
	return &driver.Driver{
		Name:  name,
		Doc:   "A row of the extprot document.",
		Facts: driver.Facts{Licence: licence, Identity: driver.ByOrder()},
		Variants: []driver.Variant{{
			Features: []driver.Feature{driver.Binary}, Reuse: true, Transform: true,
		}},
		CarriesState: true,
		Check: func(t *typemodel.Type, _ driver.Variant) []typemodel.Diagnostic {
			if t.Kind != typemodel.Struct || len(t.Fields) != 1 || t.Fields[0].Type.Kind != typemodel.Slice {
				return []typemodel.Diagnostic{{Text: "this row is for batches of messages"}}
			}
			return nil
		},
		Emit: func(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
			return emit(a, t, t.Fields[0].Type.Elem)
		},
	}
}

// ofXML emits an adapter that begins with the messages as XML.
func ofXML(f driver.Funcs) func(a *driver.Adapter, t, message *typemodel.Type) error {
	return func(a *driver.Adapter, t, _ *typemodel.Type) error {
		codec, err := nest(a, *drivers.Find("xml-batch"), t, driver.Variant{})
		if err != nil {
			return err
		}
		a.Reserve("T", "Wire", "NewWire", "ToWire", "FromWire", "text", "d", "z", "packed", "unzip", "source", "parser", "parse")
		a.Use("codec " + codec)
		a.P("type T = ", t)
		a.P()
		a.P("type Wire = codec.Wire")
		a.P()
		a.P("var ToWire, FromWire = codec.ToWire, codec.FromWire")
		a.P()
		a.EmitNewWire(f)
		return nil
	}
}
