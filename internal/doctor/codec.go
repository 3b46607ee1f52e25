package doctor

import (
	"fmt"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Steps is how often a trial's codec does its work for one value. The slower
// ones do it a few times more, so that the ratio of two of them is known: 65, 66
// and 68 to 64 are 1.6, 3.1 and 6.2 per cent.
const Steps = 64

var moreSteps = []int{1, 2, 4}

// Kind is a kind of codec that the trials look at by itself.
type Kind struct {
	Name      string // of its codecs, or what their names begin with
	Allocates bool   // one allocation a step; measured without reuse

	title      string
	statements driver.Funcs
}

// Kinds are all there are.
var Kinds = []Kind{
	{Name: "plain", title: "not allocating", statements: driver.Funcs{
		Append: `at := len(buf)
			for range steps {
				buf = encode(buf[:at], v)
			}
			return buf, nil`,
		Unmarshal:      "var text []byte\n" + decodeSteps("text = decode(data, v)") + "v.Str = string(text)\nreturn nil",
		UnmarshalReuse: "var text []byte\n" + decodeSteps("text = decode(data, v)") + "v.Str = string(text)\nreturn nil",
	}},
	{Name: "allocating", Allocates: true, title: "allocating", statements: driver.Funcs{
		Append: `var out []byte
			for range steps {
				out = encode(make([]byte, 0, 64), v)
				last = out
			}
			return append(buf, out...), nil`,
		Unmarshal: decodeSteps("v.Str = string(decode(data, v))") + "return nil",
	}},
}

func decodeSteps(step string) string {
	return "if len(data) < 21 {\nreturn errShort\n}\nfor range steps {\n" + step + "\n}\n"
}

// codec is one codec of the trials.
type codec struct {
	kind int
	more int    // steps beyond the usual number
	name string // of the row
}

// codecs are, of each kind, one codec, the same under another name, and the
// slower ones.
func codecs() []codec {
	var list []codec
	for i, k := range Kinds {
		list = append(list, codec{i, 0, k.Name}, codec{i, 0, k.Name + "-again"})
		for _, more := range moreSteps {
			list = append(list, codec{i, more, fmt.Sprintf("%s-%d", k.Name, Steps+more)})
		}
	}
	return list
}

// Codec returns a codec that does so many steps more than the usual number.
func (k Kind) Codec(name string, more int) *driver.Driver {
	return &driver.Driver{
		Name:     name,
		Variants: []driver.Variant{{Features: []driver.Feature{driver.Manual, driver.Binary}, Reuse: !k.Allocates}},
		Emit: func(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
			f := k.statements
			f.Imports = []string{"encoding/binary", "errors", "math", "time"}
			f.Decls = fmt.Sprintf(declarations, Steps+more)
			a.EmitNew(t, f)
			return nil
		},
	}
}

const declarations = `const steps = %d

var errShort = errors.New("short input")

// last keeps what is made from being made on the stack.
var last []byte

//go:noinline
func encode(buf []byte, v *T) []byte {
	if v.Bool {
		buf = append(buf, 1)
	} else {
		buf = append(buf, 0)
	}
	buf = binary.LittleEndian.AppendUint32(buf, uint32(v.Int32))
	buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(v.Float64))
	buf = binary.LittleEndian.AppendUint64(buf, uint64(v.Time.UnixNano()))
	return append(buf, v.Str...)
}

//go:noinline
func decode(data []byte, v *T) (text []byte) {
	v.Bool = data[0] == 1
	v.Int32 = int32(binary.LittleEndian.Uint32(data[1:]))
	v.Float64 = math.Float64frombits(binary.LittleEndian.Uint64(data[5:]))
	v.Time = time.Unix(0, int64(binary.LittleEndian.Uint64(data[13:]))).UTC()
	return data[21:]
}`
