package subjects

import "net/netip"

// Opaque has parts that something else stands for.
type Opaque struct {
	Addr netip.Addr
	List []netip.Addr
	Ints map[int32]string
}

// X and V are named as variables of the generated code are.
type x struct{ A int }
type v struct {
	X x
	L []x
	M map[string]x
}

// Vars has members of types that are named as variables of the generated code are.
type Vars struct {
	V v
	X x
}
