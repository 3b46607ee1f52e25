//go:build long

package check_test

import (
	"strings"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/drivers/assay"
	"github.com/assay-go/assay/internal/drivers/bson"
	"github.com/assay-go/assay/internal/drivers/cbor"
	"github.com/assay-go/assay/internal/drivers/protobuf"
	"github.com/assay-go/assay/internal/drivers/vmihailenco"
)

// The libraries of others keep the rules of their formats, and are judged by them.
func TestMigrationsOfLibraries(t *testing.T) {
	mus := assay.Driver
	mus.Variants = nil
	for _, v := range assay.Driver.Variants {
		if mus.RowName(v) == "assay.mus" {
			mus.Variants = append(mus.Variants, v)
		}
	}
	varint := protobuf.Driver
	varint.Variants = varint.Variants[:0:0]
	for _, v := range protobuf.Driver.Variants {
		if v.Has(driver.Varint) {
			varint.Variants = append(varint.Variants, v)
		}
	}
	got := judged(t, &cbor.Driver, &vmihailenco.Driver, &varint, &mus, &bson.Driver, &flat)
	for i, m := range migrations {
		if have := got["assay.flat"][i]; m.flat != "" && have != m.flat {
			t.Errorf("%s, assay.flat: %s, want %s", m.name, have, m.flat)
		}
		for part := range strings.FieldsSeq(m.others) {
			format, want, _ := strings.Cut(part, ":")
			for name, list := range got {
				if strings.HasPrefix(name, map[string]string{"msgpack": "vmihailenco", "mus": "assay.mus"}[format]) && strings.Contains(name, format) || strings.HasPrefix(name, format) || format == "msgpack" && name == "vmihailenco" {
					if have := strings.ReplaceAll(list[i], " ", ""); have != want {
						t.Errorf("%s, %s: %s, want %s", m.name, name, have, want)
					}
				}
			}
		}
	}
}
