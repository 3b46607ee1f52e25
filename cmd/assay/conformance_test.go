package main

import (
	"bytes"
	"testing"
)

// A suite that there is not, or that has to be fetched, is a wrong command that says what to do.
func TestConformanceOfNothing(t *testing.T) {
	t.Chdir(t.TempDir()) // where no types are looked for that may have been meant
	for _, args := range [][]string{
		{"check", "--conformance=bson"}, {"check", "--conformance=xml"}, {"check", "--conformance=json", "--matrix"}, {"check", "--conformance=json", "--format=html"},
	} {
		var stdout, stderr bytes.Buffer
		if got := run(t.Context(), &stdout, &stderr, append(args, "--cache-dir="+t.TempDir())); got != exitUsage || bytes.Count(stderr.Bytes(), []byte("\n")) != 1 {
			t.Errorf("%q: exit %d\n%s", args, got, stderr.String())
		}
	}
}
