// Command gen writes the code of each dialect into a package of its own.
package main

import (
	"log"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/cbor"
	"github.com/assay-go/assay/codec/cbor/testdata/dialects/types"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

func main() {
	log.SetFlags(0)
	common := []reflect.Type{reflect.TypeFor[types.All](), reflect.TypeFor[types.Sparse](), reflect.TypeFor[types.Pair]()}
	kinds := reflect.TypeFor[types.Kinds]()
	loose := reflect.TypeFor[types.Loose]()
	for dialect, list := range map[string][]reflect.Type{
		"fxamacker": append(common, loose, kinds), "coredet": append(common, loose), "ctap2": append(common, loose), "ugorji": append(common, reflect.TypeFor[types.Common]()),
		"rfc3339": {loose}, "unix": {loose}, "unixdynamic": {loose}, "unixdynamic_coredet": {loose},
	} {
		file := goprint.New("github.com/assay-go/assay/codec/cbor/testdata/dialects/"+dialect, dialect)
		var models []*typemodel.Type
		for _, t := range list {
			m, _ := typemodel.FromReflect(t)
			models = append(models, m)
		}
		format := &cbor.Format{Dialect: dialect}
		if len(list) == 1 {
			format.Time, format.Dialect, _ = strings.Cut(dialect, "_")
		}
		err := codec.Emit(format, file, models, codec.Options{MaxAlloc: 1 << 16})
		var source []byte
		if err == nil {
			source, err = file.Source()
		}
		if err == nil {
			err = os.MkdirAll(dialect, 0o777)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dialect, "code.go"), source, 0o666)
		}
		if err != nil {
			log.Fatalf("%s: %v", dialect, err)
		}
	}
}
