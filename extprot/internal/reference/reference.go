// Package reference gives tests the reference data: messages, damaged inputs,
// evolution pairs and text dumps made by the original implementation.
//
// The committed archive holds a part of the messages of every file, and all of
// the other rows. EXTPROT_REFERENCE names a folder with the whole set.
package reference

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

//go:embed testdata/reference.tar.gz
var archive []byte

// Open returns the data as a file system.
func Open(t testing.TB) fs.FS {
	t.Helper()
	if dir := os.Getenv("EXTPROT_REFERENCE"); dir != "" {
		return os.DirFS(dir)
	}
	z, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	out := fstest.MapFS{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		out[h.Name] = &fstest.MapFile{Data: data, Mode: 0o444}
	}
}

// Read returns the content of a file.
func Read(t testing.TB, data fs.FS, name string) []byte {
	t.Helper()
	b, err := fs.ReadFile(data, name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Messages splits a file of messages, each behind its length as a
// little-endian 32-bit number.
func Messages(t testing.TB, b []byte) [][]byte {
	t.Helper()
	var out [][]byte
	for len(b) > 0 {
		if len(b) < 4 || int(binary.LittleEndian.Uint32(b)) > len(b)-4 {
			t.Fatal("a message file is truncated")
		}
		n := int(binary.LittleEndian.Uint32(b))
		out = append(out, b[4:4+n])
		b = b[4+n:]
	}
	return out
}

// Lines decodes a file with one JSON document a line.
func Lines[T any](t testing.TB, b []byte) []T {
	t.Helper()
	var out []T
	for line := range strings.Lines(string(b)) {
		var v T
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatalf("%v in %.80s", err, line)
		}
		out = append(out, v)
	}
	return out
}

// Damaged is a row of edge/crafted.jsonl or edge/fuzz.jsonl.
type Damaged struct {
	Schema, Message, Hex, Strict, Note string
	Original                           struct {
		OK    json.RawMessage
		Error string
		Used  int
		Loc   []string
	}
}

// Evolved is a row of an evolution file: a value as written, and as read with
// the other version of the schema.
type Evolved struct {
	Written, Read json.RawMessage
	Error         string
	StrictRead    json.RawMessage `json:"strict_read"`
	Loc           []string
}
