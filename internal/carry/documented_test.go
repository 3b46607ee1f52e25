package carry

import (
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/filetest"
)

// The table for readers names every conversion that is shipped.
func TestConversionsAreDocumented(t *testing.T) {
	doc := filetest.Read(t, "../../docs/types.md")
	names := []string{"time.Time"}
	for name := range conversions {
		names = append(names, name)
	}
	for name := range readable {
		names = append(names, name)
	}
	for name := range parametric {
		names = append(names, name)
	}
	for _, name := range names {
		if !strings.Contains(string(doc), "`"+name+"`") {
			t.Errorf("docs/types.md does not name %s", name)
		}
	}
}
