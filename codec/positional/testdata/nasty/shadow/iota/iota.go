// Package piota declares iota.
package piota

type iota struct{ A int32 }

type T struct {
	A iota
	L []string
	B bool
	P *int32
}

type Cases struct{ T }
