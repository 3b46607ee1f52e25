package msgp

import (
	"reflect"
	"strings"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Resource is a key with a name, as those of Kubernetes' lists of resources are.
type Resource string

// Amounts is a map with a name and such keys.
type Amounts map[Resource]string

// Limits has maps with such keys.
type Limits struct {
	Named Amounts
	Plain map[Resource]int64
	Which Resource
}

// The generator leaves maps out whose keys have a name, and calls methods of
// those that have one themselves, which it never wrote.
func TestKeysWithNames(t *testing.T) {
	model, refusals := typemodel.FromReflect(reflect.TypeFor[Limits]())
	if len(refusals) > 0 {
		t.Fatal(refusals)
	}
	a := driver.NewAdapter("example.com/adapter")
	if err := emit(a, model, driver.Variant{}); err != nil {
		t.Fatal(err)
	}
	methods := generate(t, a.Files["types.go"])
	for _, field := range []string{"Named", "Plain", "Which"} {
		if !strings.Contains(methods, `"`+field+`"`) {
			t.Errorf("the methods do not write the field %s", field)
		}
	}
	if strings.Contains(methods, "z.Named.MarshalMsg") && !strings.Contains(methods, "func (z Amounts) MarshalMsg") {
		t.Error("the methods call one of Amounts that there is not")
	}
}
