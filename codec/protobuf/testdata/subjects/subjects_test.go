package subjects

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/runtime/protoiface"
	"google.golang.org/protobuf/runtime/protoimpl"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/assay-go/assay/codec/internal/keyed/keyedtest"
)

var google = []keyedtest.Codec{
	keyedtest.OfMessage(AppendG3Protobuf, MarshalG3Protobuf, SizeG3Protobuf, UnmarshalG3Protobuf),
	keyedtest.OfMessage(AppendG2Protobuf, MarshalG2Protobuf, SizeG2Protobuf, UnmarshalG2Protobuf),
}

var all = append([]keyedtest.Codec{
	keyedtest.OfMessage(AppendAllProtobuf, MarshalAllProtobuf, SizeAllProtobuf, UnmarshalAllProtobuf),
	keyedtest.OfMessage(AppendOldProtobuf, MarshalOldProtobuf, SizeOldProtobuf, UnmarshalOldProtobuf),
	keyedtest.OfMessage(AppendOpaqueProtobuf, MarshalOpaqueProtobuf, SizeOpaqueProtobuf, UnmarshalOpaqueProtobuf),
	keyedtest.OfMessage(AppendVarsProtobuf, MarshalVarsProtobuf, SizeVarsProtobuf, UnmarshalVarsProtobuf),
	keyedtest.OfMessage(AppendDataProtobuf, MarshalDataProtobuf, SizeDataProtobuf, UnmarshalDataProtobuf),
	keyedtest.OfMessage(AppendColorGroupProtobuf, MarshalColorGroupProtobuf, SizeColorGroupProtobuf, UnmarshalColorGroupProtobuf),
	keyedtest.OfMessage(AppendSignedBlockProtobuf, MarshalSignedBlockProtobuf, SizeSignedBlockProtobuf, UnmarshalSignedBlockProtobuf),
	keyedtest.OfMessage(AppendTestStrucProtobuf, MarshalTestStrucProtobuf, SizeTestStrucProtobuf, UnmarshalTestStrucProtobuf),
	keyedtest.OfMessage(AppendTracesDataProtobuf, MarshalTracesDataProtobuf, SizeTracesDataProtobuf, UnmarshalTracesDataProtobuf),
	sums(keyedtest.OfMessage(AppendSumProtobuf, MarshalSumProtobuf, SizeSumProtobuf, UnmarshalSumProtobuf)),
	keyedtest.OfMessage(AppendSliceLeafProtobuf, MarshalSliceLeafProtobuf, SizeSliceLeafProtobuf, UnmarshalSliceLeafProtobuf),
	keyedtest.OfMessage(AppendMapStringSliceInt32Protobuf, MarshalMapStringSliceInt32Protobuf, SizeMapStringSliceInt32Protobuf, UnmarshalMapStringSliceInt32Protobuf),
}, google...)

func TestRoundTrip(t *testing.T) { keyedtest.RoundTrip(t, all) }
func TestDamaged(t *testing.T)   { keyedtest.Damaged(t, all) }
func FuzzAll(f *testing.F)       { keyedtest.Fuzz(f, all) }

// TestLies reads messages with runs of fields that are damaged in front.
func TestLies(t *testing.T) {
	var heads []string
	for field := range byte(15) {
		for _, length := range []string{"\xff\x7f", "\x02", "\x04\x12\x02"} {
			heads = append(heads, string([]byte{(field+1)<<3 | 2})+length)
		}
	}
	keyedtest.Lies(t, append(all[:len(all):len(all)], keyedtest.OfMessage(AppendCrowdsProtobuf, MarshalCrowdsProtobuf, SizeCrowdsProtobuf, UnmarshalCrowdsProtobuf)), heads...)
}

// dynamic returns a message of the type of v whose every field the module reads by its
// descriptor. Old structs as these are read otherwise in one case: a field of a message
// with the tag of a number is taken for an empty message.
func dynamic(v any) proto.Message {
	return dynamicpb.NewMessage(message(v).ProtoReflect().Descriptor())
}

// message returns v as google.golang.org/protobuf sees it, which reads its tags.
func message(v any) proto.Message {
	return protoimpl.X.ProtoMessageV2Of(v.(protoiface.MessageV1))
}

// TestAsGoogle writes what google.golang.org/protobuf writes, byte for byte, and reads
// what it reads, also of damaged input.
func TestAsGoogle(t *testing.T) {
	deterministic := proto.MarshalOptions{Deterministic: true}
	for _, c := range google {
		t.Run(c.Name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, 3))
			accepted := 0
			for seed := range uint64(100) {
				v := c.Value(seed, 4)
				ours, err := c.Marshal(v)
				if err != nil {
					t.Fatal(err)
				}
				theirs, err := deterministic.Marshal(message(v))
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(ours, theirs) {
					t.Fatalf("%d: (-google +ours)\n%s", seed, cmp.Diff(hex.Dump(theirs), hex.Dump(ours)))
				}
				for range 20 {
					data := damage(r, ours)
					got, want := c.New(), dynamic(v)
					gotErr, wantErr := c.Unmarshal(data, got), proto.UnmarshalOptions{DiscardUnknown: true}.Unmarshal(data, want)
					if (gotErr == nil) != (wantErr == nil) {
						t.Fatalf("%d: ours %v, google's %v\n%x", seed, gotErr, wantErr, data)
					}
					if gotErr != nil {
						continue
					}
					accepted++
					if ours, err = c.Marshal(got); err != nil {
						t.Fatal(err)
					}
					if theirs, err = deterministic.Marshal(want); err != nil {
						t.Fatal(err)
					}
					if !bytes.Equal(ours, theirs) {
						t.Fatalf("%d: read differently %x\n(-google +ours)\n%s", seed, data, cmp.Diff(hex.Dump(theirs), hex.Dump(ours)))
					}
				}
			}
			if accepted < 200 {
				t.Errorf("only %d of the damaged inputs were read", accepted)
			}
		})
	}
}

// damage changes some bytes of data, repeats a part of it, or cuts it off.
func damage(r *rand.Rand, data []byte) []byte {
	d := bytes.Clone(data)
	if len(d) == 0 {
		return []byte{byte(r.Uint32())}
	}
	switch r.IntN(4) {
	case 0:
		return append(d, d[r.IntN(len(d)):]...)
	case 1:
		return append(d, d...)
	case 2:
		return d[:r.IntN(len(d))]
	}
	for range 1 + r.IntN(3) {
		d[r.IntN(len(d))] = []byte{0, 1, 0x7f, 0x80, 0xff, byte(r.Uint32()), d[r.IntN(len(d))]}[r.IntN(7)]
	}
	return d
}

// TestMerge reads a message in two parts, as one that is split.
func TestMerge(t *testing.T) {
	for seed := range uint64(300) {
		one, two := google[0].Value(seed, 3), google[0].Value(seed+1000, 3)
		a, err := google[0].Marshal(one)
		if err != nil {
			t.Fatal(err)
		}
		b, err := google[0].Marshal(two)
		if err != nil {
			t.Fatal(err)
		}
		var whole, parts G3
		if err := UnmarshalG3Protobuf(append(bytes.Clone(a), b...), &whole); err != nil {
			t.Fatal(err)
		}
		if err := UnmarshalG3Protobuf(a, &parts); err != nil {
			t.Fatal(err)
		}
		if err := MergeG3Protobuf(b, &parts); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(whole, parts) {
			t.Fatalf("%d: (-at once +in parts)\n%s", seed, cmp.Diff(whole, parts, keyedtest.Unexported))
		}
	}
}

// TestUsed reads into a value that holds another one: nothing of that is left.
func TestUsed(t *testing.T) {
	for _, c := range all {
		for seed := range uint64(100) {
			b, err := c.Marshal(c.Value(seed, 3))
			if err != nil {
				t.Fatal(err)
			}
			fresh, used := c.New(), c.Value(seed+5000, 3)
			if err := c.Unmarshal(b, fresh); err != nil {
				t.Fatal(err)
			}
			if err := c.Unmarshal(b, used); err != nil {
				t.Fatal(err)
			}
			if c.Name != "Opaque" && !keyedtest.Equal(fresh, used) {
				t.Fatalf("%s: %d: (-fresh +used)\n%s", c.Name, seed, cmp.Diff(fresh, used, keyedtest.Unexported))
			}
		}
	}
}

// TestOverlong reads tags and lengths of more bytes than they need.
func TestOverlong(t *testing.T) {
	var v ColorGroup
	if err := UnmarshalColorGroupProtobuf([]byte("\x88\x80\x00\x85\x00\x92\x80\x80\x00\x81\x00a\x9a\x00\x01b\x1a\x01c"), &v); err != nil {
		t.Fatal(err)
	}
	if want := (ColorGroup{Id: 5, Name: "a", Colors: []string{"b", "c"}}); !reflect.DeepEqual(v, want) {
		t.Errorf("%+v", v)
	}
}

// TestBombs reads small inputs that announce much, or nest deep.
func TestBombs(t *testing.T) {
	field := func(number int, value string) string {
		b := binary.AppendUvarint(nil, uint64(number)<<3|2)
		return string(binary.AppendUvarint(b, uint64(len(value)))) + value
	}
	deep := ""
	for len(deep) < 100_000 {
		deep = field(2, deep)
	}
	for _, c := range all {
		for _, data := range []string{
			"", "\x00", "\x07", "\xff", strings.Repeat("\xff", 30), strings.Repeat("\x0b", 1_000_000), strings.Repeat("\x80", 1_000_000),
			deep, field(2048, deep), field(24, deep), field(16, strings.Repeat("\x82\x01\x00", 30_000)),
			strings.Repeat("\xda\x01\x00", 30_000), strings.Repeat("\x92\x01\x00", 30_000), strings.Repeat("\xea\x92\x00", 30_000),
			strings.Repeat("\xd2\x01\x00\xd2\x01\x02\x08\x01", 10_000), strings.Repeat("\xb2\x01\x00\xba\x01\x00", 10_000), strings.Repeat("\x12\x00", 30_000),
			"\x0a\xff\xff\xff\xff\x0f", "\x0a\xff\xff\xff\xff\x07", "\x92\x01\xff\xff\xff\xff\x07", strings.Repeat("\xb2\x01\x00", 30_000),
		} {
			c.Hostile(t, []byte(data))
		}
	}
	if err := UnmarshalAllProtobuf([]byte(field(2048, deep)), new(All)); err == nil || !strings.Contains(err.Error(), "values nest too deep") {
		t.Errorf("deep: %v", err)
	}
}

// TestErrors tells where an input is wrong, and what cannot be written.
func TestErrors(t *testing.T) {
	for _, test := range []struct{ data, want string }{
		{"\x08", "protobuf: ColorGroup: no field at byte 0"},
		{"\x0a\x01a", ""},
		{"\x08\x80", "protobuf: ColorGroup.Id: no integer at byte 0"},
		{"\x12\x05ab", "protobuf: ColorGroup.Name: no value of that length at byte 0"},
		{"\x12\x01\xff", "protobuf: ColorGroup.Name: no text in UTF-8 at byte 0"},
		{"\x08\x01\x1a\x01a\x1a\x01\xff", "protobuf: ColorGroup.Colors[]: no text in UTF-8 at byte 5"},
		{"\x06\x01", "protobuf: ColorGroup: no value at byte 1"},
	} {
		err := UnmarshalColorGroupProtobuf([]byte(test.data), new(ColorGroup))
		if test.want == "" && err != nil || test.want != "" && (err == nil || err.Error() != test.want) {
			t.Errorf("%x: %v, want %s", test.data, err, test.want)
		}
	}
	var circle Tree
	circle.Next = &circle
	for _, test := range []struct {
		v    All
		want string
	}{
		{All{Tree: &circle}, "subjects.Tree.Next: values nest too deep, or in a circle"},
		{All{S: "\xff"}, "subjects.All.S: the string is not UTF-8: use []byte"},
		{All{LP: []*uint16{nil}}, "subjects.All.LP[]: an element is nil"},
		{All{LE: []*Leaf{nil}}, "subjects.All.LE[]: an element is nil"},
		{All{MP: map[string]*Leaf{"a": nil}}, "subjects.All.MP[value]: an element is nil"},
	} {
		if _, err := MarshalAllProtobuf(&test.v); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
	// A circle that branches is left at once, and not on each of its ways.
	var knot TestStruc
	knot.Nteststruc, knot.Its = &knot, []*TestStruc{&knot, &knot}
	if _, err := MarshalTestStrucProtobuf(&knot); err == nil || !strings.Contains(err.Error(), "values nest too deep, or in a circle") {
		t.Errorf("a knot: %v", err)
	}
	if err := UnmarshalAllProtobuf([]byte("\xa2\x01\x02ab"), new(All)); err == nil || !strings.Contains(err.Error(), "All.H: no 4 bytes at byte 0") {
		t.Errorf("an array: %v", err)
	}
	if v := (All{H: [4]byte{1}}); UnmarshalAllProtobuf([]byte("\xa2\x01\x00"), &v) != nil || v.H != [4]byte{} {
		t.Errorf("an array without bytes, which others write for zero: %v", v.H)
	}
	if err := UnmarshalAllProtobuf([]byte("\x18\x80\x02"), new(All)); err == nil || !strings.Contains(err.Error(), "All.I8: no int8 at byte 0") {
		t.Errorf("an int8: %v", err)
	}
}

// anyValue fills what the interface of an AnyValue holds.
func (v *AnyValue) fill(r *rand.Rand, depth int) {
	switch r.IntN(8) {
	case 0:
		v.Value = &StringValue{"text"}
	case 1:
		v.Value = &BoolValue{}
	case 2:
		v.Value = &IntValue{r.Int64()}
	case 3:
		v.Value = &DoubleValue{r.Float64()}
	case 4:
		v.Value = &BytesValue{[]byte{1}}
	case 5, 6:
		if depth > 0 {
			list := &ArrayOf{ArrayValue{make([]AnyValue, 3)}}
			for i := range list.V.Values {
				list.V.Values[i].fill(r, depth-1)
			}
			v.Value = list
		}
	}
}

// TestOneof writes and reads interfaces, of which fields of the message are the choices.
func TestOneof(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	var used TracesData
	for range 200 {
		attributes := make([]KeyValue, 4)
		for i := range attributes {
			attributes[i].Key = "key"
			attributes[i].Value.fill(r, 3)
		}
		v := TracesData{ResourceSpans: []ResourceSpans{{Resource: Resource{Attributes: attributes}, ScopeSpans: []ScopeSpans{{Spans: []Span{{Attributes: attributes, Name: "name"}}}}}}}
		b, err := MarshalTracesDataProtobuf(&v)
		if err != nil {
			t.Fatal(err)
		}
		var got TracesData
		if err := UnmarshalTracesDataProtobuf(b, &got); err != nil {
			t.Fatal(err)
		}
		if err := UnmarshalTracesDataProtobuf(b, &used); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(v, got) || !reflect.DeepEqual(v, used) {
			t.Fatalf("(-written +read)\n%s", cmp.Diff(v, got))
		}
	}
	// The last choice counts, but parts of one message are merged.
	list := "\x0a\x19\x0a\x17\x0a\x15\x0a\x01k\x12\x10" + "\x10\x01" + "\x2a\x04\x0a\x02\x10\x01" + "\x2a\x06\x0a\x04\x0a\x02ab"
	var d TracesData
	if err := UnmarshalTracesDataProtobuf([]byte(list), &d); err != nil {
		t.Fatal(err)
	}
	v := d.ResourceSpans[0].Resource.Attributes[0].Value
	if want := (AnyValue{&ArrayOf{ArrayValue{[]AnyValue{{&BoolValue{true}}, {&StringValue{"ab"}}}}}}); !reflect.DeepEqual(v, want) {
		t.Errorf("%s", cmp.Diff(want, v))
	}
}
