// Package pod judges the code for Kubernetes' Pod by the one that its module has.
package pod

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// fill makes a value of the fields that have numbers.
func fill(r *rand.Rand, v reflect.Value, depth int) {
	switch x := v.Addr().Interface().(type) {
	case *metav1.Time:
		x.Time = time.Unix(r.Int64N(1<<33), 0)
		return
	case *metav1.MicroTime:
		x.Time = time.Unix(r.Int64N(1<<33), r.Int64N(1e6)*1000)
		return
	case *resource.Quantity:
		*x = *resource.NewQuantity(r.Int64N(1000), resource.DecimalSI)
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int32, reflect.Int64:
		v.SetInt(int64(int32(r.Uint32()>>r.IntN(32))) * int64(1-2*r.IntN(2)))
	case reflect.Uint8:
		v.SetUint(uint64(r.IntN(256)))
	case reflect.String:
		b := make([]byte, []int{0, 3, 9, 30, 200}[r.IntN(5)])
		for i := range b {
			b[i] = 'a' + byte(r.IntN(26))
		}
		v.SetString(string(b))
	case reflect.Pointer:
		if depth > 0 && r.IntN(3) == 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(r, v.Elem(), depth-1)
		}
	case reflect.Slice:
		if n := r.IntN(4); depth > 0 && n > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				fill(r, v.Index(i), depth-1)
			}
		}
	case reflect.Map:
		if n := r.IntN(4); depth > 0 && n > 0 {
			v.Set(reflect.MakeMap(v.Type()))
			for range n {
				k, e := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
				fill(r, k, depth-1)
				fill(r, e, depth-1)
				v.SetMapIndex(k, e)
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if sf := v.Type().Field(i); sf.IsExported() && sf.Tag.Get("protobuf") != "" {
				fill(r, v.Field(i), depth)
			}
		}
	}
}

// random returns a pod, the same for the same seed.
func random(seed uint64) *v1.Pod {
	p := new(v1.Pod)
	fill(rand.New(rand.NewPCG(seed, 9)), reflect.ValueOf(p).Elem(), 4)
	return p
}

// TestPod writes the bytes that the module writes, and reads the values that it reads, into
// fresh and into used ones.
func TestPod(t *testing.T) {
	var used v1.Pod
	for seed := range uint64(5000) {
		p := random(seed)
		ours, err := MarshalPodProtobuf(p)
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := p.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(ours, theirs) {
			t.Fatalf("%d: ours\n%x\ntheirs\n%x", seed, ours, theirs)
		}
		var got, want v1.Pod
		if err := UnmarshalPodProtobuf(ours, &got); err != nil {
			t.Fatal(err)
		}
		if err := want.Unmarshal(ours); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%d: read differently", seed)
		}
		if err := UnmarshalPodProtobuf(ours, &used); err != nil {
			t.Fatal(err)
		}
		if again, err := used.Marshal(); err != nil || !bytes.Equal(again, theirs) {
			t.Fatalf("%d: something is left of another pod, %v", seed, err)
		}
	}
}
