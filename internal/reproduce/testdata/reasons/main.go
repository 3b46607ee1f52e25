// Reasons prints lengths of the go-codec document's value as JSON: packages
// inlined and named have its type, and are written by the test. Two are of alecthomas's struct.
package main

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"log"
	"os"

	flatbuffers "github.com/google/flatbuffers/go"
	"github.com/ugorji/go/codec"
	"gopkg.in/vmihailenco/msgpack.v2"

	inlined "reasons/inlined"
	named "reasons/named"
)

var lengths = map[string]int{}

func put(name string, h codec.Handle, v any) {
	var out []byte
	check(codec.NewEncoderBytes(&out, h).Encode(v))
	lengths[name] = len(out)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	plain, tagged := inlined.Document(false), named.Document(true)
	unsigned := &codec.MsgpackHandle{}
	unsigned.PositiveIntUnsigned = true
	put("msgpack, positive integers unsigned", unsigned, plain)
	put("msgpack, under its name", &codec.MsgpackHandle{}, tagged)
	put("binc, under its name", &codec.BincHandle{AsSymbols: 2}, tagged)
	put("binc with symbols, under its name", &codec.BincHandle{AsSymbols: 1}, tagged)
	put("simple, under its name", &codec.SimpleHandle{}, tagged)
	put("cbor, under its name", &codec.CborHandle{}, tagged)
	put("json, under its name", &codec.JsonHandle{}, tagged)
	put("a time, msgpack", &codec.MsgpackHandle{}, tagged.T)
	put("a time, simple", &codec.SimpleHandle{}, tagged.T)
	put("a time, json", &codec.JsonHandle{}, tagged.T)
	put("55555 of an int64, msgpack", &codec.MsgpackHandle{}, int64(55555))
	put("55555 of an int64, msgpack, unsigned", unsigned, int64(55555))
	put("666.66e6, json", &codec.JsonHandle{}, 666.66e6)

	std, err := json.Marshal(666.66e6)
	check(err)
	lengths["666.66e6, std json"] = len(std)
	for name, v := range map[string]any{"gob": plain, "gob, with interfaces": inlined.Document(true)} {
		var out bytes.Buffer
		check(gob.NewEncoder(&out).Encode(v))
		lengths[name] = out.Len()
	}
	for name, v := range map[string]any{"55555 as it is": 55555, "55555 as an int32": int32(-55555)} {
		out, err := msgpack.Marshal(v)
		check(err)
		lengths[name+", vmihailenco"] = len(out)
	}
	extended := &codec.MsgpackHandle{}
	extended.WriteExt = true
	put("a time, msgpack, as an extension", extended, tagged.T)
	for name, order := range map[string][]int{"fields in their order": {0, 1, 2}, "texts first": {0, 2, 1}} {
		lengths["flatbuffers, "+name] = flat(order)
	}
	check(json.NewEncoder(os.Stdout).Encode(lengths))
}

// flat is the length of alecthomas's struct as a table, with a text, the time and a text
// added in an order: of two values together, with the bool set and not.
func flat(order []int) int { return table(order, true) + table(order, false) }

func table(order []int, spouse bool) int {
	b := flatbuffers.NewBuilder(0)
	name, phone := b.CreateString("0123456789abcdef"), b.CreateString("0123456789")
	b.StartObject(6)
	for _, field := range order {
		switch field {
		case 0:
			b.PrependUOffsetTSlot(0, name, 0)
		case 1:
			b.PrependInt64Slot(1, 1_750_000_000_000_000_000, 0)
		case 2:
			b.PrependUOffsetTSlot(2, phone, 0)
		}
	}
	b.PrependInt32Slot(3, 3, 0)
	b.PrependBoolSlot(4, spouse, false)
	b.PrependFloat64Slot(5, 0.5, 0)
	b.Finish(b.EndObject())
	return len(b.FinishedBytes())
}
