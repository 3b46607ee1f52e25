package driver_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Numbers are those of the tags, and those behind for what has none; of a number that is
// there twice nothing is believed.
func TestNumbers(t *testing.T) {
	type T struct {
		A int64 `thrift:"a,1"`
		C int64 `thrift:"c,3"`
		//lint:ignore U1000 only there to be left out
		hidden int
		D      int64
		B      int64 `thrift:"2"`
	}
	type Twice struct {
		A int64 `thrift:"a,2"`
		B int64 `thrift:"b,2"`
	}
	for want, typ := range map[string]reflect.Type{"[1 3 0 4 2]": reflect.TypeFor[T](), "[1 2]": reflect.TypeFor[Twice]()} {
		m, _ := typemodel.FromReflect(typ)
		if got := fmt.Sprint(driver.ByNumber("thrift").Numbers(m)); got != want {
			t.Errorf("%s: numbers %s, want %s", typ, got, want)
		}
	}
}

// A field is found by what its serializer reads: not by the tags of others.
func TestIdentity(t *testing.T) {
	type T struct {
		Total int64 `json:"total,string" bson:"-" protobuf:"varint,3,opt,name=sum,proto3" thrift:"sum,4"`
		Plain int64
	}
	m, _ := typemodel.FromReflect(reflect.TypeFor[T]())
	for _, test := range []struct {
		id                    driver.Identity
		total, plain, options string
	}{
		{driver.ByName(), "Total", "Plain", ""},
		{driver.ByName("json"), "total", "Plain", "string"},
		{driver.ByName("cbor", "json"), "total", "Plain", "string"},
		{driver.Identity{By: driver.Name, Tags: []string{"bson"}, Lower: true}, "total", "plain", ""},
		{driver.ByNumber("protobuf"), "3", "", "opt,proto3,varint"},
		{driver.ByNumber("thrift"), "4", "", "sum"},
		{driver.ByOrder(), "", "", ""},
		{driver.ByWriterSchema("avro"), "Total", "Plain", ""},
	} {
		total, _ := test.id.Of(&m.Fields[0])
		plain, tagged := test.id.Of(&m.Fields[1])
		if options := test.id.Options(&m.Fields[0]); total != test.total || plain != test.plain || tagged || options != test.options {
			t.Errorf("%+v: %q, %q (%v), options %q; want %q, %q, %q", test.id, total, plain, tagged, options, test.total, test.plain, test.options)
		}
	}
}

// Schemas have fields in the order of their numbers, which leave none out.
func TestInOrder(t *testing.T) {
	type T struct {
		C int64 `capnp:"3"`
		D int64
		A int64 `capnp:"1"`
		//lint:ignore U1000 only there to be left out
		hidden int
		B      int64 `capnp:"2"`
	}
	type Gap struct {
		A int64 `capnp:"1"`
		B int64 `capnp:"3"`
	}
	type Twice struct {
		A int64 `capnp:"1"`
		B int64 `capnp:"1"`
	}
	id := driver.ByNumber("capnp")
	for _, test := range []struct {
		of          reflect.Type
		order, fail string
	}{
		{reflect.TypeFor[T](), "A B C D", ""},
		{reflect.TypeFor[Gap](), "A B", "B has the number 3, and should have 2"},
		{reflect.TypeFor[Twice](), "A B", "B has the number 1, and should have 2"},
	} {
		m, _ := typemodel.FromReflect(test.of)
		var names []string
		for _, f := range id.InOrder(m) {
			names = append(names, f.Name)
		}
		if reason, _ := id.NoGaps("", m); strings.Join(names, " ") != test.order || reason != test.fail {
			t.Errorf("%s: %s; %q", test.of, names, reason)
		}
	}
}
