// Package names has types and fields with the names that generated code likes.
package names

import "time"

type data struct{ V, P, R, N, B, W, Err string }
type v struct{ data data }
type V struct {
	Data data
	List []data
}
type p struct {
	A []q
	X *i1
}
type q struct{ M map[string]r }
type r struct {
	N n
	L []b
}
type n struct {
	S string
	T time.Time
}
type b struct{ E err }
type w struct{ S []string }
type err struct {
	N int32
	M map[string]w
}
type h1 struct {
	A, B int32
	S    string
}
type u2 struct {
	H h1
	L []h1
}
type i1 struct{ L [][]h1 }
type e1 struct{ M map[h2]e2 }
type h2 struct{ A int8 }
type e2 struct {
	S []string
	P *h2
}
type k1 struct{ M map[x1]x1 }
type x1 struct{ S string }
type depth struct {
	L []depth
	S string
}
type size struct{ M map[string]*size }
type dst struct{ L []dst2 }
type dst2 struct{ A string }
type src struct{ L []dst2 }
type out struct{ A [2]dst2 }
type at struct {
	A *dst2
	T time.Time
}
type c struct{ A *dst2 }
type ok struct {
	A bool
	T time.Time
}
type start struct{ M map[string]string }

// binary and math are packages elsewhere.
type binary struct{ A []float64 }
type math struct {
	A float64
	B binary
}
type slices struct{ M map[string]math }
type fmt struct{ A string }
type io struct{ A *fmt }
type errors struct{ T time.Time }
type unsafe struct{ B []byte }
type bits struct{ S []string }

type Lower struct {
	B, N, Err, Len, Type, Make, Append, String, Error, Nil, True, Range, Func, Map []string
}

type Fields struct {
	B    int32
	N    string
	P    *int32
	V    []string
	R    map[string]string
	Err  error2
	Data []byte
	D    time.Time
	I    int8
	H    [3]int32
	Len  []string
	Cap  map[string]int32
}

type error2 struct{ A []string }

// Locals and locals differ in case alone.
type Locals struct {
	A locals
	L []locals
}
type locals struct {
	A string
	B []Locals2
}
type Locals2 struct{ L []locals2 }
type locals2 struct{ S string }

type Order struct {
	A string
	O []order
}
type order struct {
	A string
	M map[string]string
}

// Underscored and non-ASCII names.
type Over_Under struct {
	A_B   string
	Ä     string
	Größe map[string]Ключ
}
type Ключ struct{ A string }

type Cases struct {
	Data data
	v_   v
	V
	P      p
	Q      q
	R      r
	N      n
	B      b
	W      w
	Err    err
	H1     h1
	U2     u2
	I1     i1
	E1     e1
	H2     h2
	K1     k1
	X1     x1
	Depth  depth
	Size   size
	Dst    dst
	Src    src
	Out    out
	At     at
	C      c
	Ok     ok
	Start  start
	Binary binary
	Math   math
	Slices slices
	Fmt    fmt
	Io     io
	Errors errors
	Unsafe unsafe
	Bits   bits
	Lower
	Fields
	Locals
	Lowers locals
	Order
	Orders order
	Over_Under
	Ключ
}
