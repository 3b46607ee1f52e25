// Package workloads lists the built-in workloads: every folder below it is one.
// The values of some are documents, which are downloaded: see [workload.Corpus].
//
// Nothing enters; a list of workloads leaves.
//
// Unstable: names may change in a minor version.
package workloads
