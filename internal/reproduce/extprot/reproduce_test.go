package extprot

import (
	"context"
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	r, err := Run(t.Context(), Config{Messages: 3000, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Identical || len(r.Message) != 110 {
		t.Errorf("the document's message is\n%s", Dump(r.Message))
	}
	if r.XML != 730 { // the text that the document shows, and two newlines
		t.Errorf("as XML it takes %d bytes, and in the document 730", r.XML)
	}
	if ratio := r.Sizes.Ratio(); ratio < 5 || ratio > 7 {
		t.Errorf("XML takes %.2f times the room, in the document 5.95", ratio)
	}
	if len(r.Table) != len(published) || !r.Table[6].Found || r.Table[6].XML != 730 {
		t.Errorf("the size table is %+v", r.Table)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, Config{Messages: 10}); err == nil {
		t.Error("a cancelled run is none")
	}
}

// The XML of both mappings is well-formed, whatever the strings are.
func TestWellFormed(t *testing.T) {
	list, err := messages(Config{Messages: 500, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, message := range list {
		if message.B != nil {
			message.B.B2.S += "<&>\"'"
		}
		for _, m := range []mapping{straight, condensed} {
			d := xml.NewDecoder(strings.NewReader(string(m.append(nil, message.ComplexRTT))))
			for {
				if _, err := d.Token(); err == io.EOF {
					break
				} else if err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
