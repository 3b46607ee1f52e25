package doctor

import (
	"fmt"
	"time"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// chainLength is the delay: so many multiplications, each waiting for the one
// before, and the codec's work waiting for the last.
const chainLength = 8

// trialDrivers are one codec under two names, and the codec with the delay.
var trialDrivers = []*driver.Driver{
	trialDriver("codec", 0),
	trialDriver("codec-again", 0),
	trialDriver("codec-delayed", chainLength),
}

func trialDriver(name string, delay int) *driver.Driver {
	return &driver.Driver{
		Name:     name,
		Variants: []driver.Variant{{Features: []driver.Feature{driver.Manual, driver.Binary}, Reuse: true}},
		Emit: func(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
			a.EmitNew(t, driver.Funcs{
				Imports: []string{"encoding/binary", "errors", "math", "time"},
				Decls: fmt.Sprintf(`var errShort = errors.New("short input")

				// zero is always 0, which the compiler does not know.
				var zero uint64

				func delay() int {
					x := zero
					for range %d {
						x *= 6364136223846793005
					}
					return int(x)
				}`, delay),
				Append: `buf = buf[:len(buf)+delay()]
					buf = binary.AppendUvarint(buf, uint64(len(v.Str)))
					buf = append(buf, v.Str...)
					if v.Bool {
						buf = append(buf, 1)
					} else {
						buf = append(buf, 0)
					}
					buf = binary.LittleEndian.AppendUint32(buf, uint32(v.Int32))
					buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(v.Float64))
					return binary.LittleEndian.AppendUint64(buf, uint64(v.Time.UnixNano())), nil`,
				Unmarshal:      decode,
				UnmarshalReuse: decode,
			})
			return nil
		},
	}
}

const decode = `data = data[delay():]
	size, n := binary.Uvarint(data)
	if n <= 0 || uint64(len(data)-n) != size+21 {
		return errShort
	}
	v.Str = string(data[n : n+int(size)])
	data = data[n+int(size):]
	v.Bool = data[0] == 1
	v.Int32 = int32(binary.LittleEndian.Uint32(data[1:]))
	v.Float64 = math.Float64frombits(binary.LittleEndian.Uint64(data[5:]))
	v.Time = time.Unix(0, int64(binary.LittleEndian.Uint64(data[13:]))).UTC()
	return nil`

// chainStep returns what one multiplication of the delay takes, in nanoseconds:
// the best of several runs of a long chain.
func chainStep() float64 {
	const steps = 1 << 20
	best := time.Duration(1 << 62)
	x := uint64(time.Now().UnixNano())
	for range 20 {
		begin := time.Now()
		for range steps {
			x = x*6364136223846793005 + 1442695040888963407
		}
		best = min(best, time.Since(begin))
	}
	if x == 0 { // never in practice: it keeps the chain alive
		best++
	}
	return float64(best.Nanoseconds()) / steps
}
