package check_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/check"
	"github.com/assay-go/assay/internal/check/standard"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/typemodel"
)

// reader returns a driver of JSON that is encoding/json but for statements behind the reading.
func reader(name, statements string) *driver.Driver {
	return &driver.Driver{
		Name: name, Doc: "A bad codec.",
		Facts:    driver.Facts{Licence: "none", Format: "json", Identity: driver.ByName("json")},
		Variants: []driver.Variant{{Features: []driver.Feature{driver.Text}}},
		Emit: func(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
			a.EmitNew(t, driver.Funcs{
				Imports: []string{"bytes", "encoding/json", "errors"}, Decls: "var _, _ = errors.New, bytes.Equal",
				Marshal: "return json.Marshal(v)", Unmarshal: "err := json.Unmarshal(data, v)\n" + statements + "\nreturn err",
			})
			return nil
		},
	}
}

// A codec that takes what a suite has refused, refuses what it has accepted, reads a value
// as another, or dies of one, is told so; encoding/json does as this suite says.
func TestConformance(t *testing.T) {
	drivers := []*driver.Driver{
		drivers.Find("json"),
		reader("accepts", "err = nil"),
		reader("refuses", "err = errors.New(\"never\")"),
		reader("changes", "if bytes.Contains(data, []byte(\"1.0\")) { v.V = 2.0 }; if v.V == \"a\" { v.V = \"b\" }"),
		reader("panics", "if bytes.Contains(data, []byte(\"[]\")) { panic(\"a list\") }"),
		reader("reads", ""),
		reader("reads nothing", "v.V = nil"),
		{Name: "of another format", Facts: driver.Facts{Format: "xml"}, Variants: []driver.Variant{{}}},
	}
	suite := &standard.Suite{Format: "json", Source: "a test", Type: "Any", Cases: []standard.Case{
		{Name: "number", Want: "accept", Input: []byte(`{"V":1.0}`), Like: []byte(`{"V":1}`)},
		{Name: "list", Want: "accept", Input: []byte(`{"V":[]}`)},
		{Name: "list again", Want: "accept", Input: []byte(`{"V":[]}`)},
		{Name: "cut short", Want: "refuse", Input: []byte(`{"V":`)},
		{Name: "key twice", Want: "either", Input: []byte(`{"V":7,"V":8}`)},
		{Name: "value", Want: "accept", Input: []byte(`{"V":"a"}`), Value: []protocol.Leaf{{Path: "V.(string)", Kind: "string", Value: "a"}}},
	}}
	drivers[2].Reads = driver.Call(`"encoding/json"`, "json.Unmarshal")
	m, err := check.Conformance(t.Context(), check.Config{Drivers: drivers, CacheDir: cacheDir}, []*standard.Suite{suite})
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Suites) != 1 || len(m.Suites[0].Rows) != len(drivers)-1 {
		t.Fatalf("%+v", m.Suites)
	}
	for i, want := range []string{"", "cut short accepted", "number refused, list refused, list again refused, value refused", "number changed, value changed", "list dies, list again dies", "", "value changed"} {
		row := m.Suites[0].Rows[i]
		var got []string
		for _, c := range row.Failed {
			got = append(got, fmt.Sprint(suite.Cases[c.At].Name, " ", c.Verdict))
		}
		if strings.Join(got, ", ") != want || row.Reason != "" {
			t.Errorf("%s: %q, want %q; %s", row.Name, got, want, row.Reason)
		}
	}
	for format, want := range map[string]string{
		"text": "  .  .  R  C  .  .  .  number\n", "json": `"failed":[{"at":3,"verdict":"accepted","what":"V = nil"}]`, "html": `list <small>and 1 behind it</small></th>`,
	} {
		var b bytes.Buffer
		if err := m.Print(&b, format); err != nil || !strings.Contains(b.String(), want) {
			t.Errorf("%s: %v, no %q in\n%s", format, err, want, b.String())
		}
	}
	var why bytes.Buffer
	if err := m.Explain(&why); err != nil || !strings.Contains(why.String(), `json, refuses: number is to be accepted: refused: never
package main

import "fmt"
import "encoding/json"

func main() {
	var v struct{ V any }
	err := json.Unmarshal([]byte("{\"V\":1.0}"), &v)
	fmt.Println(v, err)
}
`) {
		t.Errorf("%v\n%s", err, why.String())
	}

	// Who writes something else than the suite's schema has has another one.
	suite.Sample = []byte(`{"V":"other"}`)
	m, err = check.Conformance(t.Context(), check.Config{Drivers: drivers[:1], CacheDir: cacheDir}, []*standard.Suite{suite})
	if err != nil || !strings.Contains(m.Suites[0].Rows[0].Reason, "schema") {
		t.Errorf("another schema: %v, %+v", err, m)
	}
}
