// Package deploy has the files that run assay on engines, and no code: its long
// test runs the script for Slurm on a cluster of one machine.
//
// Nothing enters and nothing leaves: the package is there for its tests, and imports
// nothing.
package deploy
