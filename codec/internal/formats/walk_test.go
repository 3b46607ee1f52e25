package formats_test

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/routines/routinestest"
)

// TestWalk follows CONTRIBUTING.md: it adds the format that stands there, and an option of
// the format json, has the list made as go generate does, and writes code with the command
// that comes of it. The tree stays as it is: what would be written lies over it.
func TestWalk(t *testing.T) {
	routinestest.NeedsLong(t)
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	page := read(t, filepath.Join(root, "CONTRIBUTING.md"))
	over := map[string]string{}

	// A folder with the page of facts.
	made := t.TempDir()
	folders, err := filepath.Glob("*/format.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range folders {
		filetest.Write(t, filepath.Join(made, name), read(t, name))
	}
	filetest.Write(t, filepath.Join(made, "tiny", "format.go"), block(t, page, "// Package tiny"))
	over[filepath.Join(root, "codec/internal/formats/tiny/format.go")] = filepath.Join(made, "tiny", "format.go")

	// go generate ./codec/internal/formats
	lister := filepath.Join(t.TempDir(), "gen")
	filetest.Run(t, ".", nil, "go", "build", "-o", lister, "gen.go")
	filetest.Run(t, made, nil, lister)
	over[filepath.Join(root, "codec/internal/formats/all.go")] = filepath.Join(made, "all.go")

	// An option, in the file that has those of json, and what it does.
	source := read(t, filepath.Join(root, "codec/json/json.go"))
	source = replace(t, source, "type Format struct {\n", "$0"+block(t, page, "	// Brief")+"\n")
	source = replace(t, source, `func \(f \*Format\) Doc\(\) string \{\n`, "${0}if f.Brief {\nreturn \"JSON, in brief.\"\n}\n")
	filetest.Write(t, filepath.Join(made, "json.go"), source)
	over[filepath.Join(root, "codec/json/json.go")] = filepath.Join(made, "json.go")

	overlay := filepath.Join(made, "overlay.json")
	text, err := json.Marshal(map[string]any{"Replace": over})
	if err != nil {
		t.Fatal(err)
	}
	filetest.Write(t, overlay, string(text))
	assay := filepath.Join(t.TempDir(), "assay")
	filetest.Run(t, root, nil, "go", "build", "-overlay="+overlay, "-o", assay, "./cmd/assay")

	// The format writes code, which passes its own test, and big-endian bytes.
	shop := t.TempDir()
	filetest.Write(t, filepath.Join(shop, "go.mod"), "module example.com/shop\n\ngo 1.24\n")
	filetest.Write(t, filepath.Join(shop, "orders/order.go"), "package orders\n\ntype Order struct {\n\tID    uint32\n\tNote  string\n\tLines []Line\n}\n\ntype Line struct{ Count int16 }\n")
	filetest.Write(t, filepath.Join(shop, "orders/bytes_test.go"), `package orders

import "testing"

func TestBytes(t *testing.T) {
	text, err := MarshalOrderTiny(&Order{7, "ab", []Line{{-2}}})
	if want := "\x00\x00\x00\x07\x02ab\x01\xff\xfe"; string(text) != want || err != nil {
		t.Errorf("%q, %v, want %q", text, err, want)
	}
}
`)
	filetest.Run(t, shop, nil, assay, "gen", "--format=tiny", "--test", "./orders.Order")
	filetest.Run(t, shop, nil, assay, "gen", "--format=json", "--brief", "./orders.Order")
	filetest.Run(t, shop, nil, assay, "gen", "--format=json", "--brief", "--check", "./orders.Order")
	out := filetest.Run(t, shop, nil, "go", "test", "-v", "./orders")
	for _, name := range []string{"TestBytes", "TestOrderTinyRoundTrip"} {
		if !strings.Contains(out, "--- PASS: "+name) {
			t.Errorf("%s did not pass:\n%s", name, out)
		}
	}

	// The option is in the help and in the head of its format's file, and of no other's.
	if help := filetest.Run(t, shop, nil, assay, "gen", "--help"); !regexp.MustCompile(`Format json:(?s:.*)--brief`).MatchString(help) {
		t.Errorf("--brief is not in the help:\n%s", help)
	}
	if code := read(t, filepath.Join(shop, "orders/order_json.go")); !strings.Contains(code, "gen --format=json --brief ./orders.Order") || !strings.Contains(code, "JSON, in brief.") {
		t.Errorf("--brief is not in the head of\n%.500s", code)
	}
	cmd := exec.CommandContext(t.Context(), assay, "gen", "--format=tiny", "--brief", "./orders.Order")
	cmd.Dir = shop
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "--brief needs a format that has it (json") {
		t.Errorf("tiny takes --brief: %v\n%s", err, out)
	}
}

// block returns the Go code of the page that begins so.
func block(t *testing.T, page, begin string) string {
	t.Helper()
	_, code, found := strings.Cut(page, "```go\n"+begin)
	code, _, end := strings.Cut(code, "\n```")
	if !found || !end {
		t.Fatalf("CONTRIBUTING.md has no code that begins with %q", begin)
	}
	return begin + code + "\n"
}

func replace(t *testing.T, text, pattern, by string) string {
	t.Helper()
	re := regexp.MustCompile(pattern)
	if len(re.FindAllString(text, -1)) != 1 {
		t.Fatalf("%s does not stand once in the source", pattern)
	}
	return re.ReplaceAllString(text, by)
}

func read(t *testing.T, name string) string {
	t.Helper()
	text := filetest.Read(t, name)
	return string(text)
}
