package check_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/check"
	"github.com/assay-go/assay/internal/check/standard"
	"github.com/assay-go/assay/internal/drivers/gob"
	"github.com/assay-go/assay/internal/drivers/json"
)

// migrations are changes that people make, with what becomes of each by the rules of the
// formats, written by hand: what the newer type reads of the older one's bytes, and the
// older of the newer one's. S is same, R refused, D dropped, C changed.
//
// An enum that is renumbered and a unit that is another one are the same to every codec:
// nothing on the wire says so. The fingerprint of flat has the names of fields. gob looks
// for a field among those that are promoted too, and writes what is embedded as a field.
// vmihailenco cuts a number to the bits that the field has; bson writes names in lower case.
var migrations = []struct {
	name, json, gob, flat, others string
}{
	{"AddField", "S S", "S S", "R R", "cbor:SS msgpack:SS protobuf:SS mus:RR bson:SS"},
	{"AddMiddle", "S S", "S S", "R R", "cbor:SS msgpack:SS bson:SS"},
	{"Remove", "D S", "D S", "R R", "cbor:DS msgpack:DS protobuf:DS mus:RR bson:DS"},
	{"RenameBare", "D D", "D D", "R R", "cbor:DD msgpack:DD mus:SS bson:DD"},
	{"RenameTagged", "S S", "D D", "R R", "cbor:SS msgpack:DD protobuf:SS mus:SS bson:DD"},
	{"SwapTags", "S S", "S S", "S S", "cbor:SS msgpack:SS mus:SS bson:SS"},
	{"Merge", "D D", "D D", "R R", "cbor:DD msgpack:DD mus:RR bson:DD"},
	{"IntoStruct", "D D", "D D", "R R", "cbor:DD msgpack:DD mus:SS bson:DD"},
	{"IntoEmbedded", "S S", "S D", "R R", "cbor:SS mus:SS bson:DD"},
	{"EnumRenumbered", "S S", "S S", "S S", "cbor:SS msgpack:SS mus:SS bson:SS"},
	{"TextEnum", "S S", "R R", "R R", "cbor:RR"},
	{"TimeUnix", "R R", "R R", "R R", ""},
	{"ListMap", "R R", "R R", "R R", "cbor:RR msgpack:RR bson:RR"},
	{"Generic", "S S", "S S", "S S", "cbor:SS mus:SS bson:SS"},
	{"FromPointer", "S S", "S S", "R R", "cbor:SS msgpack:SS bson:SS"},
	{"Omitempty", "S S", "S S", "S S", "cbor:SS msgpack:SS mus:SS bson:SS"},
	{"AsString", "R R", "S S", "S S", "cbor:SS msgpack:SS mus:SS bson:SS"},
	{"Moved", "S S", "S S", "S S", "cbor:SS msgpack:SS mus:SS bson:SS"},
	{"UintString", "R R", "R R", "R R", "cbor:RR msgpack:RR bson:RR"},
	{"UintStringTagged", "S S", "R R", "R R", "cbor:RR msgpack:RR bson:RR"},
	{"FloatDecimal", "S S", "R R", "", "cbor:RR"},
	{"RawStruct", "S S", "R R", "", ""},
	{"Default", "S S", "S S", "", ""},
	{"ReadsOld", "S D", "D D", "", ""},
	{"UnitRenamed", "D D", "D D", "R R", "cbor:DD msgpack:DD mus:SS bson:DD"},
	{"UnitUnseen", "S S", "S S", "S S", "cbor:SS msgpack:SS mus:SS bson:SS"},
	{"Narrow", "R S", "R S", "R R", "cbor:RS msgpack:CS bson:RS"},
	{"Reorder", "S S", "S S", "R R", "cbor:SS msgpack:SS mus:CC bson:SS"},
	{"Alias", "S S", "S S", "S S", "cbor:SS msgpack:SS mus:SS bson:SS"},
}

// judged returns what became of the migrations by codec, as migrations has it.
func judged(t *testing.T, drivers ...*driver.Driver) map[string][]string {
	t.Helper()
	dir, err := filepath.Abs("testdata/migrations")
	if err != nil {
		t.Fatal(err)
	}
	var changes []standard.Change
	for _, m := range migrations {
		changes = append(changes, standard.Change{Name: m.name, Title: m.name})
	}
	m, err := check.TabulateIn(t.Context(), check.Config{Drivers: drivers, CacheDir: cacheDir}, dir, changes, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	for _, row := range m.Rows {
		for i := range migrations {
			var words [2]string
			for way := range words {
				words[way] = "S"
				if j := slices.IndexFunc(row.Changes, func(c check.MatrixCell) bool { return c.At == 2*i+way }); j >= 0 {
					words[way] = strings.ToUpper(string(row.Changes[j].Verdict[:1]))
					t.Logf("%s, %s, way %d: %s: %s", row.Name, migrations[i].name, way, row.Changes[j].Verdict, row.Changes[j].What)
				}
			}
			got[row.Name] = append(got[row.Name], fmt.Sprint(words[0], " ", words[1]))
		}
	}
	return got
}

func TestMigrations(t *testing.T) {
	t.Parallel()
	got := judged(t, &json.Driver, &gob.Driver)
	for i, m := range migrations {
		for name, want := range map[string]string{"json": m.json, "gob": m.gob} {
			if want != "" && got[name][i] != want {
				t.Errorf("%s, %s: %s, want %s", m.name, name, got[name][i], want)
			}
		}
	}
}
