package reproduce

import (
	"fmt"
	"math"
	"strings"
)

// conclusions are those of the document, from today's figures.
func conclusions(r *Report) []string {
	switch r.Document {
	case "skycoin":
		return skycoin(r)
	case "go-codec":
		return generated(r)
	case "extprot":
		return extprot(r)
	}
	return nil
}

func (r *Report) row(title, name string) *Row {
	for _, t := range r.Tables {
		if t.Title != title {
			continue
		}
		for i := range t.Rows {
			if t.Rows[i].Name == name && t.Rows[i].Row != "" && t.Rows[i].Reason == "" {
				return &t.Rows[i]
			}
		}
	}
	return nil
}

// times writes a ratio, with its interval where there is one.
func times(x, lo, hi float64) string {
	if hi == 0 {
		return fmt.Sprintf("%.1f times", x)
	}
	return fmt.Sprintf("%.1f times [%.1f, %.1f]", x, lo, hi)
}

func skycoin(r *Report) []string {
	var list []string
	const reflection, generated = "Skycoin encoder (reflect-based)", "Gencode, no transform"
	if plain := r.row("Encoded length", reflection); plain != nil {
		least, who := math.Inf(1), ""
		for _, name := range []string{"Gotiny", "Colfer", "Gencode with varints"} {
			if v := r.row("Encoded length", name); v != nil && v.Size < least {
				least, who = v.Size, name
			}
		}
		if who != "" {
			list = append(list, fmt.Sprintf("Varint encoding provides at best a %.1f %% improvement in size, by %s (published: 8 %%).", 100*(1-least/plain.Size), who))
		}
	}
	mr, mg := r.row("Marshal", reflection), r.row("Marshal", generated)
	ur, ug := r.row("Unmarshal", reflection), r.row("Unmarshal", generated)
	if mr != nil && mg != nil && ur != nil && ug != nil {
		m, mlo, mhi := ratio(mr.op, mg.op)
		u, ulo, uhi := ratio(ur.op, ug.op)
		list = append(list, fmt.Sprintf("Generated code, as Gencode's without the transformation, serializes %s and deserializes %s as fast as reflection (published: 23 and 15), with %.0f and %.0f allocations instead of %.0f and %.0f.",
			times(m, mlo, mhi), times(u, ulo, uhi), mg.Allocs, ug.Allocs, mr.Allocs, ur.Allocs))
	}
	if old, own := r.row("Marshal", reflection), r.row("Marshal", "Skyencoder"); old != nil && own != nil {
		m, mlo, mhi := ratio(old.op, own.op)
		list = append(list, fmt.Sprintf("Skyencoder, the generator that came of it, serializes into a used buffer %s as fast as reflection.", times(m, mlo, mhi)))
	}
	return list
}

// generated sets generated code against reflection for the formats that have
// both.
func generated(r *Report) []string {
	var list []string
	for _, op := range []string{"encoding", "decoding"} {
		var parts []string
		for _, format := range []string{"msgpack", "binc", "simple", "cbor", "json"} {
			reflected := "codec " + format
			if format == "binc" {
				reflected += ", no symbols"
			}
			a, b := r.row("Runtime introspection, without interfaces, "+op, reflected), r.row("Code generation, "+op, "codecgen "+format)
			if a == nil || b == nil {
				continue
			}
			x, lo, hi := ratio(a.op, b.op)
			parts = append(parts, fmt.Sprintf("%s %.2f [%.2f, %.2f] (published: %.2f)", format, x, lo, hi, a.PublishedNS/b.PublishedNS))
		}
		if len(parts) > 0 {
			list = append(list, fmt.Sprintf("Generated code against reflection, %s, times as fast: %s.", op, strings.Join(parts, ", ")))
		}
	}
	return list
}

func extprot(r *Report) []string {
	var list []string
	if x, e := r.row("Encoded length, mean of the messages", "XML"), r.row("Encoded length, mean of the messages", "extprot"); x != nil && e != nil {
		list = append(list, fmt.Sprintf("XML takes %.2f times the room of extprot (published: 5.95).", x.Size/e.Size))
	}
	const table = "Time of a message, in batches"
	base := r.row(table, "extprot deserialization, used values")
	for _, c := range []struct{ row, what, published string }{
		{"parsing XML with expat, no callbacks", "Parsing the XML alone with expat", "15"},
		{"gzip decompression of XML", "Decompressing it", "3"},
	} {
		if row := r.row(table, c.row); row != nil && base != nil {
			x, lo, hi := ratio(row.op, base.op)
			list = append(list, fmt.Sprintf("%s takes %s as long as full deserialization with extprot (published: about %s).", c.what, times(x, lo, hi), c.published))
		}
	}
	return list
}
