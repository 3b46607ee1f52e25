// Package result is the record of a run: one JSON document that holds the
// environment, the cases with their verdicts and every measured round. Every
// report is a view of it; nothing that a report shows is computed anywhere else
// than from it.
//
// The package measures nothing, and computes no statistics: see package stats.
//
// Rounds enter, and files; a document leaves.
//
// Stable: names stay as they are within a major version.
package result
