package generate

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/assay-go/assay/codec"
)

// Types that random packages had, and whose code once did not compile: each does in the
// formats that carry it.
func TestOddTypes(t *testing.T) {
	for name, c := range map[string]struct {
		source  string
		formats []string
	}{
		"conversion to what takes no bytes": {`
type E struct{}
type Wire E

func ToWire(v E) Wire   { return Wire(v) }
func FromWire(v Wire) E { return E(v) }

//assay:as E = ToWire FromWire

type A [0]uint32
type AWire [0]uint32

func ToAWire(v A) AWire   { return AWire(v) }
func FromAWire(v AWire) A { return A(v) }

//assay:as A = ToAWire FromAWire

type T struct {
	X E
	F [3]E
	A A
}
`, []string{"flat", "xdr2", "gotiny", "skycoin", "json", "cbor", "msgpack"}},
		"array of the struct that a map is in": {`
type T struct {
	A uint32
	M map[string][1]T
	L [][2]T
}
`, []string{"flat", "xdr2", "gotiny", "mus", "musvarint", "benc", "skycoin", "bebop", "json", "cbor", "msgpack"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for file, text := range map[string]string{"go.mod": "module example.com/odd\n\ngo 1.24\n", "odd.go": "package odd\n" + c.source} {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			for _, format := range Formats() {
				for _, name := range c.formats {
					if name != format.Name() {
						continue
					}
					g := Config{Types: []string{"T"}, Formats: []codec.Format{format}, Dir: dir, Packages: newModule("example.com/odd", dir).load}
					if _, err := g.Generate(t.Context()); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
}
