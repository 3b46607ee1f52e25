//go:build goexperiment.jsonv2

package subjectsv2

import (
	"regexp"
	"strconv"
	"testing"

	"github.com/assay-go/assay/codec/json/testdata/subjects"
)

var place = regexp.MustCompile(`at byte (\d+)`)

// TestLies: the code says itself where an input is no JSON, or of another kind.
func TestLies(t *testing.T) {
	subjects.Lies(t, Subjects, func(err error) (int, bool) {
		at := place.FindStringSubmatch(err.Error())
		if at == nil {
			return 0, false
		}
		n, err := strconv.Atoi(at[1])
		return n, err == nil
	})
}
