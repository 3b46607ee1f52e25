package teststruc

import (
	"math"
	"time"
)

// document returns the value that the go-codec document was measured with, of the
// depth that its flag -bd gives: nothing in it is random. One value of a level
// stands behind two pointers, and as a copy. With its flag -bf the interface-typed
// fields are not set.
func document(depth int, interfaces bool) *TestStrucIntf {
	// Two thirds of the greatest int64, computed exactly and cut off.
	const big = math.MaxInt64 * 2 / 3
	t := &TestStrucIntf{
		S: "some string", I64: big, I16: 1616, Ui64: big, Ui8: 160, B: true, By: 5,

		Sslice:    []string{"one", "two", "three"},
		I64slice:  []int64{1111, 2222, 3333},
		I16slice:  []int16{44, 55, 66},
		Ui64slice: []uint64{12121212, 34343434, 56565656},
		Ui8slice:  []uint8{210, 211, 212},
		Bslice:    []bool{true, false, true, false},
		Byslice:   []byte{13, 14, 15},

		AnonInTestStruc: AnonInTestStruc{
			AS: "A-String", AI64: -64646464, AI16: 1616, AUi64: 64646464,
			ASslice:   []string{"Aone", "Atwo", "Athree", `Afour.reverse_solidus.\`, "Afive.Gclef.\U0001d11e"},
			AI64slice: []int64{1, -22, 333, -4444, 55555, -666666},
			AF64slice: []float64{11.11e-11, 22.22e22, 33.33e-33, 44.44e44, 555.55e-6, 666.66e6},
			AMSU16:    map[string]uint16{"1": 1, "22": 2, "333": 3, "4444": 4},
		},

		Msi64: map[string]int64{"one": 1, "two": 2},
	}
	if interfaces {
		t.AnonInTestStrucIntf = &AnonInTestStrucIntf{
			Islice: []any{"true", true, "no", false, uint64(288), 0.4},
			Ms:     map[string]any{"true": "true", "int64(9)": false},
			T:      time.Date(2012, 2, 2, 2, 2, 2, 2000, time.UTC),
		}
	}
	if depth > 0 {
		below := document(depth-1, interfaces)
		t.Mtsptr = map[string]*TestStrucIntf{"0": below}
		t.Mts = map[string]TestStrucIntf{"0": *below}
		t.Its = []*TestStrucIntf{below}
	}
	return t
}
