package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/assay-go/assay/internal/drivertest/roundtrip"
	"github.com/assay-go/assay/internal/filetest"
)

// What the recipe for a codec of one's own says is typed here as it stands, in a module of
// its own: but for assay, which is this one, and the version of benchstat.
func TestOwnCodecRecipe(t *testing.T) {
	roundtrip.NeedsLong(t)
	text := filetest.Read(t, "../../docs/recipes/own.md")
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	typed := strings.NewReplacer(
		"go get github.com/assay-go/assay@latest", "exec go mod edit -require=github.com/assay-go/assay@v0.0.0 -replace=github.com/assay-go/assay="+root,
		"go install github.com/assay-go/assay/cmd/assay@latest", "",
		"go mod tidy", "exec go mod tidy",
		"go test -bench=. ./bench | tee out.txt", "exec go test -bench=. ./bench\ncp stdout out.txt",
		"go run golang.org/x/perf/cmd/benchstat@latest", "exec go run golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da",
	)
	var script, files strings.Builder
	script.WriteString("env GOFLAGS=\nenv GOWORK=off\n")
	for _, m := range regexp.MustCompile("(?ms)^   ```(sh|go)\n(.*?)^   ```$").FindAllStringSubmatch(string(text), -1) {
		body := regexp.MustCompile("(?m)^   ").ReplaceAllString(m[2], "")
		if m[1] == "go" {
			name, rest, _ := strings.Cut(body, "\n")
			files.WriteString("-- " + strings.TrimPrefix(name, "// ") + " --\n" + rest)
			continue
		}
		for line := range strings.Lines(typed.Replace(body)) {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, "assay ") {
				line = "exec " + line + " --time=200ms --processes=3 --cache-dir=$CACHE"
				line = strings.Replace(line, "--time=2s ", "", 1) + "\nstdout mycodec\\+raw"
			}
			script.WriteString(line + "\n")
		}
	}
	script.WriteString("stdout mycodec\\+raw\nstdout sec/op\n-- go.mod --\nmodule example.com/mine\n\ngo 1.26\n")
	dir := t.TempDir()
	filetest.Write(t, filepath.Join(dir, "own.txtar"), script.String()+files.String())
	params := scriptParams(t)
	params.Dir = dir
	testscript.Run(t, params)
}
