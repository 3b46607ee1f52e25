package main

import "golang.org/x/mod/semver"

// latestFirst orders versions: the highest semantic version first, and what is
// none, such as main, behind them.
func latestFirst(a, b string) int {
	if c := semver.Compare(b, a); c != 0 {
		return c
	}
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
