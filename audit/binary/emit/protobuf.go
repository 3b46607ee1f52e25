package main

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/protoutil"
	"github.com/planetscale/vtprotobuf/generator"
	"google.golang.org/protobuf/cmd/protoc-gen-go/internal_gengo"
	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/load"

	_ "github.com/planetscale/vtprotobuf/features/marshal" // registers the feature
	_ "github.com/planetscale/vtprotobuf/features/pool"
	_ "github.com/planetscale/vtprotobuf/features/size"
	_ "github.com/planetscale/vtprotobuf/features/unmarshal"
)

// tagged and messages are the packages of the structs with protobuf tags.
const (
	tagged   = "github.com/assay-go/assay/codec/protobuf/testdata/subjects"
	messages = home + "/messages"
)

// published are the types of messages whose schemas others publish.
var published = []string{"WriteRequest", "Entry", "RangeResponse", "MessageMetadata"}

//go:embed wiresmith.txt
var wiresmithLoops []byte

// pointers are the fields of messages that are pointers in the structs: the others'
// structs have values too, where they can.
var pointers = regexp.MustCompile(`^(nteststruc|its)$`)

// protobufPeers writes assay's code for the structs with protobuf tags, and from the schema
// that it writes of them the structs and the code of other generators, each as its author
// has it fastest: vtprotobuf with and without pools, on Google's structs, gogo/protobuf with
// values and times in place of pointers, and wiresmith, whose checkout WIRESMITH names.
func protobufPeers(ctx context.Context) error {
	folder := filepath.Join("emitted", "protobuf")
	of := func(pkg string, types ...string) (roots []string) {
		for _, typ := range types {
			roots = append(roots, pkg+"."+typ)
		}
		return roots
	}
	all := append(of(tagged, "Data", "ColorGroup", "SignedBlock", "TestStruc", "TracesData"), of(messages, published...)...)
	podTypes := of("k8s.io/api/core/v1", "Pod", "PodList")
	for _, p := range []struct {
		name    string
		options []string
		roots   []string
	}{
		{"ours", []string{"--format=protobuf", "--proto"}, all},
		{"anytext", []string{"--format=protobuf", "--any-text"}, all},
		{"arena", []string{"--format=protobuf", "--arena"}, of(tagged, "TracesData")},
		{"pods", []string{"--format=protobuf", "--arena", "--sorted-maps"}, podTypes},
		{"flat", []string{"--format=flat"}, of(tagged, "TracesData")},
		{"flatpods", []string{"--format=flat"}, podTypes},
		{"flatsorted", []string{"--format=flat", "--sorted-maps"}, podTypes},
	} {
		args := append([]string{"run", "../../cmd/assay", "gen", "--out=" + filepath.Join(folder, p.name, "code.go")}, append(p.options, p.roots...)...)
		if err := os.MkdirAll(filepath.Join(folder, p.name), 0o777); err != nil {
			return err
		}
		cmd := exec.CommandContext(ctx, "go", args...)
		cmd.Stderr = os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("assay gen: %w", err)
		}
	}
	schemas, err := filepath.Glob(filepath.Join(folder, "ours", "*.proto"))
	if err != nil || len(schemas) != 1 {
		return fmt.Errorf("assay gen has written %d schemas: %w", len(schemas), err)
	}
	schema, err := os.ReadFile(schemas[0])
	if err != nil {
		return err
	}
	for _, p := range []struct {
		name string
		make func(context.Context, *pluginpb.CodeGeneratorRequest) (*pluginpb.CodeGeneratorResponse, error)
	}{{"vt", vtprotobuf}, {"vtpool", vtprotobufPool}, {"gogo", gogo}} {
		request, err := requestOf(ctx, p.name, schema)
		if err != nil {
			return err
		}
		response, err := p.make(ctx, request)
		if err == nil && response != nil && response.Error != nil {
			err = errors.New(response.GetError())
		}
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		files := map[string][]byte{}
		for _, f := range response.GetFile() {
			files[path.Base(f.GetName())] = []byte(f.GetContent())
		}
		if err := lay(filepath.Join(folder, p.name), files); err != nil {
			return err
		}
	}
	if err := easyproto(ctx, folder); err != nil {
		return err
	}
	return wiresmith(ctx, schema, folder)
}

// easyproto writes the adapters of that library for the published messages, which take the structs themselves.
func easyproto(ctx context.Context, folder string) error {
	d, v, err := variant("easyproto+raw+varint")
	if err != nil {
		return err
	}
	for _, name := range published {
		loaded, err := load.Load(ctx, load.Config{}, messages+"."+name)
		if err != nil {
			return err
		}
		carried, refusals := d.Carry(loaded.Type, v)
		if len(refusals) > 0 {
			return fmt.Errorf("easyproto: %s cannot: %s", name, refusals[0])
		}
		folder := path.Join(filepath.ToSlash(folder), "easyproto", strings.ToLower(name))
		a, err := carried.Emit(path.Join(home, folder))
		if err != nil {
			return err
		}
		if err := write(ctx, a, folder); err != nil {
			return err
		}
	}
	return nil
}

// requestOf asks a generator for the code of the schema in the package of that name.
func requestOf(ctx context.Context, name string, schema []byte) (*pluginpb.CodeGeneratorRequest, error) {
	file := name + "/" + name + ".proto"
	text := strings.Replace(string(schema), "package ours;", fmt.Sprintf("package %s;\n\noption go_package = %q;", name, home+"/emitted/protobuf/"+name), 1)
	resolver := protocompile.WithStandardImports(&protocompile.SourceResolver{Accessor: protocompile.SourceAccessorFromMap(map[string]string{file: text})})
	files, err := (&protocompile.Compiler{Resolver: resolver}).Compile(ctx, file)
	if err != nil {
		return nil, err
	}
	request := &pluginpb.CodeGeneratorRequest{FileToGenerate: []string{file}, Parameter: proto.String("paths=source_relative")}
	for _, f := range []protoreflect.FileDescriptor{files[0].Imports().Get(0), files[0]} {
		b, err := proto.Marshal(protoutil.ProtoFromFileDescriptor(f))
		if err != nil {
			return nil, err
		}
		known := new(descriptorpb.FileDescriptorProto)
		if err := proto.Unmarshal(b, known); err != nil {
			return nil, err
		}
		request.ProtoFile = append(request.ProtoFile, known)
	}
	return request, nil
}

func vtprotobuf(_ context.Context, request *pluginpb.CodeGeneratorRequest) (*pluginpb.CodeGeneratorResponse, error) {
	return google(request, nil, "marshal", "unmarshal", "size")
}

func vtprotobufPool(_ context.Context, request *pluginpb.CodeGeneratorRequest) (*pluginpb.CodeGeneratorResponse, error) {
	return google(request, []string{home + "/emitted/protobuf/vtpool.*"}, "marshal", "unmarshal", "size", "pool")
}

// google makes Google's structs, with methods of vtprotobuf.
func google(request *pluginpb.CodeGeneratorRequest, pools []string, features ...string) (*pluginpb.CodeGeneratorResponse, error) {
	plugin, err := protogen.Options{}.New(request)
	if err != nil {
		return nil, err
	}
	plugin.SupportedFeatures = internal_gengo.SupportedFeatures
	for _, f := range plugin.Files {
		if f.Generate {
			internal_gengo.GenerateFile(plugin, f)
		}
	}
	pooled := generator.NewObjectSet()
	for _, pool := range pools {
		if err := pooled.Set(pool); err != nil {
			return nil, err
		}
	}
	g, err := generator.NewGenerator(plugin, features, &generator.Config{
		Poolable: pooled, PoolableExclude: generator.NewObjectSet(), IgnoreUnknownFields: generator.NewObjectSet(),
	})
	if err != nil {
		return nil, err
	}
	g.Generate()
	return plugin.Response(), nil
}

// The options of gogo/protobuf by their numbers.
const (
	gogoNullable = 65001
	gogoStdtime  = 65010
)

func gogo(ctx context.Context, request *pluginpb.CodeGeneratorRequest) (*pluginpb.CodeGeneratorResponse, error) {
	file := request.ProtoFile[1]
	request.Parameter = proto.String("paths=source_relative,Mgoogle/protobuf/timestamp.proto=github.com/gogo/protobuf/types")
	for _, m := range file.MessageType {
		m.OneofDecl = m.OneofDecl[:real(m)]
		for _, f := range m.Field {
			if f.GetProto3Optional() { // it does not know these
				f.Proto3Optional, f.OneofIndex = nil, nil
			}
			if f.GetType() != descriptorpb.FieldDescriptorProto_TYPE_MESSAGE || pointers.MatchString(f.GetName()) || f.OneofIndex != nil || isPointerMap(m, f) {
				continue
			}
			option(f, gogoNullable, 0)
			if f.GetTypeName() == ".google.protobuf.Timestamp" {
				option(f, gogoStdtime, 1)
			}
		}
	}
	return plugin(ctx, driver.Tool{
		Modules: []driver.Module{{Path: "github.com/gogo/protobuf", Version: "v1.3.2"}}, Package: "github.com/gogo/protobuf/protoc-gen-gogofaster",
	}, request)
}

// real returns how many of a message's oneofs are not of an optional field, which stand
// behind the others.
func real(m *descriptorpb.DescriptorProto) int {
	n := len(m.OneofDecl)
	for _, f := range m.Field {
		if f.GetProto3Optional() {
			n--
		}
	}
	return n
}

// isPointerMap reports whether a field is a map of pointers in the structs, or one whose
// values gogo cannot have otherwise.
func isPointerMap(m *descriptorpb.DescriptorProto, f *descriptorpb.FieldDescriptorProto) bool {
	for _, n := range m.NestedType {
		if n.GetOptions().GetMapEntry() && strings.HasSuffix(f.GetTypeName(), "."+n.GetName()) {
			return f.GetName() != "mts"
		}
	}
	return false
}

// option sets one that the descriptor does not know.
func option(f *descriptorpb.FieldDescriptorProto, number protowire.Number, value uint64) {
	if f.Options == nil {
		f.Options = new(descriptorpb.FieldOptions)
	}
	m := f.Options.ProtoReflect()
	m.SetUnknown(protowire.AppendVarint(protowire.AppendTag(m.GetUnknown(), number, protowire.VarintType), value))
}

// wiresmith builds the generator in its checkout, since no version of it is on the module
// proxy, and has it read the schema as a file, which is how it knows its own options. Its loops are
// there where it is: a file with a build tag, whose package nobody can find, stops go mod tidy.
func wiresmith(ctx context.Context, schema []byte, folder string) error {
	const loops = "wiresmith_test.go"
	checkout := os.Getenv("WIRESMITH")
	if checkout == "" {
		return os.RemoveAll(loops)
	}
	text := strings.Replace(string(schema), "package ours;", fmt.Sprintf("package wiresmith;\n\nimport \"wiresmith/options.proto\";\n\noption go_package = %q;", home+"/emitted/protobuf/wiresmith"), 1)
	text = strings.Replace(text, "Timestamp time = 5;", "Timestamp time = 5 [(wiresmith.options.stdtime) = true];", 1)
	text = strings.Replace(text, "  TestStruc nteststruc = 24;", "  TestStruc nteststruc = 24 [(wiresmith.options.pointer) = true];", 1) // it leads back
	if err := lay(folder, map[string][]byte{"schema/wiresmith/peer.proto": []byte(text)}); err != nil {
		return err
	}
	tool := filepath.Join(os.TempDir(), "audit-wiresmith")
	cmd := exec.CommandContext(ctx, "go", "build", "-o", tool, "./cmd/wiresmith")
	cmd.Dir, cmd.Env = checkout, append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("wiresmith: %w\n%s", err, text)
	}
	cmd = exec.CommandContext(ctx, tool, "--proto_path=schema", "--out=.", "--module="+home, "schema/wiresmith/peer.proto")
	cmd.Dir = folder // it takes no other
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("wiresmith: %w\n%s", err, text)
	}
	return os.WriteFile(loops, wiresmithLoops, 0o666)
}

// plugin runs a generator of protoc.
func plugin(ctx context.Context, tool driver.Tool, request *pluginpb.CodeGeneratorRequest) (*pluginpb.CodeGeneratorResponse, error) {
	b, err := proto.Marshal(request)
	if err != nil {
		return nil, err
	}
	response := new(pluginpb.CodeGeneratorResponse)
	tool.Stdin = b
	tool.Take = func(stdout []byte, _ map[string][]byte) (map[string][]byte, error) {
		return nil, proto.Unmarshal(bytes.Clone(stdout), response)
	}
	_, err = runTool(ctx, tool)
	return response, err
}
