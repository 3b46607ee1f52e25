//go:build long

package protobuf_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/filetest"
)

// foreign are modules whose messages Google's generator has made, at versions that the
// module proxy serves. Nobody looked at them while the format was made.
var foreign = []struct {
	module, version string
	packages        []string
}{
	{"google.golang.org/grpc", "v1.68.0", []string{"health/grpc_health_v1", "channelz/grpc_channelz_v1", "reflection/grpc_reflection_v1", "binarylog/grpc_binarylog_v1"}},
	{"google.golang.org/genproto/googleapis/rpc", "v0.0.0-20241104194629-dd2ea8efbc28", []string{"status", "errdetails", "context/attribute_context"}},
	{"google.golang.org/genproto/googleapis/api", "v0.0.0-20241104194629-dd2ea8efbc28", []string{"httpbody", "metric", "monitoredres", "distribution", "expr/v1alpha1"}},
	{"go.opentelemetry.io/proto/otlp", "v1.3.1", []string{"common/v1", "trace/v1", "metrics/v1", "logs/v1", "collector/trace/v1"}},
	{"github.com/prometheus/client_model", "v0.6.1", []string{"go"}},
	{"github.com/containerd/containerd/api", "v1.8.0", []string{"types", "events", "services/content/v1", "services/tasks/v1"}},
	{"github.com/containerd/ttrpc", "v1.2.5", []string{"."}},
	{"github.com/envoyproxy/go-control-plane", "v0.13.1", []string{"envoy/type/v3", "envoy/config/core/v3", "envoy/service/discovery/v3"}},
	{"github.com/cncf/xds/go", "v0.0.0-20240905190251-b4127c9b8d78", []string{"xds/core/v3", "xds/type/v3"}},
	{"cel.dev/expr", "v0.16.1", []string{"."}},
	{"github.com/google/gnostic-models", "v0.6.8", []string{"openapiv3", "extensions"}},
	{"cloud.google.com/go/longrunning", "v0.6.1", []string{"autogen/longrunningpb"}},
	{"cloud.google.com/go/pubsub", "v1.45.1", []string{"apiv1/pubsubpb"}},
	{"github.com/dgraph-io/badger/v4", "v4.5.0", []string{"pb"}},
	{"github.com/sigstore/protobuf-specs", "v0.3.2", []string{"gen/pb-go/common/v1", "gen/pb-go/rekor/v1", "gen/pb-go/bundle/v1"}},
	{"github.com/in-toto/attestation", "v1.1.0", []string{"go/v1"}},
	{"github.com/spiffe/go-spiffe/v2", "v2.4.0", []string{"proto/spiffe/workload"}},
	{"github.com/google/trillian", "v1.6.1", []string{"."}},
	{"github.com/hashicorp/consul/proto-public", "v0.6.2", []string{"pbresource", "pbdataplane", "pbserverdiscovery"}},
	{"github.com/open-telemetry/opamp-go", "v0.17.0", []string{"protobufs"}},
	{"github.com/authzed/authzed-go", "v1.1.0", []string{"proto/authzed/api/v1"}},
	{"go.temporal.io/api", "v1.40.0", []string{"common/v1", "failure/v1", "taskqueue/v1", "schedule/v1"}},
}

// TestForeign writes code for messages of other modules, in packages of its own, and has
// Google's module judge it: the same bytes of random values, and the same values of these
// and of damaged input. What is refused is told. How much it is asked, the flags of package
// keyedtest say: a million of values, and 20 of damaged inputs for each, are -values=1500.
func TestForeign(t *testing.T) {
	assay := filepath.Join(t.TempDir(), "assay")
	command(t, "../..", nil, "go", "build", "-o", assay, "./cmd/assay")
	for _, c := range foreign {
		t.Run(c.module, func(t *testing.T) {
			dir := t.TempDir()
			mod := fmt.Sprintf("module example.com/foreign\n\ngo 1.24\n\nrequire (\n\tgithub.com/bufbuild/protocompile v0.14.1\n\tgoogle.golang.org/protobuf v1.36.12\n\t%s %s\n)\n", c.module, c.version)
			filetest.Write(t, filepath.Join(dir, "go.mod"), mod)
			for k, pkg := range c.packages {
				path := strings.TrimSuffix(c.module+"/"+pkg, "/.")
				types, omitted := googleTypes(t, strings.TrimSpace(command(t, dir, nil, "go", "list", "-f={{.Dir}}", path)))
				folder := filepath.Join(dir, fmt.Sprint("p", k))
				gen := []string{assay, "gen", "--format=protobuf", "--sorted-maps", "--proto", "--out=" + filepath.Join(folder, "code.go")}
				for _, name := range types {
					gen = append(gen, path+"."+name)
				}
				command(t, dir, nil, gen...)
				source := filetest.Read(t, filepath.Join(folder, "code.go"))
				schema, _ := filepath.Glob(filepath.Join(folder, "*.proto"))
				list := []byte("var all = []judged{\n")
				for _, m := range regexp.MustCompile(`(?m)^func Marshal(\w+)\(v \*(\w+)\.(\w+)\)`).FindAllSubmatch(source, -1) {
					list = fmt.Appendf(list, "\tof(%q, Marshal%s, Unmarshal%[2]s),\n", m[3], m[1])
				}
				list = fmt.Appendf(list, "}\n\nconst schemaFile = %q\n", filepath.Base(schema[0]))
				judgeBeside(t, "testdata/foreign", folder, source, list)
				command(t, dir, nil, "go", "vet", "./"+filepath.Base(folder))
				judge := []string{"go", "test", "-count=1", "-v", "-run=TestJudge", "-timeout=0", "./" + filepath.Base(folder)}
				for _, name := range []string{"values", "mutants", "seed"} {
					judge = append(judge, fmt.Sprintf("-%s=%s", name, flag.Lookup(name).Value))
				}
				said := command(t, dir, nil, judge...)
				t.Log(pkg, regexp.MustCompile(`\d+ messages: .*`).FindString(said), omitted)
			}
		})
	}
}

// judgeBeside puts the test of a folder beside code, with what the test is told of it, and
// what makes values for it.
func judgeBeside(t *testing.T, of, folder string, code, told []byte) {
	t.Helper()
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	clause := regexp.MustCompile(`(?m)^package \w+$`).Find(code)
	for _, file := range []string{"testdata/damaged_test.go", "testdata/foreign/values_test.go", of + "/judge_test.go"} {
		more := told
		if filepath.Base(file) != "judge_test.go" {
			more = nil
		}
		inPackage(t, file, folder, clause, more)
	}
}

// inPackage puts a file of tests into a folder, whose package clause it gets, with more behind it.
func inPackage(t *testing.T, file, folder string, clause, more []byte) {
	t.Helper()
	text := filetest.Read(t, file)
	text = bytes.Replace(text, []byte("package judge\n"), append(clause, '\n'), 1)
	filetest.Write(t, filepath.Join(folder, filepath.Base(file)), "//go:build go1.24\n\n"+string(text)+"\n"+string(more))
}

// googleTypes returns the messages of the package in dir, whose structs Google's generator
// has made, and what of them is left out: messages with extensions, which are refused.
func googleTypes(t *testing.T, dir string) (types []string, omitted string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.pb.go"))
	if err != nil || len(files) == 0 {
		t.Fatal("no *.pb.go:", err)
	}
	for _, name := range files {
		text := filetest.Read(t, name)
		for _, m := range regexp.MustCompile(`(?m)^func \(x \*(\w+)\) ProtoReflect\(\) `).FindAllSubmatch(text, -1) {
			struct_ := regexp.MustCompile(`(?s)\ntype ` + string(m[1]) + ` struct \{.*?\n\}`).Find(text)
			if bytes.Contains(struct_, []byte("protoimpl.ExtensionFields")) || bytes.Contains(struct_, []byte("protoimpl.WeakFields")) {
				omitted += " without " + string(m[1])
				continue
			}
			types = append(types, string(m[1]))
		}
	}
	return types, omitted
}
