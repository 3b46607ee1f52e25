package main

import (
	"bytes"
	"os"
	"testing"
)

// What cannot be told is neither a finding nor a wrong command.
func TestCheckExits(t *testing.T) {
	t.Chdir(t.TempDir())
	cache := "--cache-dir=" + t.TempDir() + "/cache"
	if err := os.WriteFile("go.mod", []byte("module shop.test\n\ngo 1.26\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("o.go", []byte("package shop\n\ntype Order struct{ Oops }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir("p", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("p/p.go", []byte("package p\n\ntype Order struct{ N int }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
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
