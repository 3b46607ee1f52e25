package drivers

import (
	"slices"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/codecgen"
	"github.com/assay-go/assay/drivers/internal/gocodec"
	"github.com/assay-go/assay/drivers/internal/gogo"
	"github.com/assay-go/assay/drivers/internal/protobuf"
	"github.com/assay-go/assay/drivers/internal/xmlmapping"
)

//go:generate go run gen.go

// Find returns the serializer of that name, or nil. Beside those of All it knows a few that
// only published benchmarks have, and only assay reproduce measures.
func Find(name string) *driver.Driver {
	for _, d := range slices.Concat(All, published) {
		if d.Name == name {
			return d
		}
	}
	return nil
}

var published = []*driver.Driver{&codecgen.Document, &gocodec.Document, &gogo.Old, &protobuf.Pulsar, &protobuf.GogoJSON, &xmlmapping.Batch}
