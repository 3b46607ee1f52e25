package generate_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/cbor"
	"github.com/assay-go/assay/codec/generate"
	"github.com/assay-go/assay/codec/msgpack"
	"github.com/assay-go/assay/codec/protobuf"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/routines/routinestest"
)

// TestJudged generates tests in which the library of a format judges the code: they pass,
// and find code that writes something else.
func TestJudged(t *testing.T) {
	routinestest.NeedsLong(t)
	for name, c := range map[string]struct {
		format          codec.Format
		root, good, bad string
	}{
		"cbor":     {new(cbor.Format), "./orders.Order", `bID"`, `bIE"`},
		"msgpack":  {&msgpack.Format{Dialect: "vmihailenco"}, "./orders.Order", `\xa2ID`, `\xa2IE`},
		"protobuf": {new(protobuf.Format), "google.golang.org/protobuf/types/known/fieldmaskpb.FieldMask", `0x0a`, `0x12`},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			filetest.Copy(t, dir, os.DirFS("testdata/judged"))
			made, err := generate.Request{Dir: dir, Types: []string{c.root}, Formats: []codec.Format{c.format}, Out: filepath.Join(dir, "orders", "code.go"), Options: codec.Options{Test: true}}.Generate(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range made.Files {
				if err := generate.Write(f); err != nil {
					t.Fatal(err)
				}
			}
			run := func(args ...string) ([]byte, error) {
				cmd := exec.CommandContext(t.Context(), "go", args...)
				cmd.Dir = dir
				cmd.Env = append(os.Environ(), "GOWORK=off")
				return cmd.CombinedOutput()
			}
			for _, args := range [][]string{{"vet", "./orders"}, {"test", "-vet=off", "./orders"}} {
				if out, err := run(args...); err != nil {
					t.Fatalf("go %s: %v\n%s", args[0], err, out)
				}
			}
			file := filepath.Join(dir, "orders", "code.go")
			text := filetest.Read(t, file)
			changed := bytes.ReplaceAll(text, []byte(c.good), []byte(c.bad))
			if bytes.Equal(text, changed) {
				t.Fatalf("the code has no %s", c.good)
			}
			filetest.Write(t, file, changed)
			if out, err := run("test", "-vet=off", "-run", "(Order|FieldMask)(Cbor|Msgpack|Protobuf)$", "./orders"); err == nil || !bytes.Contains(out, []byte("and by ")) {
				t.Errorf("other code passes: %v\n%s", err, out)
			}
		})
	}
}
