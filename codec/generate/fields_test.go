//go:build long

package generate

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/filetest"
)

// TestFields generates code and tests, in every format, for types of fields that no corpus
// is of, and runs both: values that package beside makes come back as they were, but for
// what the head of the file says. The table of how each type is carried stands in
// testdata/fields/table.txt; with ASSAY_UPDATE=1 it is written anew.
//
// These are not among them: rtp.Packet, whose own methods write less than it holds, and a
// struct with a cid.Cid, whose method does not read what it writes of the zero value: the tests
// that are generated for both say so.
func TestFields(t *testing.T) {
	table, err := filepath.Abs("testdata/fields/table.txt")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if *randomKeep {
		dir = filepath.Join(os.TempDir(), "fields")
	}
	roots := typesOf(t, "testdata/fields", dir)
	const module = "github.com/assay-go/assay/codec/generate/testdata/fields"
	outcomes := map[string]string{}
	var imports, calls strings.Builder
	names := Names()
	for k, root := range roots {
		c := Request{Types: []string{root}, Formats: Formats(), Out: filepath.Join("generated", fmt.Sprintf("t%02d", k), "code.go")}
		s, err := c.Load(t.Context())
		if err != nil {
			t.Fatalf("%s: %v", root, err)
		}
		for _, name := range names {
			c := c
			c.Test = slices.Contains(Lookup(name).Facts().Takes, "test")
			row := shortName.FindString(root) + "/" + name
			if outcomes[row], _ = generateOne(t, c, s, k, Lookup(name)); outcomes[row] == "–" {
				continue
			}
			pkg, folder := fmt.Sprintf("t%02d%s", k, name), filepath.Join(filepath.Dir(s.Out), name)
			code := filetest.Read(t, filepath.Join(folder, "code.go"))
			marshal, unmarshal := marshalFunc.FindSubmatch(code), unmarshalFunc.FindSubmatch(code)
			if marshal == nil || unmarshal == nil {
				t.Errorf("%s: no functions to call", row)
				continue
			}
			fmt.Fprintf(&imports, "\t%s %q\n", pkg, fmt.Sprintf("%s/generated/t%02d/%s", module, k, name))
			fmt.Fprintf(&calls, "\tt.Run(%q, func(t *testing.T) {\n\t\tbeside.Check(t, beside.Codec{Name: %[1]q, JSON: %t, Said: %#v}, %s.%s, %[4]s.%[6]s)\n\t})\n",
				row, name == "json", paragraphs(code), pkg, marshal[1], unmarshal[1])
			test := filepath.Join(folder, "code_test.go")
			source, err := os.ReadFile(test)
			if err != nil {
				if c.Test {
					t.Errorf("%s: no test: %v", row, err)
				}
				continue
			}
			if err := os.Rename(test, filepath.Join(folder, "tested.go")); err != nil {
				t.Fatal(err)
			}
			for _, m := range testFunc.FindAllSubmatch(source, -1) {
				if !bytes.HasSuffix(m[1], []byte("Golden")) { // which write files
					fmt.Fprintf(&calls, "\tt.Run(%q, %s.%s)\n", row+"/own", pkg, m[1])
				}
			}
		}
	}
	if err := os.MkdirAll("all", 0o777); err != nil {
		t.Fatal(err)
	}
	source := "package all\n\nimport (\n\t\"testing\"\n\n\t\"" + module + "/beside\"\n" + imports.String() + ")\n\nfunc Test(t *testing.T) {\n" + calls.String() + "}\n"
	filetest.Write(t, "all/all_test.go", source)
	t.Run("vet", func(t *testing.T) {
		if out, err := exec.CommandContext(t.Context(), "go", "vet", "-copylocks=false", "./generated/...").CombinedOutput(); err != nil {
			t.Errorf("go vet: %v\n%s", err, out)
		}
	})
	out, err := exec.CommandContext(t.Context(), "go", "test", "-vet=off", "-v", "-timeout=30m", "-gcflags="+module+"/...=-N -l", "./all").CombinedOutput()
	for _, m := range regexp.MustCompile(`(?m)^ *--- FAIL: Test/(\S+)`).FindAllSubmatch(out, -1) {
		_, said, _ := bytes.Cut(out, []byte("=== RUN   Test/"+string(m[1])+"\n"))
		said, _, _ = bytes.Cut(said, []byte("=== "))
		t.Errorf("%s:\n%.3000s", m[1], said)
	}
	without := len(regexp.MustCompile(`(?m)^ *--- SKIP: Test/\S+/own`).FindAll(out, -1)) // methods of others take no value that is made up
	if err != nil && !t.Failed() {
		t.Errorf("go test: %v\n%.3000s", err, out)
	}
	if !bytes.Contains(out, []byte("--- FAIL: Test (")) && !bytes.Contains(out, []byte("--- PASS: Test (")) || bytes.Contains(out, []byte("\npanic: ")) {
		t.Errorf("the tests did not run to their end:\n%s", out[max(0, len(out)-3000):])
	}
	own := len(regexp.MustCompile(`(?m)^ *--- PASS: Test/\S+/own`).FindAll(out, -1))
	for _, m := range outcome.FindAllSubmatch(out, -1) {
		outcomes[string(m[1])] = string(m[2])
	}
	var text strings.Builder
	counts := map[string]int{}
	fmt.Fprintf(&text, "%-40s %s\n", "type", strings.Join(names, " "))
	for _, root := range roots {
		fmt.Fprintf(&text, "%-40s", shortName.FindString(root))
		for _, name := range names {
			mark := outcomes[shortName.FindString(root)+"/"+name]
			counts[mark]++
			fmt.Fprintf(&text, " %*s", -len(name), mark)
		}
		text.WriteByte('\n')
	}
	t.Logf("%d types: %v; %d generated tests pass, %d have no values", len(roots), counts, own, without)
	if os.Getenv("ASSAY_UPDATE") != "" {
		filetest.Write(t, table, text.String())
	} else if want, _ := os.ReadFile(table); string(want) != text.String() {
		t.Errorf("testdata/fields/table.txt is stale: run ASSAY_UPDATE=1 go test -tags long -run TestFields ./codec/generate\n%s", text.String())
	}
}

var (
	marshalFunc   = regexp.MustCompile(`(?m)^func (Marshal\w+)\(v \*[^)]+\) \(\[\]byte, error\)`)
	unmarshalFunc = regexp.MustCompile(`(?m)^func (Unmarshal\w+)\(data \[\]byte, v \*[^)]+\) error`)
	outcome       = regexp.MustCompile(`outcome (\S+) (whole|said|none)`)
)

// paragraphs returns those of the comment at the head of a file.
func paragraphs(code []byte) (list []string) {
	head, _, _ := strings.Cut(string(code), "\npackage ")
	for part := range strings.SplitSeq(head, "\n//\n") {
		list = append(list, strings.Join(strings.Fields(strings.ReplaceAll("\n"+part, "\n// ", " ")), " "))
	}
	return list
}
