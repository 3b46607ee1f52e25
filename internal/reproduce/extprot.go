package reproduce

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math"
	"strings"

	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/internal/reproduce/extprot"
)

func extprotClaims(r *Report) []Claim {
	return append(ofBytes(r.Bytes), ofBatches(r)...)
}

// ofBytes are the claims on lengths.
func ofBytes(b *extprot.Report) []Claim {
	if b == nil {
		return nil
	}
	var list []Claim
	times := func(n, of int) float64 { return float64(n) / float64(of) }
	is := func(key string, was, is int, today, shown string) {
		list = append(list, claim(key, today, was == is, shown))
	}
	dump, err := dumped(says("extprot", "message"))
	today := fmt.Sprintf("%d bytes; those that the document shows: %v.", len(b.Message), err == nil && bytes.Equal(dump, b.Message))
	list = append(list, claim("message", today, err == nil && bytes.Equal(dump, b.Message) && len(dump) == 110, ""))
	shown := says("extprot", "schema")
	_, source, _ := strings.Cut(shown, "sum types: ")
	checked, err := schema.Check("document.proto", []byte(source), nil)
	if err != nil {
		list = append(list, claim("schema", "assay's compiler of schemas: "+err.Error(), false, ""))
	} else {
		list = append(list, claim("schema", fmt.Sprintf("assay's compiler of schemas takes it, with %d message.", len(checked.Messages)), len(checked.Messages) == 1 && checked.Messages[0].Name == "complex_rtt", ""))
	}
	is("xml", 730, b.XML, fmt.Sprintf("%d bytes.", b.XML), "")
	x := times(b.XML, len(b.Message))
	list = append(list, claim("xml-times", fmt.Sprintf("%.2f times.", x), near(6.5, x, 0, 0), ""))
	list = append(list, claim("condensed", fmt.Sprintf("%d bytes (%.2f times).", b.Condensed, times(b.Condensed, len(b.Message))), near(260, float64(b.Condensed), 0, 0), ""))
	is("xml-gzip", 190, b.XMLGzip, fmt.Sprintf("%d bytes by %s.", b.XMLGzip, b.Packer), other(b.Packer))
	list = append(list, claim("condensed-gzip", fmt.Sprintf("%d bytes by %s. The document shows that version only as something like it, so that its spaces are not known.", b.CondensedZ, b.Packer), near(150, float64(b.CondensedZ), 0, 0), ""))
	is("gzip-message", 98, b.MessageZ, fmt.Sprintf("%d bytes by %s.", b.MessageZ, b.Packer), other(b.Packer))
	z := b.Sizes
	list = append(list, claim("ratio", fmt.Sprintf("%d / %d = %.2f of %d messages, of which 10,000 are distinct, as there.", z.XML, z.Extprot, z.Ratio(), z.Messages), near(5.95, z.Ratio(), 0, 0), ""))
	scale := 100_000 / float64(z.Messages) / 1e6
	list = append(list, claim("whole", fmt.Sprintf("%.1f MB of XML with gzip, %.1f MB of extprot, for 100,000.", scale*float64(z.XMLGzip), scale*float64(z.Extprot)),
		math.Round(scale*float64(z.XMLGzip)) == 5 && math.Round(scale*float64(z.Extprot)) == 8, ""))
	corpus := 200_000 * float64(z.Extprot) / float64(z.Messages)
	list = append(list, claim("corpus", fmt.Sprintf("%.0f bytes for 200,000, %.2f a message: %+.1f %%, where three standard errors of a mean over 10,000 distinct messages are 2 %%.", corpus, corpus/200_000, 100*(corpus/16425500-1)),
		math.Abs(corpus/16425500-1) < 3*0.007, ""))
	list = append(list, claim("lzw", fmt.Sprintf("All messages as XML: %d bytes with gzip, %d with LZW.", z.XMLGzip, z.XMLCompress), z.XMLGzip < z.XMLCompress, ""))
	least, most := math.Inf(1), 0.0
	was, were := math.Inf(1), 0.0
	gain := true
	var first, last *extprot.Size
	for i, l := range b.Table {
		if !l.Found {
			continue
		}
		gain = gain && (l.ExtprotGzip < l.Extprot) == (l.Published[3] > 0)
		if first == nil {
			first = &b.Table[i]
		}
		last = &b.Table[i]
		if l.Extprot <= 31 {
			x, p := times(l.XMLGzip, l.Extprot), times(l.Published[2], l.Extprot)
			least, most, was, were = min(least, x), max(most, x), min(was, p), max(were, p)
		}
	}
	if first == nil {
		return list
	}
	if most > 0 {
		list = append(list, claim("small", fmt.Sprintf("%.1f to %.1f times, for messages of up to 31 bytes (published: %.1f to %.1f).", least, most, was, were), near(was, least, 0, 0), ""))
	}
	left := func(s *extprot.Size) float64 { return 100 * times(s.XMLGzip, s.XML) }
	adaptive := fmt.Sprintf("gzip leaves %.0f %% of the XML of a message of %d bytes, and %.0f %% of one of %d.", left(first), first.Extprot, left(last), last.Extprot)
	return append(list,
		claim("adaptive", adaptive, left(first) > left(last), ""),
		claim("no-gain", adaptive+" extprot's own messages gain something in the same lines as published: "+map[bool]string{true: "yes", false: "no"}[gain]+".", left(first) > left(last) && gain, ""))
}

// other is the reason for another length where the program gzip is not to be had.
func other(packer string) string {
	if packer == "gzip -9" {
		return ""
	}
	return packer + " compresses here, which finds other matches than the program gzip"
}

// dumped reads the bytes of a message as the document prints them: lines of an address,
// sixteen bytes in hexadecimal, and their characters between bars.
func dumped(text string) ([]byte, error) {
	_, text, _ = strings.Cut(text, "00000000 ")
	var all strings.Builder
	for line := range strings.SplitSeq(text, "|") {
		for word := range strings.FieldsSeq(line) {
			if len(word) == 2 && strings.Trim(word, "0123456789abcdef") == "" {
				all.WriteString(word)
			}
		}
	}
	return hex.DecodeString(all.String())
}

// ofBatches are the claims on times.
func ofBatches(r *Report) []Claim {
	const (
		table  = "Time of a message, in batches"
		own    = "extprot deserialization, used values"
		expat  = "parsing XML with expat, no callbacks"
		tokens = "parsing XML with encoding/xml, tokens"
	)
	base := r.row(table, own)
	if base == nil {
		return nil
	}
	list := []Claim{elsewhere("each", fmt.Sprintf("%s ns a message into used values.", layout.Figure(base.NS)))}
	for _, c := range []struct {
		key, row  string
		published float64
	}{{"expat", expat, 15}, {"gunzip", "gzip decompression of XML", 3}} {
		if row := r.row(table, c.row); row != nil {
			x, lo, hi := ratio(row, base)
			today := times(x, lo, hi) + "."
			if !near(c.published, x, lo, hi) && hi > 0 && wide(lo, hi) && lo <= c.published && c.published <= hi {
				list = append(list, elsewhere(c.key, today+" The run was too short to tell."))
				continue
			}
			list = append(list, claim(c.key, today, near(c.published, x, lo, hi), ""))
		}
	}
	var parts []string
	within := true
	for _, name := range []string{expat, tokens} {
		if row := r.row(table, name); row != nil {
			x, _, _ := ratio(row, base)
			within = within && x >= 9.5 && x <= 105
			parts = append(parts, fmt.Sprintf("%s %s", name, of(row, base)))
		}
	}
	if len(parts) > 0 {
		list = append(list, claim("orders", "Times extprot's: "+join(parts)+".", within, ""))
	}
	const sizes = "Encoded length, mean of the messages"
	if a, b := r.row(sizes, "extprot"), r.row(sizes, "XML"); a != nil && b != nil {
		list = append(list, claim("xml-no-more", fmt.Sprintf("Both gave back every value: extprot of %s bytes, XML of %s, in the mean.", layout.Count(a.Size), layout.Count(b.Size)), a.Size < b.Size, ""))
	}
	return list
}
