// Package assaytest measures a codec of your own beside the serializers that
// assay knows, from a benchmark of yours:
//
//	func BenchmarkOrder(b *testing.B) {
//		assaytest.Benchmark(b, assaytest.Codec[orders.Order]{
//			Append:    orders.AppendOrder,
//			Unmarshal: orders.UnmarshalOrder,
//		}, assaytest.Options{Against: "json,mus,gob"})
//	}
//
// Nothing is timed in the test itself. The codec is verified first, as every
// serializer is: it must give each value back, without help of what it was
// given before. Then it is measured in processes of its own, linked several
// times over, in the same rounds as what it is compared with; go test prints
// the medians as benchmark lines, which benchstat reads. The first run compiles
// what it is compared with, which takes a while.
//
// The funcs are called by their names, so they must be exported funcs, or
// methods, of a package that is no test. The type's values come from a func of
// the type's package, from a file, or are generated from the type.
//
// A codec of the caller's enters; a table in the output of go test leaves, and a
// failure where the codec is not as it should be.
//
// Stable: names stay as they are within a major version.
package assaytest
