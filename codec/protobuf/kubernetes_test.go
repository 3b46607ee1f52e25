//go:build long

package protobuf_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/assay-go/assay/internal/filetest"
)

// TestKubernetes writes the code for Kubernetes' Pod and all that it reaches, and has the
// module's own code, which gogo/protobuf made, judge it on 5,000 random pods.
func TestKubernetes(t *testing.T) {
	folder, err := filepath.Abs("testdata/k8s")
	if err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	code, overlay := filepath.Join(out, "pod.go"), filepath.Join(out, "overlay.json")
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(folder, "pod", "pod.go"): code}})
	if err == nil {
		err = os.WriteFile(overlay, text, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"run", "./gen", code},
		{"vet", "-overlay=" + overlay, "./pod"},
		{"test", "-vet=off", "-overlay=" + overlay, "./pod"},
	} {
		filetest.Run(t, folder, []string{"GOWORK=off", "GOFLAGS=-mod=readonly"}, "go", args...)
	}
}
