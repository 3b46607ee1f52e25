// Command gen writes the code of each dialect into a package of its own.
package main

import (
	"log"
	"os"
	"path/filepath"
	"reflect"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/msgpack"
	"github.com/assay-go/assay/codec/msgpack/testdata/dialects/types"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

func main() {
	log.SetFlags(0)
	kinds := reflect.TypeFor[types.Kinds]()
	common := []reflect.Type{reflect.TypeFor[types.Common](), reflect.TypeFor[types.All](), reflect.TypeFor[types.Sparse](), reflect.TypeFor[types.Pair]()}
	for dialect, list := range map[string][]reflect.Type{
		"msgp": {reflect.TypeFor[types.Loose](), kinds}, "vmihailenco": append(common, kinds, reflect.TypeFor[types.Untyped]()), "ugorji": common, "shamaton": common,
	} {
		file := goprint.New("github.com/assay-go/assay/codec/msgpack/testdata/dialects/"+dialect, dialect)
		var models []*typemodel.Type
		for _, t := range list {
			m, _ := typemodel.FromReflect(t)
			models = append(models, m)
		}
		err := codec.Emit((&msgpack.Format{Dialect: dialect}), file, models, codec.Options{MaxAlloc: 1 << 16})
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
