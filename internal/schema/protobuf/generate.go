package protobuf

import (
	"fmt"

	"google.golang.org/protobuf/cmd/protoc-gen-go/internal_gengo"
	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/pluginpb"
)

// Generate runs protoc-gen-go's generator on the schema, in process and without
// protoc, and then more, which may be nil, on the same plugin. It returns the
// generated files by name.
func (s *Schema) Generate(more func(*protogen.Plugin) error) (map[string][]byte, error) {
	plugin, err := protogen.Options{}.New(s.Request())
	if err != nil {
		return nil, fmt.Errorf("the messages are not valid: %w", err)
	}
	plugin.SupportedFeatures = internal_gengo.SupportedFeatures
	for _, f := range plugin.Files {
		if f.Generate {
			internal_gengo.GenerateFile(plugin, f)
		}
	}
	if more != nil {
		if err := more(plugin); err != nil {
			return nil, err
		}
	}
	return Files(plugin.Response())
}

// Request returns the request to a generator to run on the schema.
func (s *Schema) Request() *pluginpb.CodeGeneratorRequest {
	return &pluginpb.CodeGeneratorRequest{
		FileToGenerate: []string{s.File.GetName()},
		ProtoFile:      []*descriptorpb.FileDescriptorProto{s.File},
		Parameter:      proto.String("paths=source_relative"),
	}
}

// Files returns the files of a generator's response by short names.
func Files(response *pluginpb.CodeGeneratorResponse) (map[string][]byte, error) {
	if response.Error != nil {
		return nil, fmt.Errorf("generating from the messages: %s", response.GetError())
	}
	files := map[string][]byte{}
	for i, f := range response.File {
		files[fmt.Sprintf("pb%d.go", i)] = []byte(f.GetContent())
	}
	return files, nil
}
