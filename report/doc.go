// Package report computes the one View that every report shows: which rows
// stand in which table, their ranks and figures, the answers in short, the rows
// left without figures and why, and the numbered notes. Below it, package layout
// arranges a View for reading, and packages text, markdown and export write it
// down; none of them computes a figure.
//
// The package takes its figures from package stats and everything else from
// the run document. It refuses to know how a report looks.
//
// The document of a run enters; a View leaves, which the packages below it
// print.
//
// Unstable: names may change in a minor version.
package report
