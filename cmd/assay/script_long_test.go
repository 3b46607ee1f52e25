//go:build long

package main

const longTests = true
