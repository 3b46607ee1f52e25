// Package ptrue declares true.
package ptrue

type true struct{ A int32 }

type T struct {
	A true
	L []string
	B bool
	P *int32
}

type Cases struct{ T }
