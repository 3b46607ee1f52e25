package golden

import (
	"bytes"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/assay-go/assay/extprot/gen/testdata/golden/complexrtt"
)

// randomInt draws as many bits as a uniform draw says, so that vints of all
// lengths occur.
func randomInt(r *rand.Rand) int64 {
	n := int64(r.Uint64() >> (34 + r.IntN(30)))
	if r.IntN(2) == 0 {
		return -n
	}
	return n
}

// randomMessage makes a message whose lists and strings have 0 to 9 elements, as those of extprot's own benchmark.
func randomMessage(r *rand.Rand) complexrtt.ComplexRtt {
	var m complexrtt.ComplexRtt
	str := func() string {
		b := make([]byte, r.IntN(10))
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		return string(b)
	}
	if r.IntN(2) == 0 {
		m.Kind = complexrtt.ComplexRttKindA
		m.A.A1 = make([]complexrtt.TupleIntListBool, r.IntN(10))
		for i := range m.A.A1 {
			m.A.A1[i].F0 = randomInt(r)
			m.A.A1[i].F1 = make([]bool, r.IntN(10))
			for j := range m.A.A1[i].F1 {
				m.A.A1[i].F1[j] = r.IntN(2) == 0
			}
		}
		m.A.A2 = make([]complexrtt.SumTypeIntStringLong, r.IntN(10))
		for i := range m.A.A2 {
			s := &m.A.A2[i]
			switch r.IntN(4) {
			case 0:
				s.Kind = complexrtt.SumTypeIntStringLongKindD
			case 1:
				s.Kind, s.A = complexrtt.SumTypeIntStringLongKindA, randomInt(r)
			case 2:
				s.Kind, s.B = complexrtt.SumTypeIntStringLongKindB, str()
			case 3:
				s.Kind, s.C = complexrtt.SumTypeIntStringLongKindC, int64(r.Uint64())
			}
		}
		return m
	}
	m.Kind = complexrtt.ComplexRttKindB
	m.B.B1 = r.IntN(2) == 0
	m.B.B2.F0 = str()
	m.B.B2.F1 = make([]int64, r.IntN(10))
	for i := range m.B.B2.F1 {
		m.B.B2.F1[i] = randomInt(r)
	}
	return m
}

// TestMarshalDoesNotAllocate: neither does reading into a used value, but for
// strings.
func TestMarshalDoesNotAllocate(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	buf := make([]byte, 0, 4096)
	var used complexrtt.ComplexRtt
	for range 500 {
		m := randomMessage(r)
		if n := testing.AllocsPerRun(5, func() { buf, _ = m.AppendBinary(buf[:0]) }); n != 0 {
			t.Fatalf("%v allocations to marshal", n)
		}
		read := func() {
			if err := used.UnmarshalBinary(buf); err != nil {
				t.Fatal(err)
			}
		}
		read()
		if n := testing.AllocsPerRun(5, read); n != 0 {
			t.Fatalf("%v allocations to read the same message again", n)
		}
	}
}

// TestApart: what a message, or a list in it, holds is not reached by appending to
// another.
func TestApart(t *testing.T) {
	arena := complexrtt.NewArena(complexrtt.Limits{})
	apart(t, func(m *complexrtt.ComplexRtt, b []byte) (int, error) { return m.DecodeArena(b, arena) })
	apart(t, func(m *complexrtt.ComplexRtt, b []byte) (int, error) { return m.DecodeBinary(b, complexrtt.Limits{}) })
}

func apart(t *testing.T, read func(*complexrtt.ComplexRtt, []byte) (int, error)) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	list := make([]complexrtt.ComplexRtt, 2000)
	encoded := make([][]byte, len(list))
	var stream []byte
	for i := range list {
		m := randomMessage(r)
		encoded[i], _ = m.MarshalBinary()
		stream = append(stream, encoded[i]...)
	}
	for i, p := 0, 0; i < len(list); i++ {
		n, err := read(&list[i], stream[p:])
		if err != nil || n != len(encoded[i]) {
			t.Fatalf("message %d: %d bytes, %v", i, n, err)
		}
		p += n
	}
	for i := range list {
		m := &list[i]
		_ = append(m.A.A1, slices.Repeat([]complexrtt.TupleIntListBool{{F0: -1}}, cap(m.A.A1)-len(m.A.A1)+1)...)
		for j := range m.A.A1 {
			_ = append(m.A.A1[j].F1, true, true, true, true, true, true, true, true)
		}
		_ = append(m.A.A2, complexrtt.SumTypeIntStringLong{Kind: complexrtt.SumTypeIntStringLongKindC})
		_ = append(m.B.B2.F1, -1)
	}
	for i := range list {
		if b, _ := list[i].MarshalBinary(); !bytes.Equal(b, encoded[i]) {
			t.Fatalf("message %d became\n     %x\nfrom %x", i, b, encoded[i])
		}
	}
}

// TestListWithBools: a list of up to eight elements is one piece of memory with
// the bools in them, and takes no more than they and one element more need, rounded
// to the sizes of the heap.
func TestListWithBools(t *testing.T) {
	for n := 1; n <= 9; n++ {
		m := complexrtt.ComplexRtt{Kind: complexrtt.ComplexRttKindA}
		for i := range n {
			m.A.A1 = append(m.A.A1, complexrtt.TupleIntListBool{F0: int64(i), F1: make([]bool, i)})
		}
		b, _ := m.MarshalBinary()
		b = append(b, make([]byte, 32)...) // more input follows
		var got complexrtt.ComplexRtt
		read := func() {
			got = complexrtt.ComplexRtt{}
			if _, err := got.DecodeBinary(b, complexrtt.Limits{}); err != nil {
				t.Fatal(err)
			}
		}
		pieces, size := 1.0, (n+1)/2*2*(32+8)
		if n > 8 {
			pieces, size = 3, n*32+8*8+8
		}
		if k := testing.AllocsPerRun(100, read); k != pieces {
			t.Errorf("%d elements: %v allocations, want %v", n, k, pieces)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range 1000 {
			read()
		}
		runtime.ReadMemStats(&after)
		if k := int(after.TotalAlloc-before.TotalAlloc) / 1000; k < size || k > size+size/4+16 {
			t.Errorf("%d elements: %d bytes, want %d", n, k, size)
		}
	}
}

// TestArena: reading into a used value with an arena allocates next to nothing.
func TestArena(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	arena := complexrtt.NewArena(complexrtt.Limits{})
	encoded := make([][]byte, 2000)
	for i := range encoded {
		m := randomMessage(r)
		encoded[i], _ = m.MarshalBinary()
	}
	var used complexrtt.ComplexRtt
	all := func() {
		for i, b := range encoded {
			if _, err := used.DecodeArena(b, arena); err != nil {
				t.Fatalf("message %d: %v", i, err)
			}
		}
	}
	all()
	if n := testing.AllocsPerRun(5, all); n > 20 {
		t.Errorf("%v allocations to read %d messages into one", n, len(encoded))
	}
}
