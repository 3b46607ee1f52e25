package carry

import (
	"os"
	"strings"
	"testing"
)

// The table for readers names every conversion that is shipped.
func TestConversionsAreDocumented(t *testing.T) {
	doc, err := os.ReadFile("../../docs/types.md")
	if err != nil {
		t.Fatal(err)
	}
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
