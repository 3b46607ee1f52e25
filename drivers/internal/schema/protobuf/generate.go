package protobuf

import (
	"fmt"

	"google.golang.org/protobuf/cmd/protoc-gen-go/internal_gengo"
	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"

	"github.com/assay-go/assay/driver"
)

// Generate runs protoc-gen-go's generator on the schema, in process and without
// protoc, and gives an adapter the files, in the folder pb, and the workarounds.
func (s *Schema) Generate(a *driver.Adapter) error {
	plugin, err := protogen.Options{}.New(s.Request())
	if err != nil {
		return fmt.Errorf("the messages are not valid: %w", err)
	}
	plugin.SupportedFeatures = internal_gengo.SupportedFeatures
	for _, f := range plugin.Files {
		if f.Generate {
			internal_gengo.GenerateFile(plugin, f)
		}
	}
	generated, err := files(plugin.Response())
	for name, src := range generated {
		a.Files["pb/"+name] = src
	}
	a.Workarounds = s.Workarounds
	return err
}

// Plugin is the run of another generator of protoc, the main package pkg of the modules,
// on a request. The names of its files begin with prefix.
func Plugin(modules []driver.Module, pkg string, request *pluginpb.CodeGeneratorRequest, prefix string) (driver.Tool, error) {
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(request)
	if err != nil {
		return driver.Tool{}, fmt.Errorf("the request to %s: %w", pkg, err)
	}
	return driver.Tool{
		Modules: modules,
		Package: pkg,
		Stdin:   data,
		Take: func(stdout []byte, _ map[string][]byte) (map[string][]byte, error) {
			response := new(pluginpb.CodeGeneratorResponse)
			if err := proto.Unmarshal(stdout, response); err != nil {
				return nil, fmt.Errorf("the generator's response: %w", err)
			}
			generated, err := files(response)
			list := map[string][]byte{}
			for name, src := range generated {
				list[prefix+name] = src
			}
			return list, err
		},
	}, nil
}

// Request returns the request to a generator to run on the schema.
func (s *Schema) Request() *pluginpb.CodeGeneratorRequest {
	return &pluginpb.CodeGeneratorRequest{
		FileToGenerate: []string{s.File.GetName()},
		ProtoFile:      []*descriptorpb.FileDescriptorProto{s.File},
		Parameter:      proto.String("paths=source_relative"),
	}
}

// files returns the files of a generator's response by short names.
func files(response *pluginpb.CodeGeneratorResponse) (map[string][]byte, error) {
	if response.Error != nil {
		return nil, fmt.Errorf("generating from the messages: %s", response.GetError())
	}
	list := map[string][]byte{}
	for i, f := range response.File {
		list[fmt.Sprintf("pb%d.go", i)] = []byte(f.GetContent())
	}
	return list, nil
}
