// Package teststruc is the workload of the go-codec benchmarks: a large
// recursive struct with every basic kind, slices, maps, pointers and embedded
// structs, with or without interface-typed fields.
//
// Unstable: names may change in a minor version.
package teststruc

import (
	"time"

	"github.com/assay-go/assay/workload"
)

// Workload describes the workload.
var Workload = workload.Workload{
	Name:  "teststruc",
	Doc:   "The TestStruc of the go-codec benchmarks: every basic kind, slices, maps, pointers, embedding, recursion.",
	Type:  "TestStruc",
	Count: 8,
	Flags: []workload.Flag{
		workload.Values,
		{Name: "depth", Default: 1, Help: "levels of TestStruc nested in maps, slices and a pointer (the document's -bd)", Sweep: []int{0, 1, 2, 3, 4, 5, 6, 7, 8}},
		{Name: "interfaces", Bool: true, Help: "use the type with interface-typed fields, and set them (the opposite of the document's -bf)"},
		{Name: "string-keys", Default: 1, Bool: true, Help: "maps behind interfaces have string keys only (the document's -bs)"},
	},
	Alternatives: []workload.Alternative{
		{Flag: "interfaces", Type: "TestStrucIntf", Values: "ValuesIntf"},
		{Flag: workload.Values.Name, Type: "TestStrucIntf", Values: "ValuesIntf"}, // the document has the one type, with the fields set or not
	},
}

// AnonInTestStruc is embedded by value.
type AnonInTestStruc struct {
	AS        string
	AI64      int64
	AI16      int16
	AUi64     uint64
	ASslice   []string
	AI64slice []int64
	AF64slice []float64
	AMSU16    map[string]uint16
}

// TestStruc is the document's struct without its interface-typed fields.
type TestStruc struct {
	//lint:ignore U1000 go-codec reads its tag.
	_struct struct{} `codec:",omitempty"`

	S    string
	I64  int64
	I16  int16
	Ui64 uint64
	Ui8  uint8
	B    bool
	By   uint8

	Sslice    []string
	I64slice  []int64
	I16slice  []int16
	Ui64slice []uint64
	Ui8slice  []uint8
	Bslice    []bool
	Byslice   []byte

	Iptrslice []*int64

	AnonInTestStruc

	Msi64 map[string]int64

	Nmap       map[string]bool // stays nil
	Nslice     []byte          // stays nil
	Nint64     *int64          // stays nil
	Mtsptr     map[string]*TestStruc
	Mts        map[string]TestStruc
	Its        []*TestStruc
	Nteststruc *TestStruc
}

// AnonInTestStrucIntf is embedded by pointer in TestStrucIntf.
type AnonInTestStrucIntf struct {
	Islice []any
	Ms     map[string]any
	Nintf  any // stays nil
	T      time.Time
}

// TestStrucIntf is the document's struct with its interface-typed fields.
type TestStrucIntf struct {
	//lint:ignore U1000 go-codec reads its tag.
	_struct struct{} `codec:",omitempty"`

	S    string
	I64  int64
	I16  int16
	Ui64 uint64
	Ui8  uint8
	B    bool
	By   uint8

	Sslice    []string
	I64slice  []int64
	I16slice  []int16
	Ui64slice []uint64
	Ui8slice  []uint8
	Bslice    []bool
	Byslice   []byte

	Iptrslice []*int64

	AnonInTestStruc

	Msi64 map[string]int64

	*AnonInTestStrucIntf `codec:",omitempty"`

	Nmap       map[string]bool // stays nil
	Nslice     []byte          // stays nil
	Nint64     *int64          // stays nil
	Mtsptr     map[string]*TestStrucIntf
	Mts        map[string]TestStrucIntf
	Its        []*TestStrucIntf
	Nteststruc *TestStrucIntf
}
