package positional

import "github.com/assay-go/assay/typemodel"

// Formats are the formats of the family.
var Formats = []*Format{Flat, Skycoin, XDR2, MusRaw, MusVarint, Benc, Gencode, GencodeVarint, Bebop, Gotiny}

// Skycoin is the format of Skycoin's encoder.
var Skycoin = &Format{
	ID:    "skycoin",
	Title: "Skycoin",
	About: "The format of Skycoin's encoder (github.com/skycoin/skycoin/src/cipher/encoder): little-endian numbers in their " +
		"width, strings, slices and maps after a count of 4 bytes, nil and empty alike. A time.Time is Unix nanoseconds as " +
		"int64, where the original writes nothing at all. Two equal keys of a map, and a count cut short in an omitempty " +
		"field, are errors.",
	Numbers: fixedWidths(append(sizedIntegers, floats...)...),
	Length:  Number{Bytes: 4},
	Time:    TimeNano,
	Tag:     "enc",

	OmitEmpty: true,
}

// XDR2 is XDR as davecgh/go-xdr maps it.
var XDR2 = &Format{
	ID:    "xdr2",
	Title: "XDR",
	About: "XDR (RFC 4506) as github.com/davecgh/go-xdr/xdr2 maps Go types to it: big-endian, everything a multiple of 4 bytes. " +
		"int and uint take 4 bytes and lose what is above them, as in the original. Pointers are not optional: nil is an error. " +
		"A time.Time is a string in the layout of RFC 3339.",
	BigEndian: true,
	Numbers: map[typemodel.Kind]Number{
		typemodel.Int8: {Bytes: 4}, typemodel.Int16: {Bytes: 4}, typemodel.Int32: {Bytes: 4}, typemodel.Int: {Bytes: 4},
		typemodel.Uint8: {Bytes: 4}, typemodel.Uint16: {Bytes: 4}, typemodel.Uint32: {Bytes: 4}, typemodel.Uint: {Bytes: 4},
		typemodel.Int64: {Bytes: 8}, typemodel.Uint64: {Bytes: 8},
		typemodel.Float32: {Bytes: 4}, typemodel.Float64: {Bytes: 8},
	},
	Bool:      BoolUint32,
	Length:    Number{Bytes: 4},
	EmptyMaps: true,
	Pad:       4,
	Pointers:  PointerValue,
	Time:      TimeRFC3339,
	Tag:       "xdr",
}

// MusRaw is MUS with integers of fixed width.
var MusRaw = &Format{
	ID:    "mus",
	Title: "MUS (raw)",
	About: "The MUS format of github.com/mus-format/mus-go with raw numbers: little-endian in their width, lengths as varints, " +
		"arrays with their count, a byte before what a pointer leads to. A time.Time is Unix nanoseconds as int64.",
	Numbers:  fixedWidths(append(append([]typemodel.Kind{typemodel.Int, typemodel.Uint}, sizedIntegers...), floats...)...),
	Nil:      NilEmpty,
	Arrays:   ArrayCounted,
	Pointers: PointerNilOne,
	Time:     TimeNano,
	Tag:      "mus",
}

// MusVarint is MUS with integers of variable length.
var MusVarint = &Format{
	ID:    "musvarint",
	Title: "MUS (varint)",
	About: "The MUS format of github.com/mus-format/mus-go with integers as varints, signed ones after zigzag, and raw floats " +
		"and times. The rest is as in mus.",
	Numbers:  varints(fixedWidths(floats...), append([]typemodel.Kind{typemodel.Int, typemodel.Uint}, sizedIntegers...)...),
	Nil:      NilEmpty,
	Arrays:   ArrayCounted,
	Pointers: PointerNilOne,
	Time:     TimeNano,
	Tag:      "mus",
}

// Benc is the plain form of benc.
var Benc = &Format{
	ID:    "benc",
	Title: "benc",
	About: "The plain form of github.com/deneonet/benc (package std): little-endian numbers in their width, int and uint and " +
		"lengths as varints, four bytes of 1 after the elements of a slice or map, which are checked. Arrays are written as " +
		"slices, a time.Time as Unix nanoseconds: the library has neither.",
	Numbers: varints(fixedWidths(append([]typemodel.Kind{
		typemodel.Int16, typemodel.Int32, typemodel.Int64, typemodel.Uint8, typemodel.Uint16, typemodel.Uint32, typemodel.Uint64,
	}, floats...)...), typemodel.Int, typemodel.Uint),
	Nil:     NilEmpty,
	Arrays:  ArrayCounted,
	ListEnd: "\x01\x01\x01\x01",
	Time:    TimeNano,
	Tag:     "benc",
}

// Gencode is gencode with plain integers.
var Gencode = &Format{
	ID:    "gencode",
	Title: "gencode",
	About: "The format of github.com/andyleap/gencode with plain integers: little-endian in their width, lengths as varints, a " +
		"byte before what a pointer leads to, times as the 15 bytes of Time.MarshalBinary. Zones whose offset has seconds are errors.",
	Numbers:  fixedWidths(append(sizedIntegers, floats...)...),
	NoMaps:   true,
	Pointers: PointerByte,
	Time:     TimeGo,
	Tag:      "gencode",
}

// GencodeVarint is gencode with integers of variable length.
var GencodeVarint = &Format{
	ID:    "gencodevarint",
	Title: "gencode (varint)",
	About: "The format of github.com/andyleap/gencode with vint and vuint integers: varints, signed ones after zigzag. The rest is " +
		"as in gencode.",
	Numbers:  varints(fixedWidths(floats...), sizedIntegers...),
	NoMaps:   true,
	Pointers: PointerByte,
	Time:     TimeGo,
	Tag:      "gencode",
}

// Bebop is the structs of bebop.
var Bebop = &Format{
	ID:    "bebop",
	Title: "Bebop",
	About: "The structs of Bebop as github.com/200sc/bebop writes them: little-endian numbers in their width, counts of 4 bytes, " +
		"dates as int64 in units of 100 ns, the zero time as 0. Arrays are written as lists.",
	Numbers: fixedWidths(append([]typemodel.Kind{
		typemodel.Int16, typemodel.Int32, typemodel.Int64, typemodel.Uint8, typemodel.Uint16, typemodel.Uint32, typemodel.Uint64,
	}, floats...)...),
	Length: Number{Bytes: 4},
	Nil:    NilEmpty,
	Arrays: ArrayCounted,
	Time:   TimeTicks,
	Tag:    "bebop",
}

// Gotiny is the format of gotiny.
var Gotiny = &Format{
	ID:    "gotiny",
	Title: "gotiny",
	About: "The format of github.com/niubaoshu/gotiny: varints, bools and the flags of pointers, slices and maps in bits that " +
		"share bytes, floats as varints of their reversed bytes. A time.Time is Unix nanoseconds. Types with unexported fields, " +
		"which the original writes too, are refused, and so are types that marshal themselves.",
	Numbers: map[typemodel.Kind]Number{
		typemodel.Int8: {Bytes: 1}, typemodel.Int16: {ZigZag: true}, typemodel.Int32: {ZigZag: true},
		typemodel.Int64: {ZigZag: true, Nine: true}, typemodel.Int: {ZigZag: true, Nine: true},
		typemodel.Uint8: {Bytes: 1}, typemodel.Uint16: {}, typemodel.Uint32: {},
		typemodel.Uint64: {Nine: true}, typemodel.Uint: {Nine: true}, typemodel.Uintptr: {Nine: true},
		typemodel.Float32: {Reversed: true}, typemodel.Float64: {Reversed: true, Nine: true},
	},
	Bool:       BoolBit,
	Length:     Number{Short: true},
	Nil:        NilBit,
	Pointers:   PointerBit,
	Time:       TimeLocalNano,
	Tag:        "gotiny",
	Unexported: true,
}

// Flat is assay's own format.
var Flat = &Format{
	ID:    "flat",
	Title: "flat",
	About: "assay's own format: little-endian numbers in their width, those of a struct first, then strings and slices. nil and " +
		"empty are told apart, interfaces hold the types that //assay:impl names, or basic ones, and every time.Time is kept to the nanosecond. docs/formats/flat.md describes it byte by byte.",
	Numbers:    fixedWidths(append(append([]typemodel.Kind{typemodel.Int, typemodel.Uint, typemodel.Uintptr}, sizedIntegers...), floats...)...),
	Nil:        NilPlusOne,
	Pointers:   PointerByte,
	Interfaces: InterfaceTagged,
	Dynamic:    true,
	Time:       TimeWord,
	FixedFirst: true,
	Evolvable:  true,
	Marshalers: true,
}
