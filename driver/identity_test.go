package driver_test

import (
	"reflect"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

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
