package msgpteststruc

import (
	"fmt"
	"io"
	"reflect"
	"sync"
	"unsafe"

	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/workloads/teststruc"
	"github.com/tinylib/msgp/msgp"
)

// T is the type that this adapter encodes and decodes.
type T = teststruc.TestStruc

// New returns a codec with state of its own.
func New() adapter.Codec[T] {
	mirrorCheck()
	return adapter.Codec[T]{
		Marshal: func(v *T) ([]byte, error) {
			return mirror(v).MarshalMsg(nil)
		},
		Append: func(buf []byte, v *T) ([]byte, error) {
			return mirror(v).MarshalMsg(buf)
		},
		Unmarshal: func(data []byte, v *T) error {
			_, err := mirror(v).UnmarshalMsg(data)
			return err
		},
		UnmarshalReuse: func(data []byte, v *T) error {
			_, err := mirror(v).UnmarshalMsg(data)
			return err
		},
		Write: func(w io.Writer, v *T) error {
			return msgp.Encode(w, mirror(v))
		},
		Read: func(r io.Reader, v *T) error {
			return msgp.Decode(r, mirror(v))
		},
	}
}

// mirror returns its argument as the mirrored type. Nothing is copied: both
// types have one layout in memory, as mirrorCheck makes sure.
func mirror(v2 *teststruc.TestStruc) *TestStruc {
	return (*TestStruc)(unsafe.Pointer(v2))
}

// mirrorCheck panics when the two types differ in layout.
var mirrorCheck = sync.OnceFunc(func() {
	a, b := reflect.TypeFor[teststruc.TestStruc](), reflect.TypeFor[TestStruc]()
	if diff := mirrorLayout(a.String(), a, b, map[[2]reflect.Type]bool{}); diff != "" {
		panic("the mirrored type is of another layout: " + diff)
	}
})

// mirrorLayout returns the first place below path where the memory of a and b is not
// laid out alike, or nothing. What unexported fields of a point to is left out, and
// of fields that are called _ in b the name.
func mirrorLayout(path string, a, b reflect.Type, seen map[[2]reflect.Type]bool) string {
	pair := [2]reflect.Type{a, b}
	if a == b || seen[pair] {
		return ""
	}
	seen[pair] = true
	word := reflect.TypeFor[unsafe.Pointer]()
	if a.Size() != b.Size() || a.Align() != b.Align() {
		return fmt.Sprintf("%s: %v has %d bytes aligned to %d, %v has %d aligned to %d", path, a, a.Size(), a.Align(), b, b.Size(), b.Align())
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func:
		if b == word {
			return ""
		}
	case reflect.Slice:
		if b == reflect.TypeFor[[]struct{}]() {
			return ""
		}
	case reflect.Interface:
		if a.NumMethod() > 0 && b.Kind() == reflect.Struct && b.NumField() == 2 && b.Field(0).Type.Kind() == reflect.Uintptr && b.Field(1).Type == word {
			return ""
		}
	}
	if a.Kind() != b.Kind() {
		return fmt.Sprintf("%s: %v is a %v, %v is a %v", path, a, a.Kind(), b, b.Kind())
	}
	switch a.Kind() {
	case reflect.Array, reflect.Slice, reflect.Pointer:
		return mirrorLayout(path+"[]", a.Elem(), b.Elem(), seen)
	case reflect.Map:
		if diff := mirrorLayout(path+"[key]", a.Key(), b.Key(), seen); diff != "" {
			return diff
		}
		return mirrorLayout(path+"[value]", a.Elem(), b.Elem(), seen)
	case reflect.Interface:
		if a.NumMethod() > 0 || b.NumMethod() > 0 {
			return fmt.Sprintf("%s: %v and %v have methods", path, a, b)
		}
	case reflect.Chan, reflect.Func:
		return fmt.Sprintf("%s: %v and %v are not the same type", path, a, b)
	case reflect.Struct:
		if a.NumField() != b.NumField() {
			return fmt.Sprintf("%s: %v has %d fields, %v has %d", path, a, a.NumField(), b, b.NumField())
		}
		for i := range a.NumField() {
			fa, fb := a.Field(i), b.Field(i)
			if fa.Name != fb.Name && fb.Name != "_" || fa.Offset != fb.Offset {
				return fmt.Sprintf("%s: field %s at byte %d, field %s at byte %d", path, fa.Name, fa.Offset, fb.Name, fb.Offset)
			}
			if diff := mirrorLayout(path+"."+fa.Name, fa.Type, fb.Type, seen); diff != "" {
				return diff
			}
		}
	}
	return ""
}
