//go:build long

package roundtrip

const long = true
