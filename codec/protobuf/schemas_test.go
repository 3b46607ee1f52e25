//go:build long

package protobuf_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/filetest"
)

// schemas are modules with .proto files, at versions that the module proxy serves. Nobody
// looked at them while structs of schemas were made.
var schemas = []struct {
	module string
	root   string   // the folder with the files
	paths  []string // folders for --proto-path: of the module, or of another one behind its name
}{
	{module: "cel.dev/expr@v0.16.1", root: "proto", paths: []string{googleAPIs}},
	{module: "github.com/containerd/containerd/api@v1.8.0", paths: []string{"github.com/containerd/containerd/api=."}},
	{module: "github.com/gogo/googleapis@v1.4.1"},
	{module: "go.etcd.io/etcd/api/v3@v3.5.16", paths: []string{"etcd/api=.", googleAPIs}},
	{module: "github.com/cometbft/cometbft@v0.38.12", root: "proto"},
	{module: "github.com/open-telemetry/opentelemetry-proto@v1.3.1"},
	{module: "k8s.io/cri-api@v0.31.3"},
	{module: "k8s.io/api@v0.37.2", root: "apps", paths: []string{"k8s.io/api=.", "k8s.io/apimachinery=k8s.io/apimachinery@v0.37.2"}},
	{module: "github.com/libp2p/go-libp2p@v0.36.0"},
	{module: "github.com/dapr/dapr@v1.14.4"},
	{module: "github.com/prometheus/client_model@v0.6.1"},
	{module: "github.com/prometheus/prometheus@v0.54.1", root: "prompb"},
	{module: "github.com/hashicorp/vault@v1.17.0"},
	{module: "github.com/lightningnetwork/lnd@v0.18.0-beta", root: "lnrpc"},
	{module: "github.com/bufbuild/protovalidate@v0.8.1", root: "proto/protovalidate"},
	{module: "istio.io/api@v1.23.0", paths: []string{"common-protos"}},
	{module: "github.com/moby/buildkit@v0.16.0", paths: []string{"github.com/moby/buildkit=."}},
	{module: "github.com/sigstore/protobuf-specs@v0.3.2", root: "protos", paths: []string{googleAPIs}},
	{module: "github.com/google/trillian@v1.6.1", paths: []string{"third_party/googleapis"}},
	{module: "github.com/hashicorp/consul/proto-public@v0.6.2"},
	{module: "github.com/in-toto/attestation@v1.1.0", root: "protos"},
	{module: "github.com/google/gnostic-models@v0.6.8"},
	{module: "github.com/dgraph-io/badger/v4@v4.5.0", root: "pb"},
	{module: "github.com/jaegertracing/jaeger-idl@v0.5.0", root: "proto", paths: []string{googleAPIs}},
	{module: "buf.build/go/hyperpb@v0.1.3", root: "internal/proto"},
	{module: "github.com/planetscale/vtprotobuf@v0.6.0", paths: []string{"include"}},
	{module: "github.com/bufbuild/protocompile@v0.14.1", root: "internal/testdata/editions"}, // another folder has a descriptor.proto of its own
}

const googleAPIs = "istio.io/api@v1.23.0/common-protos"

// TestSchemas writes structs and code for each .proto file of other modules, in a package of
// its own, and has what Google's module makes of the same file judge them. A file that is
// refused is so with a place and advice.
func TestSchemas(t *testing.T) {
	assay := filepath.Join(t.TempDir(), "assay")
	command(t, "../..", nil, "go", "build", "-o", assay, "./cmd/assay")
	for _, c := range schemas {
		t.Run(strings.ReplaceAll(c.module, "/", "."), func(t *testing.T) {
			module := moduleDir(t, c.module)
			root := filepath.Join(module, c.root)
			dir := t.TempDir()
			filetest.Write(t, filepath.Join(dir, "go.mod"), "module example.com/schemas\n\ngo 1.24\n\nrequire (\n\tgithub.com/bufbuild/protocompile v0.14.1\n\tgoogle.golang.org/protobuf v1.36.12\n)\n")
			gen := []string{"gen", "--format=protobuf", "--sorted-maps", "--annotate=*=unknown"}
			paths := []string{root}
			for _, path := range c.paths {
				paths = append(paths, importFolder(t, dir, module, path))
			}
			for _, path := range paths {
				gen = append(gen, "--proto-path="+path)
			}
			refused := map[string]int{}
			var imports, list strings.Builder
			made := 0
			for k, file := range protoFiles(t, root) {
				folder := filepath.Join(dir, fmt.Sprint("p", k))
				if err := os.MkdirAll(folder, 0o777); err != nil {
					t.Fatal(err)
				}
				cmd := exec.CommandContext(t.Context(), assay, append(slices.Clone(gen), "--out="+filepath.Join(folder, "code.go"), file)...)
				cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
				if said, err := cmd.CombinedOutput(); err != nil {
					refused[reason(t, string(said))]++
					continue
				}
				source := filetest.Read(t, filepath.Join(folder, "code.go"))
				name, err := filepath.Rel(root, file)
				if err != nil {
					t.Fatal(err)
				}
				fmt.Fprintf(&imports, "\tp%d \"example.com/schemas/p%[1]d\"\n", k)
				fmt.Fprintf(&list, "\t{%q, []judged{\n", filepath.ToSlash(name))
				for _, m := range regexp.MustCompile(`(?m)^func Marshal(\w+)\(v \*(\w+)\)`).FindAllSubmatch(source, -1) {
					fmt.Fprintf(&list, "\t\tof(%q, p%d.Marshal%s, p%[2]d.Unmarshal%[3]s),\n", m[2], k, m[1])
				}
				fmt.Fprint(&list, "\t}},\n")
				made++
			}
			if made == 0 {
				t.Fatal("all files are refused: ", refused)
			}
			command(t, dir, nil, "go", "vet", "./...")
			gogo := filetest.Read(t, "internal/declare/gogo.proto")
			judgeBeside(t, "testdata/schemas", filepath.Join(dir, "judge"), []byte("package judge"), nil)
			filetest.Write(t, filepath.Join(dir, "judge/list_test.go"), fmt.Sprintf("package judge\n\nimport (\n%s)\n\nvar all = []file{\n%s}\n\nvar schemaPaths = %#v\n\nconst gogo = %q\n", imports.String(), list.String(), paths, gogo))
			command(t, dir, nil, "go", "vet", "./judge")
			said := command(t, dir, nil, "go", "test", "-count=1", "-v", "-run=TestJudge", "./judge")
			t.Logf("%d files, %s; refused %v", made, regexp.MustCompile(`\d+ messages: .*`).FindString(said), refused)
		})
	}
}

// protoFiles returns the .proto files below a folder.
func protoFiles(t *testing.T, root string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(path) == ".proto" {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files in %s: %v", len(files), root, err)
	}
	return files
}

// importFolder returns a folder for --proto-path: one of the module, one of another module, or
// one in which a module stands under a name.
func importFolder(t *testing.T, dir, module, path string) string {
	t.Helper()
	if at, of, ok := strings.Cut(path, "="); ok {
		if of == "." {
			of = module
		} else {
			of = moduleDir(t, of)
		}
		link := filepath.Join(dir, "imports", at)
		if err := os.MkdirAll(filepath.Dir(link), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(of, link); err != nil {
			t.Fatal(err)
		}
		return filepath.Join(dir, "imports")
	}
	if at := strings.Index(path, "@"); at >= 0 {
		version, below, _ := strings.Cut(path[at:], "/")
		return filepath.Join(moduleDir(t, path[:at]+version), below)
	}
	return filepath.Join(module, path)
}

// reason returns why a file is refused, without what is of this file alone. Each line of it
// has a place.
func reason(t *testing.T, said string) string {
	t.Helper()
	for line := range strings.Lines(said) {
		if !regexp.MustCompile(`^(assay: )?\S+\.proto:\d+:\d+: `).MatchString(line) {
			t.Errorf("no place: %s", said)
			break
		}
	}
	text := regexp.MustCompile(`^assay: \S+: (?:[\w.]+: )?`).ReplaceAllString(said, "")
	text, _, _ = strings.Cut(text, "\n")
	return text
}
