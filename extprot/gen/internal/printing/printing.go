// Package printing is what the printers of generated code share, as package support is
// what all of it does.
package printing

//lint:file-ignore U1000 Generated code uses these declarations.

import (
	"encoding/json"
	"fmt"
	"math"
	"unicode/utf8"
)

// printInt appends a number as JSON that no language rounds.
func printInt(b []byte, n int64) []byte { return fmt.Appendf(b, `"%d"`, n) }

func printByte(b []byte, n uint8) []byte { return fmt.Append(b, n) }

func printBool(b []byte, v bool) []byte { return fmt.Append(b, v) }

// printFloat appends the bits, so that NaN and -0 are told apart.
func printFloat(b []byte, f float64) []byte { return fmt.Appendf(b, `"%016x"`, math.Float64bits(f)) }

// bare appends what is written to it without the line's end that an encoder adds.
type bare []byte

func (b *bare) Write(p []byte) (int, error) {
	*b = append(*b, p[:len(p)-1]...)
	return len(p), nil
}

// printString appends text as text, and other bytes as {"hex":"…"}.
func printString(b []byte, s string) []byte {
	if !utf8.ValidString(s) {
		return fmt.Appendf(b, `{"hex":"%x"}`, s)
	}
	out := bare(b)
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // strings have no error
	return out
}
