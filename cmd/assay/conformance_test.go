package main

import (
	"bytes"
	"testing"
)

// What shows a failure needs the library alone, and is some ten lines.
func TestReadingProgram(t *testing.T) {
	const types = "package suites\n\ntype Any struct {\n\tV any\n}\n\ntype Document map[string]any\n"
	const adapter = `package sonic

import (
	"github.com/assay-go/assay/worker/adapter"
	"github.com/bytedance/sonic"
	"standard.assay/suites"
)

// T is the type that this adapter encodes and decodes.
type T = suites.Any

// New returns a codec.
func New() adapter.Codec[T] {
	return adapter.Codec[T]{
		Marshal:   func(v *T) ([]byte, error) { return sonic.Marshal(v) },
		Unmarshal: func(data []byte, v *T) error { return sonic.Unmarshal(data, v) },
	}
}
`
	const want = `package main

import (
	"fmt"
	"github.com/bytedance/sonic"
)

type Any struct {
	V any
}

func main() {
	data, v := []byte(INPUT), new(Any)
	err := sonic.Unmarshal(data, v)
	fmt.Println(*v, err)
}
`
	if got := readingProgram([]byte(adapter), []byte(types), "Any"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// A suite that there is not, or that has to be fetched, is a wrong command that says what to do.
func TestConformanceOfNothing(t *testing.T) {
	for _, args := range [][]string{
		{"check", "--conformance=bson"}, {"check", "--conformance=xml"}, {"check", "--conformance=json", "--matrix"}, {"check", "--conformance=json", "--format=html"},
	} {
		var stdout, stderr bytes.Buffer
		if got := run(t.Context(), &stdout, &stderr, append(args, "--cache-dir="+t.TempDir())); got != exitUsage || bytes.Count(stderr.Bytes(), []byte("\n")) != 1 {
			t.Errorf("%q: exit %d\n%s", args, got, stderr.String())
		}
	}
}
