package shape

import (
	"fmt"

	"github.com/assay-go/assay/typemodel"
)

// Error returns the refusals of t in a format as one error.
func Error(format string, t *typemodel.Type, list []typemodel.Refusal) error {
	return fmt.Errorf("%s: %s: %s", format, t, typemodel.JoinRefusals(list))
}
