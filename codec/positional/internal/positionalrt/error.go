package positionalrt

import (
	"fmt"
)

// MarshalError says what of a value has no encoding.
//
//go:noinline
func MarshalError(field, reason string) error {
	return fmt.Errorf("positional: marshalling %s: %s", field, reason)
}

// MethodError says where in a value the type's own code failed.
//
//go:noinline
func MethodError(field string, err error) error {
	return fmt.Errorf("positional: marshalling %s: %w", field, err)
}
