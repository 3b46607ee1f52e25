package subjects

import "time"

// Sized is written as vmihailenco/msgpack does: integers as wide as in memory, but for int.
type Sized struct {
	A int8           `msgpack:"a"`
	B int16          `msgpack:"b"`
	C int32          `msgpack:"c"`
	D int64          `msgpack:"d"`
	E uint8          `msgpack:"e"`
	F uint16         `msgpack:"f"`
	G uint32         `msgpack:"g"`
	H uint64         `msgpack:"h"`
	I int            `msgpack:"i"`
	J []any          `msgpack:"j"`
	K []string       `msgpack:"k"`
	L map[string]int `msgpack:"l"`
	M time.Time      `msgpack:"m"`
}
