package reproduce

import (
	"fmt"
	"strings"

	"github.com/assay-go/assay/internal/report/layout"
)

func goCodec(r *Report) []Claim {
	var list []Claim
	for _, with := range []string{"with interfaces", "without interfaces"} {
		t := r.table("Encoded length, " + with)
		if t == nil || t.Deep[1] == 0 {
			continue
		}
		list = append(list, claimed(fmt.Sprintf("ApproxDeepSize of the benchmark struct, %s: %d bytes.", with, t.Deep[0]),
			fmt.Sprintf("%d bytes.", t.Deep[1]), t.Deep[0] == t.Deep[1], "time.Time took 20 bytes and its Location 91, and takes 24"))
	}
	for _, op := range []string{"encoding", "decoding"} {
		var parts []string
		all, some := true, 0
		for _, row := range r.fastest("Runtime introspection, with interfaces, "+op, has) {
			without := r.row("Runtime introspection, without interfaces, "+op, row.Name)
			if without == nil || !strings.HasPrefix(row.Name, "codec ") {
				continue
			}
			some++
			all = all && row.NS > without.NS
			parts = append(parts, fmt.Sprintf("%s %s (published: %s)", strings.TrimPrefix(row.Name, "codec "), layout.Ratio(row.NS/without.NS), layout.Ratio(row.PublishedNS/without.PublishedNS)))
		}
		if some > 0 {
			list = append(list, claimed(fmt.Sprintf("Once interfaces come into the picture, the runtime introspection has to do more work (%s).", op),
				"With interfaces, times as long: "+join(parts)+".", all, "one of them costs nothing any more"))
		}
	}
	list = append(list, weakInterfaces(r)...)
	for _, op := range []string{"encoding", "decoding"} {
		var parts []string
		same := true
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
			was := a.PublishedNS / b.PublishedNS
			same = same && near(was, x, lo, hi)
			parts = append(parts, fmt.Sprintf("%s %s (published: %s)", format, times(x, lo, hi), layout.Ratio(was)))
		}
		if len(parts) > 0 {
			list = append(list, claimed(fmt.Sprintf("Generated code against reflection, %s.", op), "Reflection takes: "+join(parts)+" the time of generated code.", same,
				"reflection has caught up: the library's own generator ended with 1.2.14, and reflection is that of its latest version. The library of the time (its commit 006e153) with its own generator still gives 2.4 to 3.7 when encoding, measured by hand outside of assay, since no module has it"))
		}
	}
	return append(list, didNotMakeTheCut(r)...)
}

// weakInterfaces says what became of libraries whose figures with interfaces the
// document calls invalid.
func weakInterfaces(r *Report) []Claim {
	var can, cannot []string
	for _, name := range []string{"msgp", "bsongen", "vmihailenco msgpack", "xdr", "Sereal"} {
		row := r.anyRow("Runtime introspection, with interfaces, encoding", name)
		switch {
		case row == nil:
		case row.Reason == "":
			can = append(can, name)
		default:
			cannot = append(cannot, name)
		}
	}
	if len(can)+len(cannot) == 0 {
		return nil
	}
	today := "Today's versions of " + join(can) + " carry the value with its interfaces, verified"
	if len(cannot) > 0 {
		today += "; " + join(cannot) + " do not"
	}
	return []Claim{claimed("Msgp, Bsongen, VMsgpack, Xdr and Sereal have so weak support for interfaces that benchmarks with them are invalid.",
		today+".", len(can) == 0, "those have learnt it since")}
}

// didNotMakeTheCut says what became of the libraries that the document leaves out.
func didNotMakeTheCut(r *Report) []Claim {
	const table = "Runtime introspection, without interfaces, encoding"
	t := r.table(table)
	if t == nil {
		return nil
	}
	var parts []string
	some := false
	for _, row := range t.Rows {
		if row.Apart == "" {
			continue
		}
		some = true
		if row.Reason != "" {
			parts = append(parts, row.Name+" is "+row.Reason)
		} else {
			parts = append(parts, fmt.Sprintf("%s (by %s) takes %s times the fastest", row.Name, row.Row, layout.Ratio(row.Ratio)))
		}
	}
	if !some {
		return nil
	}
	return []Claim{{Says: "Other libraries were considered, which did not make the cut.", Today: "Measured after all, without interfaces, encoding: " + strings.Join(parts, "; ") + ".", Reproduced: true}}
}
