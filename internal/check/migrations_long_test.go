//go:build long

package check_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/check"
	"github.com/assay-go/assay/internal/check/standard"
	"github.com/assay-go/assay/internal/filetest"
)

// The libraries of others keep the rules of their formats, and are judged by them.
func TestMigrationsOfLibraries(t *testing.T) {
	mus := *drivers.Find("assay")
	mus.Variants = nil
	for _, v := range drivers.Find("assay").Variants {
		if mus.RowName(v) == "assay.mus" {
			mus.Variants = append(mus.Variants, v)
		}
	}
	varint := *drivers.Find("protobuf")
	varint.Variants = varint.Variants[:0:0]
	for _, v := range drivers.Find("protobuf").Variants {
		if v.Has(driver.Varint) {
			varint.Variants = append(varint.Variants, v)
		}
	}
	got := migrated(t, drivers.Find("json"), drivers.Find("gob"), drivers.Find("cbor"), drivers.Find("vmihailenco"), &varint, &mus, drivers.Find("bson"), &flat)
	for i, m := range migrations {
		for name, want := range map[string]string{"json": m.json, "gob": m.gob, "assay.flat": m.flat} {
			if have := got[name][i]; want != "" && have != want {
				t.Errorf("%s, %s: %s, want %s", m.name, name, have, want)
			}
		}
		for part := range strings.FieldsSeq(m.others) {
			format, want, _ := strings.Cut(part, ":")
			for name, list := range got {
				if strings.HasPrefix(name, map[string]string{"msgpack": "vmihailenco", "mus": "assay.mus"}[format]) && strings.Contains(name, format) || strings.HasPrefix(name, format) || format == "msgpack" && name == "vmihailenco" {
					if have := strings.ReplaceAll(list[i], " ", ""); have != want {
						t.Errorf("%s, %s: %s, want %s", m.name, name, have, want)
					}
				}
			}
		}
	}
}

// So do the locks of libraries of others, of the migrations and of the standard changes.
func TestLocksOfLibraries(t *testing.T) {
	cfg := check.Config{Drivers: []*driver.Driver{drivers.Find("json"), drivers.Find("gob"), drivers.Find("cbor"), drivers.Find("vmihailenco"), drivers.Find("protobuf"), drivers.Find("bson"), &flat}, CacheDir: cacheDir}
	dir := t.TempDir()
	if err := standard.Write(dir); err != nil {
		t.Fatal(err)
	}
	for dir, changes := range map[string][]standard.Change{migrationsDir(t): named(), dir: standard.Changes} {
		list, cells, err := check.Disagreements(t.Context(), cfg, dir, changes)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%d of %d cells differ", len(list), cells)
		for _, one := range list {
			t.Error(one)
		}
	}
}

// migrationsDir is a module of the migrations.
func migrationsDir(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "migrations")
	filetest.Copy(t, dir, os.DirFS("testdata/migrations"))
	write(t, dir, "go.mod", "module github.com/assay-go/assay/internal/check/testdata/migrations\n\ngo 1.26\n")
	return dir
}

// named are the migrations as changes.
func named() (changes []standard.Change) {
	for _, m := range migrations {
		changes = append(changes, standard.Change{Name: m.name, Title: m.name})
	}
	return changes
}

// migrated returns what became of the migrations by codec, as migrations has it.
func migrated(t *testing.T, drivers ...*driver.Driver) map[string][]string {
	t.Helper()
	m, err := check.TabulateIn(t.Context(), check.Config{Drivers: drivers, CacheDir: cacheDir}, migrationsDir(t), named(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	for _, row := range m.Rows {
		for i := range migrations {
			got[row.Name] = append(got[row.Name], words(t, row.Changes, i))
		}
	}
	return got
}
