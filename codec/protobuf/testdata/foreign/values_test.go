package judge

import (
	"flag"
	"math"
	"math/rand/v2"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
)

var (
	values  = flag.Int("values", 200, "how many random values are made of each message")
	mutants = flag.Int("mutants", 20, "how many damaged inputs are made of each value")
	seed    = flag.Uint64("seed", 1, "of both")
)

// fill sets some fields of a message.
func fill(r *rand.Rand, m protoreflect.Message, depth int) {
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		if f.Cardinality() != protoreflect.Required && r.IntN(3) == 0 || f.Message() != nil && depth <= 0 && f.Cardinality() != protoreflect.Required {
			continue
		}
		switch {
		case f.IsMap():
			for range r.IntN(4) {
				v := m.Mutable(f).Map().NewValue()
				if f.MapValue().Message() != nil {
					fill(r, v.Message(), depth-1)
				} else {
					v = scalar(r, f.MapValue())
				}
				m.Mutable(f).Map().Set(scalar(r, f.MapKey()).MapKey(), v)
			}
		case f.IsList():
			for range r.IntN(4) {
				if f.Message() != nil {
					fill(r, m.Mutable(f).List().AppendMutable().Message(), depth-1)
				} else {
					m.Mutable(f).List().Append(scalar(r, f))
				}
			}
		case f.Message() != nil:
			fill(r, m.Mutable(f).Message(), depth-1)
		default:
			m.Set(f, scalar(r, f))
		}
	}
}

func scalar(r *rand.Rand, f protoreflect.FieldDescriptor) protoreflect.Value {
	x := r.Uint64() >> r.IntN(64)
	if r.IntN(4) == 0 {
		x = -x
	}
	text := strings.Repeat(string(rune('a'+r.IntN(26))), []int{0, 1, 5, 20, 130}[r.IntN(5)])
	float := []float64{0, math.Copysign(0, -1), 1.5, -2, math.Inf(1), r.NormFloat64()}[r.IntN(6)]
	switch f.Kind() {
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(x&1 == 1)
	case protoreflect.EnumKind:
		of := f.Enum().Values()
		return protoreflect.ValueOfEnum(of.Get(r.IntN(of.Len())).Number())
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind:
		return protoreflect.ValueOfInt32(int32(x))
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		return protoreflect.ValueOfUint32(uint32(x))
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind:
		return protoreflect.ValueOfInt64(int64(x))
	case protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return protoreflect.ValueOfUint64(x)
	case protoreflect.FloatKind:
		return protoreflect.ValueOfFloat32(float32(float))
	case protoreflect.DoubleKind:
		return protoreflect.ValueOfFloat64(float)
	case protoreflect.StringKind:
		return protoreflect.ValueOfString(text)
	default:
		return protoreflect.ValueOfBytes([]byte(text))
	}
}
