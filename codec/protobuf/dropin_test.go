//go:build long

package protobuf_test

import (
	"encoding/json"
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

// dropIns are modules whose messages gogo/protobuf has made the code for, at versions that the
// module proxy serves.
var dropIns = []struct {
	name, module string
	packages     []string
	roots        []string // of which there are most values
	tests        []string // packages whose own tests have to pass
}{
	{
		name: "Prometheus", module: "github.com/prometheus/prometheus@v0.54.1",
		packages: []string{"prompb", "prompb/io/prometheus/write/v2"},
		roots:    []string{"WriteRequest", "Request"},
		tests:    []string{"./prompb/..."},
	},
	{
		name: "OTLP", module: "go.opentelemetry.io/collector/pdata@v1.20.0",
		packages: []string{
			"internal/data/protogen/common/v1", "internal/data/protogen/resource/v1",
			"internal/data/protogen/trace/v1", "internal/data/protogen/collector/trace/v1",
		},
		roots: []string{"TracesData", "ExportTraceServiceRequest"},
		tests: []string{"./..."},
	},
	{
		name: "Kubernetes", module: "k8s.io/api@v0.37.2",
		packages: []string{"core/v1"},
		roots:    []string{"Pod"},
		tests:    []string{".", "./core/v1"},
	},
	{name: "Raft", module: "go.etcd.io/raft/v3@v3.6.0", packages: []string{"raftpb"}, tests: []string{".", "./raftpb"}},
	{
		name: "Etcd", module: "go.etcd.io/etcd/api/v3@v3.5.16",
		packages: []string{"mvccpb", "authpb", "membershippb", "etcdserverpb"},
		tests:    []string{"./..."},
	},
	{name: "CockroachErrors", module: "github.com/cockroachdb/errors@v1.11.3", packages: []string{"errorspb"}, tests: []string{"./errbase", "./errorspb"}},
	{
		name: "CometBFT", module: "github.com/cometbft/cometbft@v0.38.12",
		packages: []string{"proto/tendermint/crypto", "proto/tendermint/types", "proto/tendermint/version", "proto/tendermint/consensus", "abci/types"},
		tests:    []string{"./types", "./abci/types"},
	},
	{name: "Jaeger", module: "github.com/jaegertracing/jaeger-idl@v0.5.0", packages: []string{"model/v1"}, tests: []string{"./model/v1"}},
	{name: "Cgroups", module: "github.com/containerd/cgroups@v1.0.4", packages: []string{"stats/v1", "v2/stats"}, tests: []string{"./stats/v1"}},
	{name: "Swarmkit", module: "github.com/moby/swarmkit/v2@v2.0.0-20240611172349-ea1a7cec35cb", packages: []string{"api"}, tests: []string{"./api/..."}},
	{name: "CRI", module: "k8s.io/cri-api@v0.31.3", packages: []string{"pkg/apis/runtime/v1"}, tests: []string{"./..."}},
	{name: "Loki", module: "github.com/grafana/loki/pkg/push@v0.0.0-20240924133635-758364c7775f", packages: []string{"."}, tests: []string{"."}},
	{name: "GoogleAPIs", module: "github.com/gogo/googleapis@v1.4.1", packages: []string{"google/rpc", "google/type"}, tests: []string{"./google/rpc"}},
	{name: "NATS", module: "github.com/nats-io/stan.go@v0.10.4", packages: []string{"pb"}, tests: []string{"./pb"}},
	{
		name: "Temporal", module: "go.temporal.io/api@v1.24.0",
		packages: []string{"common/v1", "failure/v1", "command/v1", "history/v1"},
		tests:    []string{"./common/v1"},
	},
	{name: "PubSub", module: "github.com/libp2p/go-libp2p-pubsub@v0.10.0", packages: []string{"pb"}, tests: []string{"./pb"}},
	{name: "Weave", module: "github.com/weaveworks/common@v0.0.0-20230728070032-dd9e68f319d5", packages: []string{"httpgrpc"}, tests: []string{"./httpgrpc"}},
	{name: "TiKV", module: "github.com/pingcap/kvproto@v0.0.0-20230403051650-e166ae588106", packages: []string{"pkg/metapb", "pkg/errorpb", "pkg/kvrpcpb"}, tests: []string{"./pkg/metapb"}},
	{name: "Istio", module: "istio.io/api@v0.0.0-20211122181927-8da52c66ff23", packages: []string{"networking/v1beta1", "security/v1beta1"}, tests: []string{"./networking/v1beta1"}},
	{name: "Thanos", module: "github.com/thanos-io/thanos@v0.36.1", packages: []string{"pkg/store/labelpb", "pkg/store/storepb"}, tests: []string{"./pkg/store/labelpb"}},
	{name: "GogoTypes", module: "github.com/gogo/protobuf@v1.3.2", packages: []string{"types"}, tests: []string{"./types"}},
	{
		name: "KubernetesMeta", module: "k8s.io/apimachinery@v0.37.2", // Time, MicroTime and Quantity write themselves, and stay
		packages: []string{"pkg/runtime", "pkg/util/intstr", "pkg/apis/meta/v1", "pkg/apis/testapigroup/v1"},
		roots:    []string{"RawExtension", "IntOrString", "ObjectMeta", "Status"},
		tests:    []string{"./pkg/runtime", "./pkg/util/intstr", "./pkg/apis/meta/v1", "./pkg/api/resource"},
	},
	{name: "KubernetesApps", module: "k8s.io/api@v0.37.2", packages: []string{"apps/v1", "batch/v1", "networking/v1"}, tests: []string{"./apps/v1"}},
}

// TestDropIn has the code with gogo's methods stand in for that of real packages: the same
// bytes and values for random values and for damaged messages that the package's own code
// takes, and the tests of the module pass.
func TestDropIn(t *testing.T) {
	assay := filepath.Join(t.TempDir(), "assay")
	command(t, "../..", nil, "go", "build", "-o", assay, "./cmd/assay")
	for _, c := range dropIns {
		t.Run(c.name, func(t *testing.T) {
			dir := moduleCopy(t, c.module)
			for k, pkg := range c.packages {
				types := gogoTypes(t, filepath.Join(dir, pkg))
				oracle(t, filepath.Join(dir, pkg), types, c.roots)
				notes := filepath.Join(t.TempDir(), fmt.Sprint("notes", k))
				command(t, dir, []string{"JUDGE_WRITE=" + notes}, "go", "test", "-count=1", "-run=TestJudge", "./"+pkg)
				gen := []string{assay, "gen", "--format=protobuf", "--like=gogo", "--sorted-maps", "--replace", "--out=" + pkg + "/assay.go"}
				for _, name := range types {
					gen = append(gen, "./"+pkg+"."+name)
				}
				command(t, dir, nil, gen...)
				command(t, dir, nil, "go", "vet", "./"+pkg)
				said := command(t, dir, []string{"JUDGE_READ=" + notes}, "go", "test", "-count=1", "-v", "-run=TestJudge", "./"+pkg)
				t.Log(pkg, regexp.MustCompile(`\d+ same.*`).FindString(said))
				for _, name := range []string{"judge_test.go", "damaged_test.go"} {
					if err := os.Remove(filepath.Join(dir, pkg, name)); err != nil {
						t.Fatal(err)
					}
				}
			}
			command(t, dir, nil, append([]string{"go", "test"}, c.tests...)...)
		})
	}
}

// moduleDir returns the folder of a module, which nobody may change.
func moduleDir(t *testing.T, module string) string {
	t.Helper()
	var got struct{ Dir string }
	if err := json.Unmarshal([]byte(command(t, t.TempDir(), nil, "go", "mod", "download", "-json", module)), &got); err != nil {
		t.Fatal(err)
	}
	return got.Dir
}

// moduleCopy returns a folder with a copy of a module, in which the go command works.
func moduleCopy(t *testing.T, module string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "module")
	filetest.Copy(t, dir, os.DirFS(moduleDir(t, module)))
	return dir
}

// gogoTypes returns the messages of the package in dir, whose code gogo/protobuf has made.
func gogoTypes(t *testing.T, dir string) (types []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.pb.go"))
	if err != nil || len(files) == 0 {
		t.Fatal("no *.pb.go:", err)
	}
	for _, name := range files {
		text := filetest.Read(t, name)
		for _, m := range regexp.MustCompile(`(?m)^func \(m \*(\w+)\) Marshal\(\) `).FindAllSubmatch(text, -1) {
			types = append(types, string(m[1]))
		}
	}
	return types
}

// judge puts the test that judges the messages of a package into its folder.
func oracle(t *testing.T, dir string, types, roots []string) {
	t.Helper()
	list := "\n// judged are the messages, each with the number of values.\nvar judged = []struct {\n\tzero message\n\tcount int\n}{\n"
	for _, name := range types {
		count := 100
		if slices.Contains(roots, name) {
			count = 5000
		}
		list += fmt.Sprintf("\t{new(%s), %d},\n", name, count)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.pb.go"))
	var of []byte
	for _, name := range files {
		part := filetest.Read(t, name)
		of = append(of, part...)
	}
	entries := 1 // in any order, there is but one of more
	if strings.Contains(string(of), "len(keysFor") {
		entries = 3
	}
	list += fmt.Sprintf("}\n\n// entries are how many a map has at most.\nconst entries = %d\n", entries)
	clause := regexp.MustCompile(`(?m)^package \w+$`).Find(of)
	inPackage(t, "testdata/damaged_test.go", dir, clause, nil)
	inPackage(t, "testdata/dropin/judge_test.go", dir, clause, []byte(list))
}

// command runs a command in a folder, and returns what it says.
func command(t *testing.T, dir string, env []string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod"), env...)
	out, err := cmd.Output()
	if err != nil {
		var said []byte
		if exit, ok := err.(*exec.ExitError); ok {
			said = exit.Stderr
		}
		t.Fatalf("%.300s: %v\n%s%s", strings.Join(args, " "), err, out, said)
	}
	return string(out)
}
