package reproduce

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/drivertest/roundtrip"
	"github.com/assay-go/assay/internal/filetest"
)

// The reasons that stand beside lengths of the go-codec document are constructed:
// with what has changed undone, its value takes the published bytes, or as many as
// the rest explains.
func TestReasonsOfLengths(t *testing.T) {
	roundtrip.NeedsLong(t)
	dir := t.TempDir()
	filetest.Copy(t, dir, os.DirFS("testdata/reasons"))
	// The document's type by its own names, in a package called as there, with the
	// embedded pointer inlined, as today's library does, or under its name.
	for pkg, tag := range map[string]string{"inlined": ",omitempty", "named": "AnonInTestStrucIntf,omitempty"} {
		if err := os.Mkdir(filepath.Join(dir, pkg), 0o755); err != nil {
			t.Fatal(err)
		}
		for _, file := range []string{"teststruc.go", "document.go"} {
			src := filetest.Read(t, "../../workloads/teststruc/"+file)
			filetest.Write(t, filepath.Join(dir, pkg, file), ofThen(t, string(src), tag))
		}
	}
	cmd := exec.Command("go", "run", ".")
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	// The value has four structs. Their times were 8, 10 and 21 bytes long in MessagePack, Simple
	// and JSON: a time of seconds and nanoseconds, and one in quotes.
	const structs = 4
	moved := structs * (got["55555 of an int64, msgpack"] - got["55555 of an int64, msgpack, unsigned"])
	shorter := structs * (got["666.66e6, json"] - len("6.6666E+08"))
	if more := got["flatbuffers, fields in their order"] - got["flatbuffers, texts first"]; more != 2*4 {
		t.Errorf("the order of fields in FlatBuffers is worth %d bytes of two values", more)
	}
	if more := got["a time, msgpack, as an extension"] - got["a time, msgpack"]; more != 1 {
		t.Errorf("an extension for a time takes %d bytes more than a text", more)
	}
	for name, length := range map[string]struct{ got, published int }{
		"msgpack, without interfaces": {got["msgpack, positive integers unsigned"], 1718},
		"msgpack":                     {got["msgpack, under its name"] - moved - structs*(got["a time, msgpack"]-8), 2086},
		"binc":                        {got["binc, under its name"], 2102},
		"binc with symbols":           {got["binc with symbols, under its name"], 1733},
		"simple":                      {got["simple, under its name"] - structs*(got["a time, simple"]-10), 2402},
		"cbor":                        {got["cbor, under its name"], 2102},
		"json":                        {got["json, under its name"] - shorter - structs*(got["a time, json"]-len(`"1328148122000002000"`)), 3126},
		"json, without interfaces":    {2558 - shorter, 2554},
		"std json":                    {3466 + structs*(len("6.6666e+08")-got["666.66e6, std json"]), 3470},
		"gob, without interfaces":     {got["gob"] + 1, 2196}, // its first type was number 65, and is 64
		"gob":                         {got["gob, with interfaces"] + 1, 2756},
		"vmihailenco":                 {2400 + structs*(got["55555 as an int32, vmihailenco"]-got["55555 as it is, vmihailenco"]), 2408},
	} {
		if length.got != length.published {
			t.Errorf("%s: %d bytes with what has changed undone, published: %d", name, length.got, length.published)
		}
	}
}

// ofThen returns the source of the workload's type or value with the names of
// the document.
func ofThen(t *testing.T, text, tag string) string {
	t.Helper()
	text = strings.Replace(text, "package teststruc", "package codec", 1)
	if at := strings.Index(text, "// AnonInTestStruc is embedded by value."); at >= 0 {
		// What describes the workload, and the type without interfaces, stay behind.
		plain, rest := strings.Index(text, "// TestStruc is the document's struct without"), strings.Index(text, "// AnonInTestStrucIntf is embedded")
		const inlined = "*AnonInTestStrucIntf `codec:\",omitempty\"`"
		if plain < at || rest < plain || strings.Count(text, inlined) != 1 {
			t.Fatal("the workload's source is laid out in another way")
		}
		text = "package codec\n\nimport \"time\"\n\n" + text[at:plain] + strings.Replace(text[rest:], inlined, "*AnonInTestStrucIntf `codec:\""+tag+"\"`", 1)
	} else {
		text += "\n// Document is the value.\nfunc Document(interfaces bool) *TestStruc { return document(1, interfaces) }\n"
	}
	return regexp.MustCompile(`\bTestStrucIntf\b`).ReplaceAllString(text, "TestStruc")
}
