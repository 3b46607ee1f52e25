//go:build !long

package routinestest

const long = false
