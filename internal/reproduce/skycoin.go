package reproduce

import (
	"fmt"
	"math"
	"strings"

	"github.com/assay-go/assay/internal/report/layout"
)

func skycoin(r *Report) []Claim {
	const reflection, generated = "Skycoin encoder (reflect-based)", "Gencode, no transform"
	var list []Claim
	if plain := r.row("Encoded length", reflection); plain != nil {
		least, who := math.Inf(1), ""
		for _, name := range []string{"Gotiny", "Colfer", "Gencode with varints"} {
			if v := r.row("Encoded length", name); v != nil && v.Size < least {
				least, who = v.Size, name
			}
		}
		if who != "" {
			gain := 100 * (1 - least/plain.Size)
			list = append(list, claimed("Varint encoding provides at best an 8 % improvement in size.",
				fmt.Sprintf("%.1f %%, by %s: %s bytes of %s.", gain, who, layout.Count(least), layout.Count(plain.Size)),
				math.Round(gain) == 8, "the block is another one"))
		}
	}
	list = append(list, skycoinFastest(r, generated)...)
	for _, c := range []struct {
		op, says  string
		published float64
	}{
		{"Marshal", "A code generator for the Skycoin encoder could expect serialization ~23 times as fast as by reflection.", 23},
		{"Unmarshal", "… and deserialization ~15 times as fast.", 15},
	} {
		old, row := r.row(c.op, reflection), r.row(c.op, generated)
		if old == nil || row == nil {
			continue
		}
		x, lo, hi := ratio(old.op, row.op)
		own := old.PublishedNS / row.PublishedNS // which the sentence rounds freely
		today := fmt.Sprintf("%s by Gencode without the transformation (its own table: %s times)", times(x, lo, hi), layout.Ratio(own))
		if code := r.row(c.op, "Skyencoder"); code != nil {
			today += fmt.Sprintf(", %s by Skyencoder, the generator that came of it", of(old, code))
		}
		list = append(list, claimed(c.says, today+".", near(c.published, x, lo, hi) || near(own, x, lo, hi), fmt.Sprintf(
			"reflection has become cheaper: the encoder makes %s where %s were published, by the Go of today", allocations(old.Allocs), counted(old.PublishedAllocs))))
	}
	if m, mg, u, ug := r.row("Marshal", reflection), r.row("Marshal", generated), r.row("Unmarshal", reflection), r.row("Unmarshal", generated); m != nil && mg != nil && u != nil && ug != nil {
		list = append(list, claimed("… as well as a massive reduction in memory allocations.",
			fmt.Sprintf("To serialize %s instead of %s, to deserialize %s instead of %s (published: %s of %s, %s of %s).",
				layout.Count(mg.Allocs), layout.Count(m.Allocs), layout.Count(ug.Allocs), layout.Count(u.Allocs),
				counted(mg.PublishedAllocs), counted(m.PublishedAllocs), counted(ug.PublishedAllocs), counted(u.PublishedAllocs)),
			mg.Allocs < m.Allocs && ug.Allocs < u.Allocs, "Go's package reflect allocates nothing for it any more: the encoder's one is the buffer that it returns"))
	}
	return append(list, skycoinCopies(r)...)
}

// skycoinFastest says who is the fastest where Gencode was.
func skycoinFastest(r *Report, generated string) []Claim {
	var parts []string
	holds := true
	for _, op := range []string{"Marshal", "Unmarshal"} {
		others := r.fastest(op, func(row Row) bool { return has(row) && !strings.HasPrefix(row.Name, "Skyencoder") })
		all := r.fastest(op, has)
		own := r.row(op, generated)
		if len(others) == 0 || own == nil {
			return nil
		}
		text := fmt.Sprintf("%s: %s", strings.ToLower(op), others[0].Name)
		if others[0].Name != generated {
			_, lo, hi := ratio(own.op, others[0].op)
			text += fmt.Sprintf(", of whose time it takes %s", of(own, &others[0]))
			holds = holds && hi > 0 && lo <= 1
		}
		if all[0].Name != others[0].Name {
			text += fmt.Sprintf("; of all, %s, which it takes %s of", all[0].Name, of(own, &all[0]))
		}
		parts = append(parts, text)
	}
	return []Claim{claimed("Gencode without varints without the transformation step is the fastest (but for Skyencoder).",
		"The fastest today but for Skyencoder, "+strings.Join(parts, "; ")+".", holds, "the machine and the compiler are others: the two were closest then too")}
}

// skycoinCopies says what the document wished to know of gogoprotobuf.
func skycoinCopies(r *Report) []Claim {
	var parts []string
	cost := false
	for _, op := range []string{"Marshal", "Unmarshal"} {
		with, without := r.row(op, "gogoprotobuf, with the copy"), r.row(op, "gogoprotobuf, no transform")
		if with == nil || without == nil {
			continue
		}
		cost = true
		parts = append(parts, fmt.Sprintf("%s takes %s as long (%s ns and %s more)", strings.ToLower(op), of(with, without),
			layout.Figure(with.NS-without.NS), allocations(with.Allocs-without.Allocs)))
	}
	own := r.anyRow("Marshal", "gogoprotobuf, methods on the own structs")
	if own == nil {
		return nil
	}
	today := "its methods on the block's own structs: " + own.Reason
	if own.Reason == "" {
		today = fmt.Sprintf("its methods on the block's own structs take %s ns to marshal", layout.Figure(own.NS))
	}
	if cost {
		today += "; with the copy to and from structs of its own, " + join(parts)
	}
	return []Claim{claimed("gogoprotobuf should be tested, because it claims code on existing structs, which would not require a copy.",
		"Tested: "+today+".", own.Reason == "", "a field by customtype calls Marshal, MarshalTo, Size and Unmarshal of its type, and Skycoin's hashes and signatures have none of them")}
}

func allocations(n float64) string {
	if n == 1 {
		return "1 allocation"
	}
	return layout.Count(n) + " allocations"
}

func counted(x *float64) string {
	if x == nil {
		return "?"
	}
	return layout.Count(*x)
}
