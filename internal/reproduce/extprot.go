package reproduce

import (
	"fmt"
	"math"

	"github.com/assay-go/assay/internal/report/layout"
)

func extprotClaims(r *Report) []Claim {
	var list []Claim
	if b := r.Bytes; b != nil {
		says := "The value is serialized by extprot as the 110-byte message that is shown."
		list = append(list, claimed(says, fmt.Sprintf("%d bytes, and the same ones.", len(b.Message)), b.Identical, "the bytes are others"))
		exact := func(says string, was, is int, because string) {
			list = append(list, claimed(says, fmt.Sprintf("%d bytes.", is), was == is, because))
		}
		exact("As XML it is a 730-byte message.", 730, b.XML, "the text is another one")
		list = append(list, claimed("… which is 6.5 times more than extprot.", fmt.Sprintf("%.2f times.", float64(b.XML)/float64(len(b.Message))),
			near(6.5, float64(b.XML)/float64(len(b.Message)), 0, 0), "the text is another one"))
		list = append(list, claimed("Condensed, it could be around 260 bytes (2.5 times).", fmt.Sprintf("%d bytes (%.2f times).", b.Condensed, float64(b.Condensed)/float64(len(b.Message))),
			near(260, float64(b.Condensed), 0, 0), "the text is another one"))
		deflate := "compressed by " + b.Packer + ", which finds other matches than gzip -9 does"
		packed := func(says string, was, is int, because string) {
			list = append(list, claimed(says, fmt.Sprintf("%d bytes by %s.", is, b.Packer), was == is, because))
		}
		packed("The 730 bytes compress to 190 with gzip -9.", 190, b.XMLGzip, deflate)
		packed("… 150 bytes in the condensed version.", 150, b.CondensedZ, "the document shows the condensed version with spaces and newlines, and only as something like it: where the spaces stand is not known, and spellings of 240 to 266 bytes give 146 to 152")
		packed("… 98 bytes for extprot when compressed.", 98, b.MessageZ, deflate)
		z := b.Sizes
		scale := 100_000 / float64(z.Messages)
		list = append(list, claimed("Averaged over 100,000 messages, XML takes 48556801 / 8158040 = 5.95 times the room: often 5 times less than XML.",
			fmt.Sprintf("%d / %d = %.2f of %d messages, of which 10,000 are distinct, as there.", z.XML, z.Extprot, z.Ratio(), z.Messages),
			near(5.95, z.Ratio(), 0, 0), "the messages are others: the document's have no seed"))
		list = append(list, claimed("Compressed as a whole, the 100,000 messages take but 5 MB, below the 8 MB of extprot.",
			fmt.Sprintf("%.1f MB of XML with gzip, %.1f MB of extprot, for 100,000.", scale*float64(z.XMLGzip)/1e6, scale*float64(z.Extprot)/1e6),
			math.Round(scale*float64(z.XMLGzip)/1e6) == 5 && math.Round(scale*float64(z.Extprot)/1e6) == 8,
			"the messages are others, and repeat after 10,000"))
		corpus := 200_000 * float64(z.Extprot) / float64(z.Messages)
		list = append(list, claimed("200,000 random messages total 16425500 bytes: 81-byte messages on average.",
			fmt.Sprintf("%.0f bytes for 200,000, %.2f a message: %+.1f %%.", corpus, corpus/200_000, 100*(corpus/16425500-1)),
			math.Abs(corpus/16425500-1) < 3*0.007, "three standard errors of a mean over 10,000 distinct messages are 2 %"))
		least, most := math.Inf(1), 0.0
		was, were := math.Inf(1), 0.0
		for _, l := range b.Table {
			if l.Extprot > 31 || !l.Found {
				continue
			}
			x, p := float64(l.XMLGzip)/float64(l.Extprot), float64(l.Published[2])/float64(l.Extprot)
			least, most, was, were = min(least, x), max(most, x), min(was, p), max(were, p)
		}
		if most > 0 {
			list = append(list, claimed("As little as 4 times less than a gzipped XML representation for small messages.",
				fmt.Sprintf("%.1f to %.1f times, for messages of up to 31 bytes (published: %.1f to %.1f).", least, most, was, were),
				near(was, least, 0, 0), "the messages of these sizes are others"))
		}
		gain := true
		for _, l := range b.Table {
			if l.Found {
				gain = gain && (l.ExtprotGzip < l.Extprot) == (l.Published[3] > 0)
			}
		}
		list = append(list, claimed("Compression gains nothing for extprot messages of up to 78 bytes, and something from 110 bytes.", "The size table below has the same lines with NO GAIN.", gain, "the messages of these sizes are others"))
	}
	const table = "Time of a message, in batches"
	base := r.row(table, "extprot deserialization, used values")
	if base != nil {
		list = append(list, claimed("Deserialization takes 780 ns a message of a corpus of 200,000 (730 ns of 100,000), on an Athlon 64 X2 6000+.",
			fmt.Sprintf("%s ns a message into used values.", layout.Figure(base.NS)), false, "the machine is 18 years younger, and the code is Go's instead of OCaml's"))
	}
	for _, c := range []struct {
		row, says string
		published float64
		because   string
	}{
		{"parsing XML with expat, no callbacks", "Parsing the XML alone, without actually reconstructing the data, is 15 times slower than full deserialization with extprot.", 15, "expat is C as then, and has become faster or slower since by less than extprot's reader, which is Go's"},
		{"gzip decompression of XML", "extprot can deserialize 3 times faster than gzip can decompress the data.", 3, "Go's compress/gzip decompresses here, which is not the program gzip, and extprot's reader is Go's"},
	} {
		if row := r.row(table, c.row); row != nil && base != nil {
			x, lo, hi := ratio(row.op, base.op)
			list = append(list, claimed(c.says, times(x, lo, hi)+".", near(c.published, x, lo, hi), unless(c.published, lo, hi, c.because)))
		}
	}
	if base != nil {
		var parts []string
		within := true
		for _, name := range []string{"parsing XML with expat, no callbacks", "parsing XML with encoding/xml, tokens"} {
			if row := r.row(table, name); row != nil {
				x, _, _ := ratio(row.op, base.op)
				within = within && x >= 9.5 && x <= 105
				parts = append(parts, fmt.Sprintf("%s %s", name, of(row, base)))
			}
		}
		if len(parts) > 0 {
			list = append(list, claimed("It can deserialize one to two orders of magnitude faster than XML.", "Times extprot's: "+join(parts)+".", within, "outside of 10 to 100 times"))
		}
	}
	return list
}
