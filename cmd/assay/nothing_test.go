package main

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/assay-go/assay/result"
)

// A run that was interrupted speaks of its tables only where they have a row that was measured.
func TestWordsOfInterruptedRun(t *testing.T) {
	running := t.Context()
	stopped, stop := context.WithCancel(t.Context())
	stop()
	cancelled := fmt.Errorf("measuring: %w", context.Canceled)
	refused := errors.New("no serializer carries it")
	row := func(status result.Status) *result.Run {
		return &result.Run{Subjects: []*result.Subject{{Cases: []*result.Case{{Status: status}}}}}
	}
	for _, test := range []struct {
		what string
		ctx  context.Context
		file *result.File
		doc  *result.Run
		err  error
		want string
	}{
		{"to its end", running, nil, row(result.Failed), nil, ""},
		{"a row was measured", stopped, nil, row(result.OK), cancelled, ""},
		{"before the first", stopped, nil, row(result.Failed), cancelled, "interrupted before a variant was measured: there is nothing to show, and nothing was written"},
		{"before the first, into a file", stopped, new(result.File), row(result.Failed), cancelled, "interrupted before a variant was measured: there is nothing to show yet; run goes on with what was written by --resume"},
		{"before that", stopped, nil, new(result.Run), refused, "interrupted before anything was measured: there is nothing to show, and nothing was written"},
		{"for another reason", running, nil, row(result.Failed), refused, "no serializer carries it"},
	} {
		got := ""
		if err := (&output{file: test.file}).nothing(test.ctx, test.doc, test.err); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.what, got, test.want)
		}
	}
}
