package workload

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// The Go module that has the documents of all corpora, each compressed by gzip.
// Later versions compress by other means than the standard library reads.
const (
	CorpusModule  = "github.com/go-json-experiment/json"
	CorpusVersion = "v0.0.0-20250223041408-d3c622f1b874"
)

// Corpus is a JSON document of [CorpusModule] that a workload's value is decoded
// from.
type Corpus struct {
	File   string // slash-separated path in the module
	SHA256 string // of the document, uncompressed, in hexadecimal
}

// Read returns the document. dir is the folder of the module.
func (c Corpus) Read(dir string) ([]byte, error) {
	f, err := os.Open(filepath.Join(dir, filepath.FromSlash(c.File)))
	if err != nil {
		return nil, fmt.Errorf("module %s@%s lacks the corpus: %w: run go clean -modcache, which has it downloaded again", CorpusModule, CorpusVersion, err)
	}
	defer f.Close()
	var doc []byte
	z, err := gzip.NewReader(f)
	if err == nil {
		doc, err = io.ReadAll(z)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	sum := sha256.Sum256(doc)
	if got := hex.EncodeToString(sum[:]); got != c.SHA256 {
		return nil, fmt.Errorf("%s is not the corpus that assay was written for: SHA-256 is %s, want %s: run go clean -modcache, which has it downloaded again", f.Name(), got, c.SHA256)
	}
	return doc, nil
}

// DecodeCorpus returns the values of a workload that has a corpus: the whole
// document as one value, as often as o asks for.
func DecodeCorpus[T any](w Workload, o Options) ([]T, error) {
	if o.CorpusDir == "" {
		return nil, fmt.Errorf("%s: its values are decoded from a file of module %s, whose folder was not given", w.Name, CorpusModule)
	}
	doc, err := w.Corpus.Read(o.CorpusDir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", w.Name, err)
	}
	n := o.Count
	if n == 0 {
		n = w.Count
	}
	list := make([]T, n)
	for i := range list {
		d := json.NewDecoder(bytes.NewReader(doc))
		d.DisallowUnknownFields()
		if err := d.Decode(&list[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", w.Name, err)
		}
	}
	return list, nil
}

// Indent is a [Workload.Layout] with so much before each line. It panics when a
// serializer wrote what is no JSON.
func Indent(text []byte, indent string) []byte {
	var out bytes.Buffer
	if err := json.Indent(&out, text, "", indent); err != nil {
		panic(fmt.Sprintf("what a serializer wrote is no JSON: %v", err))
	}
	return out.Bytes()
}
