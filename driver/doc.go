// Package driver says what assay knows of one serializer: its facts, its
// variants, what it cannot carry, and how to emit an adapter for a type. A
// driver is a value in a folder of its own below drivers/internal/.
//
// A driver is one exported variable, Driver, of a package of its own.
//
// A driver imports no serializer: only the adapter that it emits does. So the
// command links none of them, and a user's type and a built-in workload travel
// the same way.
//
// A picture of a type enters; diagnostics, or the source of an adapter, leave.
//
// Unstable: names may change in a minor version.
package driver
