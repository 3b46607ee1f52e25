// Package json is a copy of encoding/json, of which its signatures are left.
package json

import "io"

type Decoder struct{ r io.Reader }

func Marshal(v any) ([]byte, error)      { return nil, nil }
func Unmarshal(data []byte, v any) error { return nil }
