package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/assay-go/assay/drivertest/roundtrip"
)

// quickStart are the commands of the README that this test does not run: the
// whole benchmark, the tests themselves, and the installation of the command.
var quickStart = []string{"go run ./cmd/assay run", "go test ./...", "go install ./cmd/assay"}

// TestReadme runs every other command of the README as it stands there, in a
// module like the one that it speaks of.
func TestReadme(t *testing.T) {
	roundtrip.NeedsLong(t)
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	var script strings.Builder
	script.WriteString("cd shop\n")
	commands := 0
	var inDrivers []string
	for i, block := range strings.Split(string(text), "```") {
		body, ok := strings.CutPrefix(block, "sh\n")
		if i%2 == 0 || !ok {
			continue
		}
	lines:
		for line := range strings.Lines(body) {
			line = strings.TrimSpace(line)
			for _, q := range quickStart {
				if line == q {
					continue lines
				}
			}
			if strings.HasPrefix(line, "go ") {
				inDrivers = append(inDrivers, line)
				continue
			}
			if !strings.HasPrefix(line, "assay ") {
				t.Errorf("the README has a command that no test knows how to run: %s", line)
				continue
			}
			script.WriteString("exec " + line + " --cache-dir=$CACHE\n")
			commands++
		}
	}
	if commands < 8 {
		t.Errorf("only %d commands were found in the README", commands)
	}
	script.WriteString(readmeModule)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "readme.txtar"), []byte(script.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	params := scriptParams(t)
	params.Dir = dir
	testscript.Run(t, params)
	t.Run("drivers", func(t *testing.T) { runInDrivers(t, inDrivers) })
}

// runInDrivers runs the commands for somebody who adds a driver, but for the flag
// that lets them write: so they compare.
func runInDrivers(t *testing.T, commands []string) {
	if len(commands) != 3 {
		t.Fatalf("for somebody who adds a driver, the README has %q", commands)
	}
	for _, line := range commands[1:] {
		checked, ok := strings.CutSuffix(line, " -update")
		if !ok {
			t.Errorf("%s writes nothing", line)
		}
		cmd := exec.Command("sh", "-c", checked)
		cmd.Dir = "../../drivers"
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
	}
}

const readmeModule = `
-- shop/go.mod --
module example.com/shop

go 1.26
-- shop/orders/orders.go --
package orders

import "time"

type Order struct {
	ID     uint64
	Lines  []Line
	Tags   map[string]string
	Placed time.Time
}

type Line struct {
	SKU   string
	Count int32
	Price float64
}

func SampleOrders() ([]Order, error) {
	return []Order{{ID: 1, Lines: []Line{{"a", 2, 9.5}}, Placed: time.Unix(1700000000, 0).UTC()}}, nil
}
-- shop/orders.proto --
message order = { id : int; lines : [ (string * int) ] }
-- shop/orders_v2.proto --
message order = { id : int; lines : [ (string * int) ]; paid : bool [@default false] }
-- shop/orders.jsonl --
{"ID":1,"Lines":[{"SKU":"x","Count":3,"Price":1.25}],"Tags":{"a":"b"},"Placed":"2024-01-02T03:04:05Z"}
{"ID":2,"Lines":[{"SKU":"y","Count":1,"Price":2.5}],"Placed":"2024-01-02T03:04:06.5Z"}
`
