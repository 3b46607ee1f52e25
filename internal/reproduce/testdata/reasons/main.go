// Reasons prints lengths of the go-codec document's value as JSON: packages
// inlined and named have its type, and are written by the test.
package main

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"log"
	"os"

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
	check(json.NewEncoder(os.Stdout).Encode(lengths))
}
