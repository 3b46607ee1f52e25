//go:build long

package routinestest

const long = true
