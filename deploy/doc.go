// Package deploy has the files that run assay on engines, and no code: its long
// test runs the script for Slurm on a cluster of one machine.
package deploy
