package reproduce

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"strings"

	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/result"
	"github.com/assay-go/assay/workload"
	"github.com/assay-go/assay/workloads/signedblock"
)

const (
	reflection = "Skycoin encoder (reflect-based)"
	noCopy     = "Gencode, no transform"
	lengths    = "Encoded length"
)

func skycoin(r *Report) []Claim {
	var list []Claim
	size := func(name string) float64 {
		if row := r.row(lengths, name); row != nil {
			return row.Size
		}
		return 0
	}
	block, slices, plain := blockOf()
	list = append(list, claim("block", fmt.Sprintf("The block that is measured has %s.", block), block == "3 transactions, each with 3 inputs and 3 outputs", ""))
	if n := size(reflection); n > 0 {
		list = append(list, claim("skycoin-layout", fmt.Sprintf("%d bytes of fields and %d counts of 4 bytes make %d, and the block takes %s; XDR2, which pads, takes %s.",
			plain, slices, plain+4*slices, layout.Count(n), layout.Count(size("XDR2"))), float64(plain+4*slices) == n && size("XDR2") > n, ""))
		list = append(list, claim("gotiny-varints", fmt.Sprintf("Gotiny takes %s bytes of %s.", layout.Count(size("Gotiny")), layout.Count(n)), size("Gotiny") < n, ""))
		if g := size("Gencode"); g > 0 {
			list = append(list, claim("gencode-varints", fmt.Sprintf("The counts of %d slices take 1 byte each instead of 4: %s bytes of %s.", slices, layout.Count(g), layout.Count(n)), n-g == float64(3*slices), ""))
		}
		least, who := math.Inf(1), ""
		for _, name := range []string{"Gotiny", "Colfer", "Gencode with varints"} {
			if v := size(name); v > 0 && v < least {
				least, who = v, name
			}
		}
		if who != "" {
			gain := 100 * (1 - least/n)
			list = append(list, claim("varints", fmt.Sprintf("%.1f %%, by %s: %s bytes of %s.", gain, who, layout.Count(least), layout.Count(n)), math.Round(gain) == 8, ""))
		}
	}
	if ratio, ok := compressed(); ok {
		list = append(list, claim("compress", fmt.Sprintf("Hashes and signatures are %.0f %% of the fields' bytes; gzip makes %.0f %% of all.", 100*ratio.hashes, 100*ratio.gzip), ratio.hashes > 0.5 && ratio.gzip > 0.9, ""))
	}
	if a, b := r.row("Marshal", "Skyencoder with alloc"), r.row("Marshal", reflection); a != nil && b != nil {
		list = append(list, claim("skyencoder", fmt.Sprintf("%s bytes and %s; %s ns by reflection, which makes %s, %s ns generated.", layout.Count(a.Size), allocations(a.Allocs), layout.Figure(b.NS), allocations(b.Allocs), layout.Figure(a.NS)),
			a.Size == b.Size && a.Allocs <= b.Allocs && a.NS < b.NS, ""))
	}
	if row := r.row("Marshal", "Gotiny"); row != nil {
		list = append(list, claim("gotiny-unsafe", fmt.Sprintf("Its row is proven to be %q.", row.Class), row.Class != result.Safe, ""))
	}
	if row := r.row("Marshal", "Gencode"); row != nil {
		list = append(list, claim("compiles", "What the generator makes today compiled and gave back every value, as it is.", false, "the generator: its output was built and verified by this run"))
	}
	if a, b := r.row("Unmarshal", "Colfer, no transform"), r.row("Unmarshal", noCopy); a != nil && b != nil {
		list = append(list, claim("colfer-arrays", fmt.Sprintf("Colfer's structs make %s to read, Gencode's %s.", allocations(a.Allocs), allocations(b.Allocs)), a.Allocs > b.Allocs, ""))
	}
	list = append(list, conversions(r)...)
	list = append(list, skycoinFastest(r)...)
	list = append(list, expected(r)...)
	return append(list, skycoinCopies(r)...)
}

// blockOf describes the document's block: what is in it, how many slices it has, and
// how many bytes its fields take by themselves.
func blockOf() (what string, slices, plain int) {
	values, err := signedblock.Values(workload.Options{Count: 1, Flags: map[string]int{workload.Values.Name: 1}})
	if err != nil {
		return err.Error(), 0, 0
	}
	list := values[0].Body.Transactions
	what = fmt.Sprintf("%d transactions", len(list))
	alike := len(list) > 0
	for _, t := range list {
		alike = alike && len(t.In) == len(list[0].In) && len(t.Out) == len(list[0].Out)
	}
	if alike {
		what += fmt.Sprintf(", each with %d inputs and %d outputs", len(list[0].In), len(list[0].Out))
	}
	walk(reflect.ValueOf(values[0]), func(v reflect.Value) {
		if v.Kind() == reflect.Slice {
			slices++
		} else {
			plain += int(v.Type().Size())
		}
	})
	return what, slices, plain
}

// walk calls do with each slice in v, before what is in it, and with what is neither that nor a
// struct.
func walk(v reflect.Value, do func(reflect.Value)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			walk(v.Field(i), do)
		}
	case reflect.Slice:
		do(v)
		for i := range v.Len() {
			walk(v.Index(i), do)
		}
	default:
		do(v)
	}
}

// conversions says what the conversion to structs of a library's own costs, which the
// document's rows have and its rows without it have not.
func conversions(r *Report) []Claim {
	var parts []string
	all := true
	for _, name := range []string{"Colfer", "Gencode", "Gencode with varints"} {
		for _, op := range []string{"Marshal", "Unmarshal"} {
			with, without := r.row(op, name), r.row(op, name+", no transform")
			if with == nil || without == nil {
				continue
			}
			parts = append(parts, fmt.Sprintf("%s %s %s", name, strings.ToLower(op), of(with, without)))
			all = all && with.NS > without.NS
		}
	}
	if len(parts) == 0 {
		return nil
	}
	list := []Claim{claim("conversion", "With the conversion: "+join(parts)+" as without.", all, "")}
	var left []string
	published := false
	for _, name := range []string{"protobuf", "Flatbuffers"} {
		if row := r.row("Marshal", name); row != nil {
			left = append(left, fmt.Sprintf("%s %s times the fastest", name, layout.Ratio(row.Ratio)))
			published = published || row.PublishedNS > 0
		}
	}
	if len(left) > 0 {
		figures := "No figure"
		if published {
			figures = "A figure"
		}
		list = append(list, claim("left-out", figures+" of theirs is published. Measured beside the others, to marshal: "+join(left)+".", !published, ""))
	}
	return list
}

// skycoinFastest says who is the fastest where Gencode was.
func skycoinFastest(r *Report) []Claim {
	var parts, shown []string
	holds, all := true, true
	for _, op := range []string{"Marshal", "Unmarshal"} {
		others := r.fastest(op, func(row Row) bool { return has(row) && !strings.HasPrefix(row.Name, "Skyencoder") })
		every := r.fastest(op, has)
		own := r.row(op, noCopy)
		if len(others) == 0 || own == nil {
			return nil
		}
		text := fmt.Sprintf("%s: %s", strings.ToLower(op), others[0].Name)
		if others[0].Name != noCopy {
			x, lo, hi := ratio(own, &others[0])
			text += fmt.Sprintf(", of whose time it takes %s", of(own, &others[0]))
			if hi == 0 || lo > 1 {
				holds = false
				why := r.program(op, noCopy, others[0].Name, x, lo, hi)
				shown, all = append(shown, why), all && why != ""
			}
		}
		if every[0].Name != others[0].Name {
			text += fmt.Sprintf("; of all, %s, which it takes %s of", every[0].Name, of(own, &every[0]))
		}
		parts = append(parts, text)
	}
	if !all {
		shown = nil
	}
	return []Claim{claim("fastest", "The fastest today but for Skyencoder, "+strings.Join(parts, "; ")+".", holds, join(shown))}
}

// expected holds what the document expects of a generator against the figures.
func expected(r *Report) []Claim {
	var parts, shown []string
	same, all := true, true
	for _, c := range []struct {
		op        string
		published float64
	}{{"Marshal", 23}, {"Unmarshal", 15}} {
		old, row := r.row(c.op, reflection), r.row(c.op, noCopy)
		if old == nil || row == nil {
			return nil
		}
		x, lo, hi := ratio(old, row)
		own := old.PublishedNS / row.PublishedNS // which the sentence rounds freely
		text := fmt.Sprintf("to %s %s as fast as reflection by Gencode without the conversion (its own table: %s times)", strings.ToLower(c.op), times(x, lo, hi), layout.Ratio(own))
		if code := r.row(c.op, "Skyencoder"); code != nil {
			text += fmt.Sprintf(", %s by Skyencoder, the generator that came of it", of(old, code))
		}
		text += fmt.Sprintf(", and %s instead of %s (published: %s of %s)", allocations(row.Allocs), layout.Count(old.Allocs), counted(row.PublishedAllocs), counted(old.PublishedAllocs))
		parts = append(parts, text)
		if !near(c.published, x, lo, hi) && !near(own, x, lo, hi) {
			same = false
			why := r.program(c.op, reflection, noCopy, x, lo, hi)
			shown, all = append(shown, why), all && why != ""
		}
		if row.Allocs >= old.Allocs {
			same = false
			if o := old.Original; o != nil && o.Allocs != nil && *o.Allocs == old.Allocs {
				shown = append(shown, "Go: the document's own program makes "+allocations(*o.Allocs)+" by reflection too")
			} else {
				all = false
			}
		}
	}
	if !all {
		shown = nil
	}
	return []Claim{claim("faster", capital(strings.Join(parts, "; "))+".", same, strings.Join(shown, "; "))}
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
	return []Claim{claim("gogoprotobuf", "Tested: "+today+".", own.Reason == "", "this run tried it")}
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

// share is what part of the block's bytes hashes and signatures are, and what part of
// them is left by gzip.
type share struct{ hashes, gzip float64 }

// compressed packs the bytes of the block's fields, in order and little-endian.
func compressed() (share, bool) {
	values, err := signedblock.Values(workload.Options{Count: 1, Flags: map[string]int{workload.Values.Name: 1}})
	if err != nil {
		return share{}, false
	}
	var all []byte
	hashes := 0
	walk(reflect.ValueOf(values[0]), func(v reflect.Value) {
		if v.Kind() == reflect.Slice {
			all = binary.LittleEndian.AppendUint32(all, uint32(v.Len()))
			return
		}
		before := len(all)
		all, err = binary.Append(all, binary.LittleEndian, v.Interface())
		if v.Kind() == reflect.Array {
			hashes += len(all) - before
		}
	})
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	z.Write(all)
	z.Close()
	return share{float64(hashes) / float64(len(all)), float64(packed.Len()) / float64(len(all))}, err == nil
}
