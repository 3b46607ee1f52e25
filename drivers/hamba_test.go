package drivers_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/assay-go/assay/drivers/internal/hamba"
	"github.com/assay-go/assay/typemodel"
)

func TestHambaRefusesEmbeddedTimes(t *testing.T) {
	type stamped struct {
		time.Time
		Name string
	}
	type named struct{ Time time.Time }
	of := func(v any) []typemodel.Diagnostic {
		model, _ := typemodel.FromReflect(reflect.TypeOf(v))
		return hamba.Driver.Check(model, hamba.Driver.Variants[0])
	}
	if got := of(struct{ List []stamped }{}); len(got) != 1 || got[0].Path != "List[]" || !strings.Contains(got[0].Text, "embedded time Time") {
		t.Errorf("%+v, want the list refused", got)
	}
	if got := of(named{}); len(got) > 0 {
		t.Errorf("%+v, want none", got)
	}
}
