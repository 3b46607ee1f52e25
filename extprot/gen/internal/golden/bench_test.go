package golden

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/assay-go/assay/extprot/gen/internal/golden/complexrtt"
)

// The benchmarks work on the message of extprot's own benchmark: 200,000
// distinct random messages whose lists and strings have 0 to 9 elements. There
// the original takes 776 ns to serialize one into a reused buffer and 283 ns to
// deserialize it, on one thread of the machine for which our figures are given.
const population = 200_000

// randomInt draws as many bits as a uniform draw says, so that vints of all
// lengths occur.
func randomInt(r *rand.Rand) int64 {
	n := int64(r.Uint64() >> (34 + r.IntN(30)))
	if r.IntN(2) == 0 {
		return -n
	}
	return n
}

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

func BenchmarkComplexRtt(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	messages := make([]complexrtt.ComplexRtt, population)
	encoded := make([][]byte, population)
	bytes := 0
	for i := range messages {
		messages[i] = randomMessage(r)
		encoded[i], _ = messages[i].MarshalBinary()
		bytes += len(encoded[i])
	}
	perOp := float64(bytes) / population
	report := func(b *testing.B, original float64) {
		b.ReportMetric(perOp, "B/msg")
		if original > 0 {
			b.ReportMetric(original/(float64(b.Elapsed().Nanoseconds())/float64(b.N)), "x-original")
		}
	}
	b.Run("marshal/reused", func(b *testing.B) {
		buf := make([]byte, 0, 4096)
		b.ReportAllocs()
		i := 0
		for b.Loop() {
			buf, _ = messages[i].AppendBinary(buf[:0])
			if i++; i == population {
				i = 0
			}
		}
		report(b, 776)
	})
	b.Run("unmarshal/reused", func(b *testing.B) {
		var m complexrtt.ComplexRtt
		b.ReportAllocs()
		i := 0
		for b.Loop() {
			if err := m.UnmarshalBinary(encoded[i]); err != nil {
				b.Fatal(err)
			}
			if i++; i == population {
				i = 0
			}
		}
		report(b, 283)
	})
	b.Run("unmarshal/fresh", func(b *testing.B) {
		b.ReportAllocs()
		i := 0
		for b.Loop() {
			var m complexrtt.ComplexRtt
			if err := m.UnmarshalBinary(encoded[i]); err != nil {
				b.Fatal(err)
			}
			if i++; i == population {
				i = 0
			}
		}
		report(b, 283)
	})
	b.Run("memmove", func(b *testing.B) {
		buf := make([]byte, 4096)
		i := 0
		for b.Loop() {
			copy(buf, encoded[i])
			if i++; i == population {
				i = 0
			}
		}
		report(b, math.NaN())
	})
}
