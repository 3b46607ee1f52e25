// Command schema makes of the suite's schemas the structs that protoc-gen-go makes of them:
//
//	go run ./schema $FOLDER_OF_SCHEMAS
package main

import (
	"context"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/protoutil"
	"google.golang.org/protobuf/cmd/protoc-gen-go/internal_gengo"
	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"
)

// packages are the schemas and the packages that their structs belong to.
var packages = map[string]string{
	"conformance/conformance.proto":              "suite",
	"google/protobuf/test_messages_proto2.proto": "proto2",
	"google/protobuf/test_messages_proto3.proto": "proto3",
}

func main() {
	log.SetFlags(0)
	if err := run(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func run(folder string) error {
	resolver := protocompile.WithStandardImports(&protocompile.SourceResolver{ImportPaths: []string{folder}})
	var names []string
	parameters := []string{"module=example.com/conformance"}
	for name, pkg := range packages {
		names = append(names, name)
		parameters = append(parameters, "M"+name+"=example.com/conformance/"+pkg)
	}
	files, err := (&protocompile.Compiler{Resolver: resolver}).Compile(context.Background(), names...)
	if err != nil {
		return err
	}
	request := &pluginpb.CodeGeneratorRequest{FileToGenerate: names, Parameter: proto.String(strings.Join(parameters, ","))}
	seen := map[string]bool{}
	var add func(f protoreflect.FileDescriptor)
	add = func(f protoreflect.FileDescriptor) {
		if seen[f.Path()] {
			return
		}
		seen[f.Path()] = true
		for i := range f.Imports().Len() {
			add(f.Imports().Get(i))
		}
		request.ProtoFile = append(request.ProtoFile, protoutil.ProtoFromFileDescriptor(f))
	}
	for _, f := range files {
		add(f)
	}
	if err := settled(request); err != nil {
		return err
	}
	plugin, err := protogen.Options{}.New(request)
	if err != nil {
		return err
	}
	for _, f := range plugin.Files {
		if f.Generate {
			internal_gengo.GenerateFile(plugin, f)
		}
	}
	response := plugin.Response()
	if response.Error != nil {
		log.Fatal(*response.Error)
	}
	for _, f := range response.File {
		if err := os.MkdirAll(filepath.Dir(f.GetName()), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(f.GetName(), []byte(f.GetContent()), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// settled makes of options that the compiler knows by messages of its own those that the
// generator knows.
func settled(request *pluginpb.CodeGeneratorRequest) error {
	for i, f := range request.ProtoFile {
		b, err := proto.Marshal(f)
		if err != nil {
			return err
		}
		request.ProtoFile[i] = new(descriptorpb.FileDescriptorProto)
		if err := proto.Unmarshal(b, request.ProtoFile[i]); err != nil {
			return err
		}
	}
	return nil
}
