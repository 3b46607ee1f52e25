package protobuf_test

import (
	"flag"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/runtime/protoimpl"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/internal/keyed/keyedtest"
	"github.com/assay-go/assay/codec/protobuf"
	"github.com/assay-go/assay/codec/protobuf/testdata/subjects/gen"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/compile/compiletest"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/routines/routinestest"
	"github.com/assay-go/assay/typemodel"
)

func TestMain(m *testing.M) { compiletest.Main(m) }

var update = flag.Bool("update", false, "rewrite the golden file")

// Place is what the golden code is of: something for people to read.
type Place struct {
	Name  string           `protobuf:"bytes,1,opt,name=name,proto3"`
	Notes map[string]int32 `protobuf:"bytes,2,rep,name=notes,proto3"`
	Near  []Place          `protobuf:"bytes,3,rep,name=near,proto3"`
	Seen  bool             `protobuf:"-" assay:"-"`
}

// TestGolden keeps the code for one type.
func TestGolden(t *testing.T) {
	got := routinestest.Above(t, keyedtest.Emit(t, new(protobuf.Format), codec.Options{}, reflect.TypeFor[Place]()), "placeProtobuf", "../internal/keyed/keyedrt", "internal/protobufrt")
	filetest.Golden(t, *update, "testdata/place.go.golden", got)
}

// TestGenerated runs the tests of testdata/subjects over the code that is emitted for its
// types, with google.golang.org/protobuf as the judge.
func TestGenerated(t *testing.T) {
	const dir = "testdata/subjects"
	files, err := gen.Files(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	emitted := routinestest.Emitted{Dir: dir, Files: files, Vet: true}
	emitted.Test(t, nil)
}

// TestRefusals tells what is refused, all at once and with its path.
func TestRefusals(t *testing.T) {
	type opaque struct{ hidden int }
	_ = opaque{}.hidden
	type bad struct {
		Plain    int               // has no number
		C        complex64         `protobuf:"bytes,1,opt"`
		F        func()            `protobuf:"bytes,2,opt"`
		A        fmt.Stringer      `protobuf:"bytes,3,opt"`
		M        map[string]opaque `protobuf:"bytes,4,rep"`
		Keys     map[float64]int   `protobuf:"bytes,5,rep"`
		Same     int               `protobuf:"varint,6,opt,name=same"`
		Other    int               `protobuf:"varint,6,opt,name=other"`
		Word     int               `protobuf:"varnt,7,opt"`
		Narrow   int64             `protobuf:"fixed32,8,opt"`
		Text     string            `protobuf:"varint,9,opt"`
		Group    *int              `protobuf:"group,10,opt"`
		Rest     string            `protobuf:",unknown"`
		Zero     int               `protobuf:"varint,0,opt"`
		Reserved int               `protobuf:"varint,19000,opt"`
		None     int               `protobuf:"varint"`
		Fine     map[string][]int  `protobuf:"bytes,11,rep"`
		Left     int               `protobuf:"-" assay:"-"`
		Mask     []int             `protobuf:"bytes,12,opt,name=mask,proto3,fieldmask"`
		Struct   map[string]string `protobuf:"bytes,13,opt,name=struct,proto3,struct"`
		List     any               `protobuf:"bytes,14,opt,name=list,proto3,list"`
		Wrapper  struct{ A int }   `protobuf:"bytes,15,opt,name=wrapper,proto3,wktptr"`
	}
	m, _ := typemodel.FromReflect(reflect.TypeFor[bad]())
	var got []string
	for _, r := range codec.Refusals(new(protobuf.Format), "", m) {
		got = append(got, r.Path)
		if typemodel.Advise(m, func(string) bool { return true }, r).Fix == "" {
			t.Errorf("%s shows no way out", r)
		}
		if r.Path == "Plain" && !strings.Contains(r.Fix, `protobuf:"varint,19001,opt,name=plain,proto3"`) {
			t.Errorf("nobody says how to give a number: %s", r)
		}
	}
	slices.Sort(got)
	if d := cmp.Diff("A C F Group Keys List M[value] Mask Narrow None Other Plain Reserved Rest Struct Text Word Wrapper Zero", strings.Join(got, " ")); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

// extended is a message of protoc-gen-go to which another tool has added methods, as
// Temporal's has.
type extended struct {
	state protoimpl.MessageState
	Name  string `protobuf:"bytes,1,opt,name=name,proto3"`
}

func (x *extended) ProtoReflect() protoreflect.Message { _ = &x.state; return nil }
func (x *extended) Marshal() ([]byte, error)           { return nil, nil }
func (x *extended) Unmarshal([]byte) error             { return nil }
func (x *extended) Size() int                          { return 0 }

// TestExtended takes such a message by its fields.
func TestExtended(t *testing.T) {
	m, _ := typemodel.FromReflect(reflect.TypeFor[extended]())
	if refused := codec.Refusals(new(protobuf.Format), "", m); len(refused) > 0 {
		t.Error(refused)
	}
}

// TestOrdered numbers the fields of what has no tags, where that was asked for.
func TestOrdered(t *testing.T) {
	type plain struct {
		ID    int
		Names []string
	}
	m, _ := typemodel.FromReflect(reflect.TypeFor[plain]())
	refused := codec.Refusals(new(protobuf.Format), "", m)
	if len(refused) != 2 || !strings.Contains(refused[0].Fix, `varint,1,`) || !strings.Contains(refused[1].Fix, `bytes,2,`) {
		t.Errorf("fields without numbers, and the numbers for them: %v", refused)
	}
	if refused := codec.Refusals((&protobuf.Format{Ordered: true}), "", m); len(refused) > 0 {
		t.Error(refused)
	}
}

// TestRoots refuses what is no message by itself.
func TestRoots(t *testing.T) {
	type count int
	for _, rt := range []reflect.Type{reflect.TypeFor[count](), reflect.TypeFor[time.Time](), reflect.TypeFor[*Place](), reflect.TypeFor[[]byte]()} {
		m, _ := typemodel.FromReflect(rt)
		if len(codec.Refusals(new(protobuf.Format), "", m)) == 0 {
			t.Errorf("%s is carried", rt)
		}
	}
}

// TestEndless refuses arrays without a value that ends, and no others.
func TestEndless(t *testing.T) {
	type Endless struct {
		A [1]*Endless `protobuf:"bytes,1,rep"`
	}
	type Ends struct {
		None  [0]*Ends   `protobuf:"bytes,1,rep"`
		List  [1][]*Ends `protobuf:"bytes,2,rep"`
		Inner [1]struct {
			P *Ends `protobuf:"bytes,1,opt"`
		} `protobuf:"bytes,3,rep"`
	}
	for rt, want := range map[reflect.Type]int{reflect.TypeFor[Endless](): 1, reflect.TypeFor[Ends](): 0} {
		m, _ := typemodel.FromReflect(rt)
		if refused := codec.Refusals(new(protobuf.Format), "", m); len(refused) != want {
			t.Errorf("%s: %v", rt, refused)
		}
	}
}

// TestDropped tells the fields that are no part of the message.
func TestDropped(t *testing.T) {
	type Meta struct{ Kind string }
	type message struct {
		Meta
		ID       int `protobuf:"varint,1,opt"`
		Not      int `protobuf:"-"`
		XXX_size int32
	}
	m, _ := typemodel.FromReflect(reflect.TypeFor[message]())
	p, err := new(protobuf.Format).Plan("", []*typemodel.Type{m}, codec.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range p.Said(0, typemodel.Dropped) {
		got = append(got, d.Path)
	}
	if !slices.Equal(got, []string{"Meta", "Not"}) {
		t.Errorf("%v", got)
	}
}

// TestMeanings are those of fields in the file that keeps their numbers, and in the schema.
func TestMeanings(t *testing.T) {
	type Inner struct {
		A bool `protobuf:"varint,1,opt,name=a,proto3"`
	}
	type Message struct {
		Flag   bool              `protobuf:"varint,1,opt,name=flag,proto3"`
		Small  int32             `protobuf:"zigzag32,2,opt,name=small,proto3"`
		Long   int64             `protobuf:"zigzag64,3,opt,name=long,proto3"`
		Fixed  uint32            `protobuf:"fixed32,4,opt,name=fixed,proto3"`
		Wide   int64             `protobuf:"fixed64,5,opt,name=wide,proto3"`
		Ratio  float32           `protobuf:"fixed32,6,opt,name=ratio,proto3"`
		Exact  float64           `protobuf:"fixed64,7,opt,name=exact,proto3"`
		Text   string            `protobuf:"bytes,8,opt,name=text,proto3"`
		Hash   [4]byte           `protobuf:"bytes,9,opt,name=hash,proto3"`
		At     time.Time         `protobuf:"bytes,10,opt,name=at,proto3,stdtime"`
		For    time.Duration     `protobuf:"bytes,11,opt,name=for,proto3,stdduration"`
		Of     *Inner            `protobuf:"bytes,12,opt,name=of,proto3"`
		Counts []uint64          `protobuf:"varint,13,rep,packed,name=counts,proto3"`
		Names  map[int32]*Inner  `protobuf:"bytes,14,rep,name=names,proto3" protobuf_key:"zigzag32,1,opt,name=key" protobuf_val:"bytes,2,opt,name=value"`
		Bytes  map[string][]byte `protobuf:"bytes,15,rep,name=bytes,proto3" protobuf_key:"bytes,1,opt,name=key" protobuf_val:"bytes,2,opt,name=value"`
	}
	m, _ := typemodel.FromReflect(reflect.TypeFor[Message]())
	f := protobuf.Format{Proto: true, Numbers: true}
	p, err := f.Plan("", []*typemodel.Type{m}, codec.Options{Out: filepath.Join(t.TempDir(), "message_protobuf.go"), Editable: func(string) bool { return false }})
	if err != nil {
		t.Fatal(err)
	}
	files, err := p.Companions("orders")
	if err != nil {
		t.Fatal(err)
	}
	var lock, schema []string
	for _, file := range files {
		for line := range strings.Lines(string(file.Source)) {
			words := strings.Fields(line)
			switch {
			case len(words) == 4 && strings.HasSuffix(words[0], ".Message"):
				lock = append(lock, words[2])
			case strings.HasSuffix(file.Name, ".proto") && strings.Contains(line, " = ") && strings.HasPrefix(line, "  ") && !strings.Contains(line, " a = "):
				before, _, _ := strings.Cut(strings.TrimSpace(line), " = ")
				schema = append(schema, before[:strings.LastIndexByte(before, ' ')])
			}
		}
	}
	want := strings.Fields("varint zigzag zigzag fixed32 fixed64 float double bytes bytes message message message list-of-varint map-of-zigzag-to-message map-of-bytes-to-bytes")
	if !slices.Equal(lock, want) {
		t.Errorf("in the lock: %q, want %q", lock, want)
	}
	want = []string{
		"bool", "sint32", "sint64", "fixed32", "sfixed64", "float", "double", "string", "bytes", "google.protobuf.Timestamp", "google.protobuf.Duration",
		"Inner", "repeated uint64", "map<sint32, Inner>", "map<string, bytes>",
	}
	if !slices.Equal(schema, want) {
		t.Errorf("in the schema: %q, want %q", schema, want)
	}
}

// TestOptions are those of maps, strings and methods.
func TestOptions(t *testing.T) {
	for _, test := range []struct {
		o    codec.Options
		want string
	}{
		{codec.Options{SortedMaps: true}, "SortedKeys(v.Notes, room[:0])"},
		{codec.Options{Unsafe: true}, "unsafe.String("},
		{codec.Options{Methods: true}, "func (v *Place) MarshalBinary() ([]byte, error)"},
	} {
		if source := string(keyedtest.Emit(t, new(protobuf.Format), test.o, reflect.TypeFor[Place]())); !strings.Contains(source, test.want) {
			t.Errorf("%+v: no %s", test.o, test.want)
		}
	}
}

type choice interface{ isChoice() }

type chosen struct {
	N uint64 `protobuf:"varint,1,opt,name=n,proto3,oneof"`
}

func (*chosen) isChoice() {}

// message is as gogo/protobuf makes them, whose methods are here for their names.
type message struct {
	Choice choice `protobuf_oneof:"choice"`
	Name   string `protobuf:"bytes,3,opt,name=name,proto3"`
}

func (*message) Marshal() ([]byte, error) { return nil, nil }
func (*message) Unmarshal([]byte) error   { return nil }
func (*message) Size() int                { return 0 }

// TestOneofOfGogo writes a oneof where its number belongs for messages of gogo/protobuf, and
// behind all other fields else, as protoc-gen-go does.
func TestOneofOfGogo(t *testing.T) {
	type plain struct {
		Choice choice `protobuf_oneof:"choice"`
		Name   string `protobuf:"bytes,3,opt,name=name,proto3"`
	}
	for rt, before := range map[reflect.Type]bool{reflect.TypeFor[message](): true, reflect.TypeFor[plain](): false} {
		m, _ := typemodel.FromReflect(rt)
		impl, _ := typemodel.FromReflect(reflect.TypeFor[*chosen]())
		m.Fields[0].Type.Impls = []*typemodel.Type{impl}
		file := goprint.New(rt.PkgPath(), "protobuf_test")
		if err := codec.Emit(new(protobuf.Format), file, []*typemodel.Type{m}, codec.Options{}); err != nil {
			t.Fatal(err)
		}
		source, err := file.Source()
		if err != nil {
			t.Fatal(err)
		}
		choice, name := strings.Index(string(source), "case *chosen:"), strings.Index(string(source), "len(v.Name)")
		if choice < 0 || name < 0 || choice < name != before {
			t.Errorf("%s: the oneof at %d, the name at %d", rt, choice, name)
		}
	}
}

// TestDropsIsSaid: that unknown fields are dropped is said where a struct has no place for them.
func TestDropsIsSaid(t *testing.T) {
	type kept struct {
		A    int64  `protobuf:"varint,1,opt,name=a,proto3"`
		Rest []byte `protobuf:",unknown"`
	}
	type dropped struct {
		A int64 `protobuf:"varint,1,opt,name=a,proto3"`
	}
	type both struct {
		List []dropped `protobuf:"bytes,1,rep,name=list,proto3"`
		Rest []byte    `protobuf:",unknown"`
	}
	for rt, want := range map[reflect.Type]bool{reflect.TypeFor[kept](): false, reflect.TypeFor[dropped](): true, reflect.TypeFor[both](): true} {
		m, _ := typemodel.FromReflect(rt)
		p, err := new(protobuf.Format).Plan("example.com/p", []*typemodel.Type{m}, codec.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if said := len(p.Advice) > 0; said != want {
			t.Errorf("%v: %q", rt, p.Advice)
		}
	}
}
