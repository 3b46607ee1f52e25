package bench

import (
	"strings"
	"testing"

	"github.com/assay-go/assay/typemodel"
)

// TestModuleNextDoor: nobody is told to change a module whose path merely begins as theirs does.
func TestModuleNextDoor(t *testing.T) {
	for pkgPath, own := range map[string]bool{"example.com/shop": true, "example.com/shop/orders": true, "example.com/shopping": false} {
		of := &typemodel.Type{Kind: typemodel.Struct, Name: typemodel.Name{PkgPath: pkgPath, Name: "Order"}}
		said := typemodel.JoinRefusals([]typemodel.Diagnostic{withRemedies(of, "example.com/shop", typemodel.Diagnostic{Text: "refused", Fix: "mend it", Remedies: typemodel.RemedyLeaveOut})})
		if got := strings.Contains(said, "mend it"); got != own {
			t.Errorf("%s: %s", pkgPath, said)
		}
	}
}
