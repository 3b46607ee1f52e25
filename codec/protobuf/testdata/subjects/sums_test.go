package subjects

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/assay-go/assay/codec/internal/keyed/keyedtest"
)

// sums has the codec's values hold something in their interfaces.
func sums(c keyedtest.Codec) keyedtest.Codec {
	c.Make = func(r *rand.Rand, _ int) any { return sum(r, 2) }
	return c
}

// sum makes a Sum, of what is in it at most so many levels.
func sum(r *rand.Rand, levels int) *Sum {
	v := &Sum{ID: int64(r.Uint64()) >> r.IntN(64), Last: strings.Repeat("é", r.IntN(9))}
	card := Card{Number: strings.Repeat("4", r.IntN(20)), Digits: make([]int32, r.IntN(3))}
	for i := range card.Digits {
		card.Digits[i] = int32(r.Uint32())
	}
	if r.IntN(2) == 0 {
		card.Expires = new(int64(r.IntN(1000)))
	}
	v.Pay = []Payment{nil, card, &Cash{r.Uint64() >> r.IntN(64)}, Code(r.Int32()), Free{}, Code(0), Card{}}[r.IntN(7)]
	extra := []any{nil, "x", "", uint32(r.Uint32()), []byte("bytes"), []byte{}, time.Unix(r.Int64N(1<<32), r.Int64N(1e9)).UTC(), r.NormFloat64(), 0.0}
	if levels > 0 {
		extra = append(extra, sum(r, levels-1))
	}
	v.Extra = extra[r.IntN(len(extra))]
	return v
}

// wrapped returns v as protoc-gen-go has it.
func wrapped(v *Sum) *Wrapped {
	w := &Wrapped{ID: v.ID, Last: v.Last}
	switch x := v.Pay.(type) {
	case Card:
		w.Pay = &WrappedCard{&x}
	case *Cash:
		w.Pay = &WrappedCash{x}
	case Code:
		w.Pay = &WrappedCode{int32(x)}
	case Free:
		w.Pay = &WrappedFree{&x}
	}
	switch x := v.Extra.(type) {
	case string:
		w.Extra = &WrappedString{x}
	case uint32:
		w.Extra = &WrappedUint32{x}
	case []byte:
		w.Extra = &WrappedBytes{x}
	case time.Time:
		w.Extra = &WrappedTime{x}
	case float64:
		w.Extra = &WrappedFloat64{x}
	case *Sum:
		w.Extra = &WrappedSum{wrapped(x)}
	}
	return w
}

// TestStanding has the types of a oneof stand in it by themselves: the bytes are those of
// structs around fields, and so is what is read of damaged ones.
func TestStanding(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	var used Sum
	var accepted int
	for range 3000 {
		v := sum(r, 2)
		data, err := MarshalSumProtobuf(v)
		if err != nil {
			t.Fatal(err)
		}
		want, err := MarshalWrappedProtobuf(wrapped(v))
		if err != nil || !bytes.Equal(data, want) {
			t.Fatalf("%x\nwant %x, %v", data, want, err)
		}
		if err := UnmarshalSumProtobuf(data, &used); err != nil || !keyedtest.Equal(v, &used) {
			t.Fatalf("%v: %s", err, cmp.Diff(v, &used))
		}
		for range 20 {
			damaged := damage(r, data)
			if r.IntN(4) == 0 { // messages that come twice are merged
				damaged = append(damaged, data...)
			}
			var got Sum
			var like Wrapped
			err, likeErr := UnmarshalSumProtobuf(damaged, &got), UnmarshalWrappedProtobuf(damaged, &like)
			if (err == nil) != (likeErr == nil) {
				t.Fatalf("%x: %v, by structs around fields %v", damaged, err, likeErr)
			}
			if err == nil && !keyedtest.Equal(wrapped(&got), &like) {
				t.Fatalf("%x: %s", damaged, cmp.Diff(wrapped(&got), &like))
			}
			if err == nil {
				accepted++
			}
		}
	}
	if accepted < 1000 {
		t.Errorf("%d damaged messages accepted", accepted)
	}
}

// TestNilStanding refuses a pointer to nothing, which no message stands for.
func TestNilStanding(t *testing.T) {
	_, err := MarshalSumProtobuf(&Sum{Pay: (*Cash)(nil)})
	if err == nil || !strings.Contains(err.Error(), "Pay.(*subjects.Cash)") {
		t.Error(err)
	}
}

// A union is written and read as the oneof of its fields is.
func TestUnion(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	choice := func(w *Wrapped) (v Choice) {
		switch x := w.Pay.(type) {
		case *WrappedCard:
			v.Card = x.V
		case *WrappedCash:
			v.Cash = x.V
		case *WrappedCode:
			v.Code = &x.V
		case *WrappedFree:
			v.Free = x.V
		}
		return v
	}
	var used Choice
	for range 1000 {
		var parts []byte // of one message
		for range r.IntN(4) {
			w := Wrapped{Pay: wrapped(sum(r, 0)).Pay}
			v := choice(&w)
			want, err := MarshalWrappedProtobuf(&w)
			if err != nil {
				t.Fatal(err)
			}
			got, err := MarshalChoiceProtobuf(&v)
			if err != nil || !bytes.Equal(got, want) {
				t.Fatalf("%+v: %x, %v, want %x", v, got, err, want)
			}
			parts = append(parts, got...)
		}
		var w Wrapped
		var v Choice
		if err := UnmarshalWrappedProtobuf(parts, &w); err != nil {
			t.Fatal(err)
		}
		for _, v := range []*Choice{&v, &used} {
			if err := UnmarshalChoiceProtobuf(parts, v); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(choice(&w), *v); d != "" {
				t.Fatalf("%x: (-want +got)\n%s", parts, d)
			}
		}
	}
	if _, err := MarshalChoiceProtobuf(&Choice{Cash: new(Cash), Free: new(Free)}); err == nil || !strings.Contains(err.Error(), "subjects.Choice: more than one field of a union is set") {
		t.Error(err)
	}
}

// The code reads oneofs of other packages too.
func TestForeignOneof(t *testing.T) {
	want := &Foreign{structpb.NewListValue(&structpb.ListValue{Values: []*structpb.Value{structpb.NewStringValue("a"), structpb.NewNullValue()}})}
	data, err := MarshalForeignProtobuf(want)
	if err != nil {
		t.Fatal(err)
	}
	got := &Foreign{structpb.NewBoolValue(true)}
	for range 2 {
		if err := UnmarshalForeignProtobuf(data, got); err != nil || !proto.Equal(got.Value, want.Value) {
			t.Errorf("%v, %v, want %v", got.Value, err, want.Value)
		}
	}
}

// What a pointer in a oneof led to is used again, and nothing of it is left.
func TestOneofMemory(t *testing.T) {
	v := Wrapped{Pay: &WrappedCard{&Card{Number: "4", Digits: []int32{1, 2}, Expires: new(int64(3))}}, Extra: &WrappedBytes{[]byte("long")}}
	pay, extra := v.Pay, v.Extra
	want := Wrapped{Pay: &WrappedCard{&Card{Digits: []int32{5}}}, Extra: &WrappedBytes{[]byte{6}}}
	data, err := MarshalWrappedProtobuf(&want)
	if err != nil {
		t.Fatal(err)
	}
	if err := UnmarshalWrappedProtobuf(data, &v); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, v); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	if v.Pay != pay || v.Extra != extra {
		t.Error("the memory is other memory")
	}
	merged := Wrapped{Pay: &WrappedCard{&Card{Number: "4", Digits: []int32{1}}}}
	if err := MergeWrappedProtobuf(data, &merged); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(&WrappedCard{&Card{Number: "4", Digits: []int32{1, 5}}}, merged.Pay); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}
