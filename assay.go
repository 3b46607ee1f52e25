// Package assay is the root of a workbench for serializers. It is used in three
// ways:
//
//	assay run ./orders.Order
//
// is the command, which measures serializers on a type; "assay help" has its other
// verbs. A benchmark of yours that measures a codec of your own beside the others is
// package [assaytest]:
//
//	func BenchmarkOrder(b *testing.B) {
//		assaytest.Benchmark(b, assaytest.Codec[orders.Order]{
//			Append:    orders.AppendOrder,
//			Unmarshal: orders.UnmarshalOrder,
//		}, assaytest.Options{Against: "json,mus,gob"})
//	}
//
// And a program of yours opens a [bench], runs it and reports the run's document,
// which is package [result]:
//
//	b, err := bench.Open(ctx, bench.Config{Drivers: drivers.All}, bench.Source{Name: "./orders.Order"})
//	run, err := b.Run(ctx, bench.Options{Time: 10 * time.Second})
//
// The example has the whole program. Of the packages below, in the order in which a
// run goes through them: typemodel is the model of a type, drivers the
// serializers, compile builds workers, measure runs them, stats and report make
// tables of the document; codec and extprot generate code for formats.
//
// This package itself holds the sources that a worker is built from, so that it
// is compiled against exactly the code that the command was built with, without
// a module proxy and without a checkout.
//
// Unstable: names may change in a minor version.
//
// [assaytest]: https://pkg.go.dev/github.com/assay-go/assay/assaytest
// [bench]: https://pkg.go.dev/github.com/assay-go/assay/bench
// [result]: https://pkg.go.dev/github.com/assay-go/assay/result
package assay

import (
	"embed"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// ModulePath is the module that the sources belong to.
const ModulePath = "github.com/assay-go/assay"

//go:embed worker workload workloads result internal/worker internal/atomic codec/json/jsonrt codec/json/jsonstd
var embedded embed.FS

//go:embed go.mod go.sum internal/measure/compression
var programs embed.FS

// Programs returns the module with nothing but the command that compresses, which few
// runs need: it is compiled when it is first asked for.
func Programs() fs.FS { return sources{programs} }

// Sources returns the packages that a worker imports, at their paths below the
// module's root: worker, workload, workloads and result with the packages below
// them, the writer of files, and the routines of JSON, without tests and test data. They import the standard library and each
// other only.
func Sources() fs.FS { return sources{embedded} }

// sources hides tests and test data.
type sources struct{ fsys embed.FS }

func (s sources) Open(name string) (fs.File, error) {
	if hidden(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	f, err := s.fsys.Open(name)
	if d, ok := f.(fs.ReadDirFile); ok {
		return folder{d, name}, err
	}
	return f, err
}

// folder is an open folder without its hidden entries.
type folder struct {
	fs.ReadDirFile
	name string
}

func (f folder) ReadDir(n int) ([]fs.DirEntry, error) {
	for {
		list, err := f.ReadDirFile.ReadDir(n)
		list = slices.DeleteFunc(list, func(e fs.DirEntry) bool { return hidden(path.Join(f.name, e.Name())) })
		if n <= 0 || len(list) > 0 || err != nil {
			return list, err
		}
	}
}

func hidden(name string) bool {
	return strings.HasSuffix(name, "_test.go") || slices.Contains(strings.Split(name, "/"), "testdata")
}
