package adapter_test

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/assay-go/assay/worker/adapter"
)

type Point struct{ X, Y int32 }

// New is what an adapter package exports: each call returns a codec with state of its
// own, which here is none.
func New() adapter.Codec[Point] {
	return adapter.Codec[Point]{
		Append: func(buf []byte, v *Point) ([]byte, error) {
			buf = binary.LittleEndian.AppendUint32(buf, uint32(v.X))
			return binary.LittleEndian.AppendUint32(buf, uint32(v.Y)), nil
		},
		Unmarshal: func(data []byte, v *Point) error {
			if len(data) != 8 {
				return errors.New("point: not 8 bytes")
			}
			v.X = int32(binary.LittleEndian.Uint32(data))
			v.Y = int32(binary.LittleEndian.Uint32(data[4:]))
			return nil
		},
		Size: func(*Point) int { return 8 },
	}
}

func ExampleCodec() {
	codec := New()
	data, err := codec.Append(nil, &Point{3, -1})
	fmt.Printf("%x %v\n", data, err)
	var p Point
	fmt.Println(codec.Unmarshal(data, &p), p)
	fmt.Println(codec.Unmarshal(data[:7], new(Point)))
	// Output:
	// 03000000ffffffff <nil>
	// <nil> {3 -1}
	// point: not 8 bytes
}
