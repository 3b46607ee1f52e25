// Package original is generated from the schema of the original's own test suite, which has its
// licence beside it; the suite's cases are rewritten here.
package original

import "errors"

// Digest is a type of ours in the place of a string, which is never empty.
type Digest struct{ text string }

func toDigest(s string) (Digest, error) {
	if s == "" {
		return Digest{}, errors.New("a digest is not empty")
	}
	return Digest{s}, nil
}

func fromDigest(d Digest) string { return d.text }

// Flag wraps a bool.
type Flag struct{ On bool }

func toFlag(on bool) (Flag, error) { return Flag{on}, nil }

func fromFlag(f Flag) bool { return f.On }
