package reproduce

import (
	"slices"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/typemodel"
)

// calls are drivers with the calls of the documents, where these are others than ours: libraries
// that work by reflection get a copy of the value in an interface, and Skycoin's blocks are
// converted by funcs that copy and return what they make.
func calls() []*driver.Driver {
	return []*driver.Driver{
		called("json", driver.Funcs{
			Imports:   []string{"encoding/json"},
			Marshal:   `return json.Marshal(*v)`,
			Unmarshal: `return json.Unmarshal(data, v)`,
		}),
		called("xml", driver.Funcs{ // Marshal makes an Encoder for each value
			Imports:   []string{"encoding/xml"},
			Marshal:   `return xml.Marshal(*v)`,
			Unmarshal: `return xml.Unmarshal(data, v)`,
			Write:     `return xml.NewEncoder(w).Encode(v)`,
			Read:      `return xml.NewDecoder(r).Decode(v)`,
		}),
		called("gotiny", driver.Funcs{
			Imports: []string{"errors", "github.com/niubaoshu/gotiny"},
			Decls:   `var errLength = errors.New("gotiny: the value does not take the whole input")`,
			State:   `enc, dec := gotiny.NewEncoder(*new(T)), gotiny.NewDecoder(*new(T))`,
			Append: `enc.AppendTo(buf)
				return enc.Encode(*v), nil`,
			Unmarshal: `if n := dec.Decode(data, v); n != len(data) {
					return errLength
				}
				return nil`,
		}),
		called("xdr2", driver.Funcs{
			Imports: []string{"bytes", "errors", "xdr github.com/davecgh/go-xdr/xdr2"},
			Decls:   `var errLength = errors.New("xdr2: the value does not take the whole input")`,
			Marshal: `var out bytes.Buffer
				_, err := xdr.Marshal(&out, *v)
				return out.Bytes(), err`,
			Unmarshal: `n, err := xdr.Unmarshal(bytes.NewBuffer(data), v)
				if err == nil && n != len(data) {
					err = errLength
				}
				return err`,
		}),
		accessors(),
		ofBlocks("gencode", "SIG", "[65]byte", "HASH", "[32]byte", "KEY", "[20]byte", "REF", "", "PTR", "", "WHOLE", "[:]", "OWN", "sig(b.Sig)",
			"COPY", `func sig(s signedblock.Sig) (c [65]byte) {
				copy(c[:], s[:])
				return c
			}

			func hash(h signedblock.SHA256) (c [32]byte) {
				copy(c[:], h[:])
				return c
			}

			func key(k signedblock.Ripemd160) (c [20]byte) {
				copy(c[:], k[:])
				return c
			}`),
		ofBlocks("colfer", "SIG", "[]byte", "HASH", "[]byte", "KEY", "[]byte", "REF", "&", "PTR", "*", "WHOLE", "", "OWN", "b.Sig[:]",
			"COPY", `func clone(b []byte) []byte {
				c := make([]byte, len(b))
				copy(c, b)
				return c
			}

			func sig(s signedblock.Sig) []byte { return clone(s[:]) }

			func hash(h signedblock.SHA256) []byte { return clone(h[:]) }

			func key(k signedblock.Ripemd160) []byte { return clone(k[:]) }`),
	}
}

// called is d by other calls.
func called(name string, f driver.Funcs) *driver.Driver {
	d := *drivers.Find(name)
	d.Name += "-document"
	d.Doc = "As the documents call it."
	d.Variants = slices.Clone(d.Variants)
	for i := range d.Variants {
		d.Variants[i].Reuse = f.Append != ""
	}
	d.Emit = func(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
		a.EmitNew(t, f)
		return nil
	}
	return &d
}

// accessors is FlatBuffers read by what flatc prints for gosercomp's struct: a func for each field, which
// finds a list anew for each of its elements.
func accessors() *driver.Driver {
	inner := *drivers.Find("flatbuffers")
	d := inner
	d.Name += "-document"
	d.Doc = "Read by accessors, as the documents do."
	d.Variants = []driver.Variant{{Features: inner.Variants[0].Features, Nondeterministic: true, InternalUnsafe: true}}
	d.Check = ofType("colorgroup", "ColorGroup")
	d.Emit = func(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
		codec, err := nest(a, inner, t, v)
		if err != nil {
			return err
		}
		a.EmitNew(t, driver.Funcs{
			Imports: []string{"codec " + codec, "flatbuffers github.com/google/flatbuffers/go"},
			Decls: `type group struct{ table flatbuffers.Table }

				func root(data []byte) *group {
					return &group{flatbuffers.Table{Bytes: data, Pos: flatbuffers.GetUOffsetT(data)}}
				}

				func (g *group) id() int32 {
					if o := flatbuffers.UOffsetT(g.table.Offset(4)); o != 0 {
						return g.table.GetInt32(o + g.table.Pos)
					}
					return 0
				}

				func (g *group) name() string {
					if o := flatbuffers.UOffsetT(g.table.Offset(6)); o != 0 {
						return g.table.String(o + g.table.Pos)
					}
					return ""
				}

				func (g *group) colors() int {
					if o := flatbuffers.UOffsetT(g.table.Offset(8)); o != 0 {
						return g.table.VectorLen(o)
					}
					return 0
				}

				func (g *group) color(i int) string {
					if o := flatbuffers.UOffsetT(g.table.Offset(8)); o != 0 {
						return g.table.String(g.table.Vector(o) + flatbuffers.UOffsetT(4*i))
					}
					return ""
				}`,
			State:     `c := codec.New()`,
			Marshal:   `return c.Marshal(v)`,
			Unmarshal: `return c.Unmarshal(data, v)`,
			Access: `g := root(data)
				sum := uint64(g.id()) + uint64(len(g.name()))
				for i := range g.colors() {
					sum += uint64(len(g.color(i)))
				}
				return sum, nil`,
		})
		return nil
	}
	return &d
}

// nest puts the adapter of a driver into the folder codec of another one, and returns its import path.
func nest(a *driver.Adapter, d driver.Driver, t *typemodel.Type, v driver.Variant) (path string, err error) {
	codec := driver.NewAdapter(a.PkgPath() + "/codec")
	if err := d.Emit(codec, t, v); err != nil {
		return "", err
	}
	return codec.PkgPath(), a.Nest("codec", codec)
}

// ofBlocks is d with a conversion in the form of the Skycoin document. Its libraries' structs are
// S0 for the block with its signature to S6 for an address, with fields F1 and so on.
func ofBlocks(name string, words ...string) *driver.Driver {
	inner := *drivers.Find(name)
	d := inner
	d.Name += "-document"
	d.Doc = "With a conversion in the form of the Skycoin document."
	d.Check = ofType("signedblock", "SignedBlock")
	d.Emit = func(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
		codec, err := nest(a, inner, t, v)
		if err != nil {
			return err
		}
		a.Use("fmt", "codec "+codec, "gen "+codec+"/gen", t.Name.PkgPath)
		a.P("type T = ", t)
		a.P("type Wire = codec.Wire")
		a.P("func New() ", driver.Codec(), "[T] { return codec.New() }")
		a.P("func NewWire() ", driver.Codec(), "[Wire] { return codec.NewWire() }")
		a.P(strings.NewReplacer(words...).Replace(conversion))
		return nil
	}
	return &d
}

const conversion = `
func ToWire(from *T, to *Wire) error {
	toWire(*from, to)
	return nil
}

// FromWire has the lengths of what is copied checked, as Skycoin's own funcs do.
func FromWire(from *Wire, to *T) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	*to = fromWire(from)
	return nil
}

COPY

func toWire(b T, to *Wire) {
	list := make([]PTRgen.S4, len(b.Body.Transactions))
	for i := range list {
		t := b.Body.Transactions[i]
		sigs := make([]SIG, len(t.Sigs))
		for j, s := range t.Sigs {
			sigs[j] = sig(s)
		}
		ins := make([]HASH, len(t.In))
		for j, h := range t.In {
			ins[j] = hash(h)
		}
		outs := make([]PTRgen.S5, len(t.Out))
		for j, o := range t.Out {
			outs[j] = REFgen.S5{F1: REFgen.S6{F1: o.Address.Version, F2: key(o.Address.Key)}, F2: o.Coins, F3: o.Hours}
		}
		list[i] = REFgen.S4{F1: t.Length, F2: t.Type, F3: hash(t.InnerHash), F4: sigs, F5: ins, F6: outs}
	}
	h := b.Head
	*to = Wire{
		F1: REFgen.S1{
			F1: REFgen.S2{F1: h.Version, F2: h.Time, F3: h.BkSeq, F4: h.Fee, F5: hash(h.PrevHash), F6: hash(h.BodyHash), F7: hash(h.UxHash)},
			F2: REFgen.S3{F1: list},
		},
		F2: OWN,
	}
}

// Skycoin's funcs for signatures and addresses are too large to be put into their callers, as they call
// log.Panic where a length is wrong; that for hashes is not. They fill a variable and return it, which
// is copied once more: with results that have names reading by Gencode took 0.92 times as long.
//
//go:noinline
func fail(what string) { panic(what + " of another length") }

//go:noinline
func toSig(b []byte) signedblock.Sig {
	s := signedblock.Sig{}
	if len(b) != len(s) {
		fail("a signature")
	}
	copy(s[:], b)
	return s
}

func toHash(b []byte) signedblock.SHA256 {
	h := signedblock.SHA256{}
	if len(b) != len(h) {
		panic("a hash of another length")
	}
	copy(h[:], b)
	return h
}

//go:noinline
func toKey(b []byte) signedblock.Ripemd160 {
	k := signedblock.Ripemd160{}
	if len(b) != len(k) {
		fail("an address")
	}
	copy(k[:], b)
	return k
}

func fromWire(b *Wire) T {
	list := make([]signedblock.Transaction, len(b.F1.F2.F1))
	for i := range list {
		t := b.F1.F2.F1[i]
		sigs := make([]signedblock.Sig, len(t.F4))
		for j, s := range t.F4 {
			sigs[j] = toSig(sWHOLE)
		}
		ins := make([]signedblock.SHA256, len(t.F5))
		for j, h := range t.F5 {
			ins[j] = toHash(hWHOLE)
		}
		outs := make([]signedblock.TransactionOutput, len(t.F6))
		for j, o := range t.F6 {
			outs[j] = signedblock.TransactionOutput{Address: signedblock.Address{Version: o.F1.F1, Key: toKey(o.F1.F2WHOLE)}, Coins: o.F2, Hours: o.F3}
		}
		list[i] = signedblock.Transaction{Length: t.F1, Type: t.F2, InnerHash: toHash(t.F3WHOLE), Sigs: sigs, In: ins, Out: outs}
	}
	h := b.F1.F1
	return T{
		Sig: toSig(b.F2WHOLE),
		Block: signedblock.Block{
			Head: signedblock.BlockHeader{Version: h.F1, Time: h.F2, BkSeq: h.F3, Fee: h.F4, PrevHash: toHash(h.F5WHOLE), BodyHash: toHash(h.F6WHOLE), UxHash: toHash(h.F7WHOLE)},
			Body: signedblock.BlockBody{Transactions: list},
		},
	}
}
`
