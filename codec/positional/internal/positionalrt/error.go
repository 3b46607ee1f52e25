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

// ValueError says where in a value a part has no encoding. The reason follows the
// part.
//
//go:noinline
func ValueError(field string, part any, reason string) error {
	return fmt.Errorf("positional: marshalling %s: %v %s", field, part, reason)
}

// MethodError says where in a value the type's own code failed.
//
//go:noinline
func MethodError(field string, err error) error {
	return fmt.Errorf("positional: marshalling %s: %w", field, err)
}
