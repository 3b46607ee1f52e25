//go:build long

package json_test

import (
	"path/filepath"
	"testing"
)

// TestAudit generates the code for the types of audit, which is a module with other
// serializers that measures the code from outside, and runs its tests and each of its
// loops once.
func TestAudit(t *testing.T) {
	dir := filepath.Join("..", "..", "audit")
	run(t, dir, nil, "sh", "generate.sh")
	run(t, dir, nil, "go", "vet", "./json", "./json/documents", "./binary", "./binary/emit", "./costs", "./loops", "./loops/emit", "./tables", "./trials")
	run(t, dir, nil, "go", "test", "-run=TestSame|TestLoops|TestIdentical|TestNear", "-bench=.", "-benchtime=1x", "./json", "./binary", "./loops", "./tables", "./trials")
}
