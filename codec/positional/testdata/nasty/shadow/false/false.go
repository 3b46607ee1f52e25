// Package pfalse declares false.
package pfalse

type false struct{ A int32 }

type T struct {
	A false
	L []string
	B bool
	P *int32
}

type Cases struct{ T }
