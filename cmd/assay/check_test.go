package main

import (
	"bytes"
	"os"
	"testing"

	"github.com/assay-go/assay/internal/filetest"
)

// What cannot be told is neither a finding nor a wrong command.
func TestCheckExits(t *testing.T) {
	t.Chdir(t.TempDir())
	cache := "--cache-dir=" + t.TempDir() + "/cache"
	filetest.Write(t, "go.mod", "module shop.test\n\ngo 1.26\n")
	filetest.Write(t, "o.go", "package shop\n\ntype Order struct{ Oops }\n")
	if err := os.Mkdir("p", 0o777); err != nil {
		t.Fatal(err)
	}
	filetest.Write(t, "p/p.go", "package p\n\ntype Order struct{ N int }\n")
	for _, test := range []struct {
		args []string
		want int
	}{
		{[]string{"check", "--from=main", ".Order"}, exitUsage},
		{[]string{"check", "--from=git:main", ".Order"}, exitUsage}, // no repository
		{[]string{"check", "--serializers=json", ".Order"}, exitUntold},
		{[]string{"check", "--serializers=jso", ".Order"}, exitUsage},
		{[]string{"check", "--serializers=json", "./p.Zebra"}, exitUsage}, // with the types that there are
		{[]string{"check", "--count=-1", "./p.Order"}, exitUsage},
		{[]string{"run", "--count=-1", "--serializers=json", "./p.Order"}, exitUsage},
	} {
		var stdout, stderr bytes.Buffer
		if got := run(t.Context(), &stdout, &stderr, append(test.args, cache)); got != test.want || stdout.Len() > 0 || bytes.Count(stderr.Bytes(), []byte("\nassay: types of your module")) != bytes.Count(stderr.Bytes(), []byte("\n"))-1 {
			t.Errorf("%q: exit %d, want %d\n%s%s", test.args, got, test.want, stdout.String(), stderr.String())
		}
	}
}
