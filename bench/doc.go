// Package bench measures serializers on a type: it loads the type, builds the
// rows that were chosen, verifies them and measures them, and gives the run's
// document. The command, the machine's examination and the tests of drivers all
// come through here, and so may a program of anybody's:
//
//	b, err := bench.Open(ctx, bench.Config{Drivers: drivers.All}, bench.Source{Name: "./orders.Order"})
//	run, err := b.Run(ctx, bench.Options{Time: 10 * time.Second})
//
// Nothing is ever compiled while something is timed. Subjects that are built
// together are measured together, by processes that go from one to the next. Without
// that one subject is measured before the next is built.
//
// The package knows neither serializers, which it is given, nor how a run is
// reported.
//
// A type with its values, the drivers and the choice of rows enter; the document
// of a run leaves.
//
// Unstable: names may change in a minor version.
package bench
