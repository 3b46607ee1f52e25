package standard

import (
	"bufio"
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/worker/protocol"
)

// Suite is a public suite of messages of a format, with what a reader is to do with each.
type Suite struct {
	Format string `json:"format"`
	Source string `json:"source"`
	Type   string `json:"type"` // in the package suites
	Cases  []Case `json:"cases"`

	// Sample is the first of the type's values in the suite's schema: who reads something
	// else has another. Nil where the format has no schema.
	Sample []byte `json:"sample,omitempty"`
}

// Case is a message of a suite.
type Case struct {
	Name  string `json:"name"`
	Want  string `json:"want"` // "accept", "refuse" or "either"
	Input []byte `json:"input,omitempty"`

	// Like is another message of the same value; nil where the suite has none.
	Like []byte `json:"like,omitempty"`

	// Value is what is to be read: the leaves that are not zero. Nil where the suite does
	// not say.
	Value []protocol.Leaf `json:"value,omitempty"`
}

// SuiteFormats are those of which there are suites.
var SuiteFormats = []string{"json", "cbor", "msgpack", "protobuf", "bson"}

var suiteSources = map[string]string{
	"json":     "github.com/nst/JSONTestSuite (MIT), with the classes of RFC 8259",
	"cbor":     "github.com/cbor-wg/cbor-test-vectors (BSD-2-Clause): RFC 8949's",
	"msgpack":  "github.com/kawanet/msgpack-test-suite (MIT)",
	"protobuf": "github.com/protocolbuffers/protobuf (BSD-3-Clause): the binary inputs of the conformance suite for TestAllTypesProto3 but those of its oneof, and seven of assay's",
	"bson":     "bson-corpus of github.com/mongodb/specifications",
}

// SuiteOf returns the suite of a format. That of BSON is read from a folder, as its terms
// do not allow copies: source/bson-corpus/tests of the repository.
func SuiteOf(format, dir string) (*Suite, error) {
	s := &Suite{Format: format, Source: suiteSources[format], Type: "Any"}
	switch {
	case s.Source == "":
		return nil, fmt.Errorf("there is no suite of %s: there are those of %s", format, strings.Join(SuiteFormats, ", "))
	case format == "bson":
		s.Type = "Document"
		return s, s.readCorpus(dir)
	case format == "protobuf":
		s.Type, s.Sample = "Message", []byte{1 << 3, 7, 18<<3&0x7f | 2 | 0x80, 18 << 3 >> 7, 2, 1 << 3, 7}
	}
	return s, s.read()
}

// read reads the suite that is part of this package: a line a case, with what is wanted, the
// message, another one of the same value, the value behind "=", or a dash, and the name.
func (s *Suite) read() error {
	f, err := sources.Open("suites/" + s.Format + ".txt.gz")
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		parts := strings.SplitN(lines.Text(), " ", 4)
		c := Case{Want: parts[0], Name: parts[3]}
		if c.Input, err = hex.DecodeString(parts[1]); err != nil {
			return err
		}
		value, known := strings.CutPrefix(parts[2], "=")
		other, err := hex.DecodeString(strings.TrimPrefix(value, "-"))
		if err == nil && known {
			err = json.Unmarshal(other, &c.Value)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
		if !known && parts[2] != "-" {
			c.Like = other
		}
		s.Cases = append(s.Cases, c)
	}
	return lines.Err()
}

// readCorpus reads the files of bson-corpus.
func (s *Suite) readCorpus(dir string) error {
	files, _ := filepath.Glob(filepath.Join(dir, "*.json"))
	slices.Sort(files)
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var doc struct {
			Valid []struct {
				Description string
				Canonical   string `json:"canonical_bson"`
				Degenerate  string `json:"degenerate_bson"`
			}
			DecodeErrors []struct{ Description, BSON string }
		}
		if err := json.Unmarshal(data, &doc); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".json") + ": "
		add := func(want, what, input, like string) error {
			c := Case{Want: want, Name: name + what}
			var err error
			if c.Input, err = hex.DecodeString(input); err == nil && like != "" {
				c.Like, err = hex.DecodeString(like)
			}
			if err != nil {
				return fmt.Errorf("%s: %s: %w", file, what, err)
			}
			s.Cases = append(s.Cases, c)
			return nil
		}
		for _, v := range doc.Valid {
			if err := add("accept", v.Description, v.Canonical, ""); err != nil {
				return err
			}
			if v.Degenerate == "" {
				continue
			}
			if err := add("accept", v.Description+", degenerate", v.Degenerate, v.Canonical); err != nil {
				return err
			}
		}
		for _, v := range doc.DecodeErrors {
			if err := add("refuse", v.Description, v.BSON, ""); err != nil {
				return err
			}
		}
	}
	if len(s.Cases) == 0 {
		return fmt.Errorf("--suite=%s: no cases: name the folder source/bson-corpus/tests of a clone of github.com/mongodb/specifications", dir)
	}
	return nil
}
