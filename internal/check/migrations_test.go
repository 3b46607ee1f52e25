package check_test

import (
	"bytes"
	stdgob "encoding/gob"
	stdjson "encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/check"
	"github.com/assay-go/assay/internal/check/testdata/migrations/newer"
	"github.com/assay-go/assay/internal/check/testdata/migrations/older"
	"github.com/assay-go/assay/internal/worker/workertest"
	"github.com/assay-go/assay/worker"
)

// migrations are changes that people make, with what becomes of each by the rules of the
// formats, written by hand: what the newer type reads of the older one's bytes, and the
// older of the newer one's. S is same, R refused, D dropped, C changed.
//
// An enum that is renumbered and a unit that is another one are the same to every codec:
// nothing on the wire says so. The fingerprint of flat has the names of fields. gob looks
// for a field among those that are promoted too, and writes what is embedded as a field.
// vmihailenco cuts a number to the bits that the field has, and reads an embedded struct under
// its own name too, though it writes the fields in its place; bson writes names in lower case.
//
// Those with a pair of values are tried in this process too, which takes the compiler a quarter of a second each.
var migrations = []struct {
	name, json, gob, flat, others string
	pair                          pair
}{
	{"AddField", "S S", "S S", "R R", "cbor:SS msgpack:SS protobuf:SS mus:RR bson:SS", between(older.AddFieldValue, newer.AddFieldValue)},
	{"AddMiddle", "S S", "S S", "R R", "cbor:SS msgpack:SS bson:SS", pair{}},
	{"Remove", "D S", "D S", "R R", "cbor:DS msgpack:DS protobuf:DS mus:RR bson:DS", between(older.RemoveValue, newer.RemoveValue)},
	{"RenameBare", "D D", "D D", "R R", "cbor:DD msgpack:DD mus:SS bson:DD", pair{}},
	{"RenameTagged", "S S", "D D", "R R", "cbor:SS msgpack:DD protobuf:SS mus:SS bson:DD", between(older.RenameTaggedValue, newer.RenameTaggedValue)},
	{"SwapTags", "S S", "S S", "S S", "cbor:SS msgpack:SS mus:SS bson:SS", pair{}},
	{"Merge", "D D", "D D", "R R", "cbor:DD msgpack:DD mus:RR bson:DD", pair{}},
	{"IntoStruct", "D D", "D D", "R R", "cbor:DD msgpack:DD mus:SS bson:DD", pair{}},
	{"IntoEmbedded", "S S", "S D", "R R", "cbor:SS mus:SS bson:DD", pair{}},
	{"EmbedNamed", "D D", "S S", "", "cbor:DD msgpack:DS mus:SS bson:SS", between(older.EmbedNamedValue, newer.EmbedNamedValue)},
	{"EnumRenumbered", "S S", "S S", "S S", "cbor:SS msgpack:SS mus:SS bson:SS", pair{}},
	{"TextEnum", "S S", "R R", "R R", "cbor:RR", pair{}},
	{"TimeUnix", "R R", "R R", "R R", "", pair{}},
	{"ListMap", "R R", "R R", "R R", "cbor:RR msgpack:RR bson:RR", between(older.ListMapValue, newer.ListMapValue)},
	{"Generic", "S S", "S S", "S S", "cbor:SS mus:SS bson:SS", pair{}},
	{"FromPointer", "S S", "S S", "R R", "cbor:SS msgpack:SS bson:SS", pair{}},
	{"Omitempty", "S S", "S S", "S S", "cbor:SS msgpack:SS mus:SS bson:SS", pair{}},
	{"AsString", "R R", "S S", "S S", "cbor:SS msgpack:SS mus:SS bson:SS", pair{}},
	{"Moved", "S S", "S S", "S S", "cbor:SS msgpack:SS mus:SS bson:SS", pair{}},
	{"UintString", "R R", "R R", "R R", "cbor:RR msgpack:RR bson:RR", pair{}},
	{"UintStringTagged", "S S", "R R", "R R", "cbor:RR msgpack:RR bson:RR", pair{}},
	{"FloatDecimal", "S S", "R R", "", "cbor:RR", pair{}},
	{"RawStruct", "S S", "R R", "", "", pair{}},
	{"Default", "S S", "S S", "", "", pair{}},
	{"ReadsOld", "S D", "D D", "", "", between(older.ReadsOldValue, newer.ReadsOldValue)},
	{"UnitRenamed", "D D", "D D", "R R", "cbor:DD msgpack:DD mus:SS bson:DD", pair{}},
	{"UnitUnseen", "S S", "S S", "S S", "cbor:SS msgpack:SS mus:SS bson:SS", pair{}},
	{"Narrow", "R S", "R S", "R R", "cbor:RS msgpack:CS bson:RS", between(older.NarrowValue, newer.NarrowValue)},
	{"Reorder", "S S", "S S", "R R", "cbor:SS msgpack:SS mus:CC bson:SS", pair{}},
	{"TextArray", "S S", "R R", "", "cbor:RR", pair{}},
	{"InterfaceGains", "S R", "R R", "", "", between(older.InterfaceGainsValue, newer.InterfaceGainsValue)},
	{"KeyKind", "S S", "R R", "R R", "cbor:RR msgpack:RR protobuf:CC bson:SS", between(older.KeyKindValue, newer.KeyKindValue)},
	{"Zigzag", "S S", "S S", "S S", "cbor:SS msgpack:SS protobuf:CC mus:SS bson:SS", pair{}},
	{"Hidden", "D S", "S S", "", "cbor:DS msgpack:SS bson:SS", between(older.HiddenValue, newer.HiddenValue)},
	{"RemoveSet", "D S", "", "R R", "cbor:DS msgpack:DS protobuf:DS mus:RR bson:DS", pair{}},
	{"RenameSet", "D D", "", "R R", "cbor:DD msgpack:DD protobuf:SS mus:SS bson:DD", pair{}},
	{"SetList", "R R", "", "R R", "cbor:RR msgpack:RR protobuf:CR mus:SS bson:RR", between(older.SetListValue, newer.SetListValue)},
	{"Ambiguous", "D S", "S S", "R R", "cbor:DS mus:RR bson:SS", pair{}},
	{"Alias", "S S", "S S", "S S", "cbor:SS msgpack:SS mus:SS bson:SS", pair{}},
}

// The lock of a type sees of each migration what both types see.
func TestLockSeesWhatBothTypesSee(t *testing.T) {
	type (
		lasted   struct{ For time.Duration }
		measured struct{ For float64 }
		stamped  struct{ At time.Time }
		wrapped  struct{ At struct{ time.Time } }
		billed   struct{ A, B, C int64 }
		joined   struct {
			A string
			B float64
			C int32
		}
	)
	at := time.Date(2026, 11, 23, 10, 20, 30, 0, time.UTC)
	more := []pair{
		{sampleOf(lasted{7}), sampleOf(measured{7})},
		{sampleOf(stamped{at}), sampleOf(wrapped{struct{ time.Time }{at}})},
		{sampleOf(billed{7, 8, 9}), sampleOf(joined{"7", 8, 9})},
	}
	more = append(more, migrations[0].pair, migrations[2].pair) // all of them, and by libraries of others, are among the long tests
	for _, p := range more {
		list, err := check.LocalDisagreements(t.Context(), []check.Local{
			{drivers.Find("json"), subjects(stdjson.Marshal, stdjson.Unmarshal, p[:]...)},
			{drivers.Find("gob"), subjects(marshalGob, unmarshalGob, p[:]...)},
		}, p[0].of, p[1].of)
		if err != nil {
			t.Errorf("%v: %v", p[0].of, err)
		}
		for _, one := range list {
			t.Errorf("%v to %v: %s", p[0].of, p[1].of, one)
		}
	}
}

// gob names what an interface holds by its package: another one's is refused.
func init() {
	stdgob.Register(older.Card{})
	stdgob.Register(newer.Card{})
	stdgob.Register(newer.Bank{})
}

// pair is an older type and a newer one, with a value of each.
type pair [2]sample

// sample is a type with values, and makes a worker's subject of both with a codec.
type sample struct {
	of      reflect.Type
	subject func(marshal func(any) ([]byte, error), unmarshal func([]byte, any) error) worker.Subject
}

func sampleOf[T any](values ...T) sample {
	return sample{reflect.TypeFor[T](), func(marshal func(any) ([]byte, error), unmarshal func([]byte, any) error) worker.Subject {
		return workertest.Subject(marshal, unmarshal, values...)
	}}
}

func between[O, N any](older func() O, newer func() N) pair {
	return pair{sampleOf(older()), sampleOf(newer())}
}

// subjects are those of a codec for each of the samples.
func subjects(marshal func(any) ([]byte, error), unmarshal func([]byte, any) error, samples ...sample) (list []worker.Subject) {
	for _, s := range samples {
		list = append(list, s.subject(marshal, unmarshal))
	}
	return list
}

func marshalGob(v any) ([]byte, error) {
	var b bytes.Buffer
	err := stdgob.NewEncoder(&b).Encode(v)
	return b.Bytes(), err
}

func unmarshalGob(data []byte, v any) error {
	return stdgob.NewDecoder(bytes.NewReader(data)).Decode(v)
}

// What becomes of the migrations by the standard library's codecs, in this process; those
// of others, and these by workers too, are among the long tests.
func TestMigrations(t *testing.T) {
	for _, m := range migrations {
		if m.pair[0].of == nil {
			continue
		}
		got, err := check.LocalChange(t.Context(), []check.Local{
			{drivers.Find("json"), subjects(stdjson.Marshal, stdjson.Unmarshal, m.pair[:]...)},
			{drivers.Find("gob"), subjects(marshalGob, unmarshalGob, m.pair[:]...)},
		}, m.pair[0].of, m.pair[1].of)
		if err != nil {
			t.Errorf("%s: %v", m.name, err)
			continue
		}
		for name, want := range map[string]string{"json": m.json, "gob": m.gob} {
			if have := words(t, got[name], 0); want != "" && have != want {
				t.Errorf("%s, %s: %s, want %s", m.name, name, have, want)
			}
		}
	}
}

// words are the verdicts of the change at an index, as migrations has them.
func words(t *testing.T, cells []check.MatrixCell, i int) string {
	words := [2]string{"S", "S"}
	for way := range words {
		if j := slices.IndexFunc(cells, func(c check.MatrixCell) bool { return c.At == 2*i+way }); j >= 0 {
			words[way] = strings.ToUpper(string(cells[j].Verdict[:1]))
			t.Logf("way %d: %s: %s", way, cells[j].Verdict, cells[j].What)
		}
	}
	return words[0] + " " + words[1]
}

// A codec that writes a map as a list of keys and values, in the order in which they come,
// is read as either, whatever that order was: each time.
func TestMapReadAsList(t *testing.T) {
	type entry struct{ Key, Value string }
	type asMap struct{ A map[string]string }
	type asList struct{ A []entry }
	type cut struct{ A []string }
	marshal := func(v any) ([]byte, error) {
		var words []string
		switch v := v.(type) {
		case *asMap:
			for k, w := range v.A {
				words = append(words, k, w)
			}
		case *asList:
			for _, e := range v.A {
				words = append(words, e.Key, e.Value)
			}
		case *cut:
			for _, w := range v.A {
				words = append(words, w, "-")
			}
		}
		return stdjson.Marshal(words)
	}
	unmarshal := func(data []byte, v any) error {
		var words []string
		if err := stdjson.Unmarshal(data, &words); err != nil {
			return err
		}
		for i := 0; i < len(words); i += 2 {
			switch v := v.(type) {
			case *asMap:
				if v.A == nil {
					v.A = map[string]string{}
				}
				v.A[words[i]] = words[i+1]
			case *asList:
				v.A = append(v.A, entry{words[i], words[i+1]})
			case *cut:
				v.A = append(v.A, words[i])
			}
		}
		return nil
	}
	d := &driver.Driver{Name: "words", Facts: driver.Facts{Format: "words", Identity: driver.ByOrder()}, Variants: []driver.Variant{{}}}
	older := sampleOf(asMap{map[string]string{"k": "v", "l": "w"}})
	for want, newer := range map[string]sample{
		"S S": sampleOf(asList{[]entry{{"k", "v"}, {"l", "w"}}}),
		"D S": sampleOf(cut{[]string{"k", "l"}}),
	} {
		for range 20 {
			got, err := check.LocalChange(t.Context(), []check.Local{{d, subjects(marshal, unmarshal, older, newer)}}, older.of, newer.of)
			if err != nil {
				t.Fatal(err)
			}
			if have := words(t, got["words"], 0); have != want {
				t.Errorf("%v: %s, want %s", newer.of, have, want)
			}
		}
	}
}
