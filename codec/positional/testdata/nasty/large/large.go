// Package large has large arrays and many fields.
package large

type Array struct{ A [4096]uint64 }
type InMap struct{ M map[string]Array }
type InList struct {
	L []Array
	P []*Array
}
type Strings struct{ A [300]string }
type Bytes struct {
	A [70000]byte
	N int8
}
type Wide struct {
	A0, A1, A2, A3, A4, A5, A6, A7, A8, A9 string
	B0, B1, B2, B3, B4, B5, B6, B7, B8, B9 int64
	C0, C1, C2, C3, C4, C5, C6, C7, C8, C9 []string
	D0, D1, D2, D3, D4, D5, D6, D7, D8, D9 bool
}
type Bits struct {
	L []struct{ A, B, C, D, E, F, G, H *[100]int64 }
}
type Wides struct {
	L []Wide
	M map[string]Wide
}

type Cases struct {
	Array
	InMap
	InList
	Strings
	Bytes
	Wide
	Wides
	Bits
}
