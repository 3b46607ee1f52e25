// Package pnil declares nil.
package pnil

type nil struct{ A int32 }

type T struct {
	A nil
	L []string
	B bool
	P *int32
}

type Cases struct{ T }
