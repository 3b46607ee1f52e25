package reproduce

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/result"
	"github.com/assay-go/assay/workload"
	"github.com/assay-go/assay/workloads/teststruc"
)

func goCodec(r *Report) []Claim {
	var list []Claim
	for _, with := range []string{"with interfaces", "without interfaces"} {
		t := r.table("Encoded length, " + with)
		if t == nil || t.Deep[1] == 0 {
			continue
		}
		shown := ""
		if o := original("go-codec", t.Title, "deep size"); o != nil && o.Size != nil && int(*o.Size) == t.Deep[1] {
			shown = fmt.Sprintf("Go: the document's own program finds %d too, with a time.Time of another layout", t.Deep[1])
		}
		list = append(list, claim("deep "+with, fmt.Sprintf("%d bytes.", t.Deep[1]), t.Deep[0] == t.Deep[1], shown))
	}
	list = append(list, covered(r)...)
	list = append(list, interfacesCost(r)...)
	list = append(list, weakInterfaces(r)...)
	list = append(list, generated(r)...)
	list = append(list, didNotMakeTheCut(r)...)
	return append(list, structure()...)
}

const (
	intfEncoding  = "Runtime introspection, with interfaces, encoding"
	plainEncoding = "Runtime introspection, without interfaces, encoding"
)

// covered counts what is measured of what the document measures.
func covered(r *Report) []Claim {
	timed, full, lengths := 0, 0, 0
	scenarios := map[string]int{}
	for _, t := range r.Tables {
		for _, row := range t.Rows {
			switch {
			case row.Reason != "" || !has(row):
			case t.Op == "size":
				lengths++
			default:
				timed++
				if row.NS > 0 && row.Bytes > 0 && row.Allocs > 0 {
					full++
				}
				scenario, _, _ := strings.Cut(strings.ReplaceAll(t.Title, "introspection, with", "introspection with"), ", ")
				scenarios[scenario]++
			}
		}
	}
	if timed == 0 {
		return nil
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(scenarios)) {
		parts = append(parts, fmt.Sprintf("%s: %d", name, scenarios[name]))
	}
	list := []Claim{
		claim("metrics", fmt.Sprintf("%d of %d rows have a time, bytes and allocations.", full, timed), full == timed, ""),
		claim("scenarios", "Rows that are measured: "+strings.Join(parts, "; ")+".", len(scenarios) == 3, ""),
		claim("lengths", fmt.Sprintf("%d lengths are measured.", lengths), lengths > 0, ""),
	}
	reflective, generating := []string{}, []string{}
	for _, row := range r.fastest(plainEncoding, has) {
		reflective = append(reflective, row.Name)
	}
	for _, row := range r.fastest("Code generation, encoding", has) {
		generating = append(generating, row.Name)
	}
	slices.Sort(reflective)
	slices.Sort(generating)
	list = append(list,
		claim("supported", "Measured: "+join(reflective)+".", slices.Contains(reflective, "gob") && slices.Contains(reflective, "mgo bson") && slices.Contains(reflective, "codec cbor"), ""),
		claim("generators", "Measured: "+join(generating)+".", slices.Contains(generating, "msgp") && slices.Contains(generating, "codecgen cbor"), ""))
	if row := r.row("Code generation, encoding", "msgp"); row != nil {
		list = append(list, claim("msgp-unsafe", fmt.Sprintf("Its row is proven to be %q.", row.Class), row.Class != result.Safe, "this run: its library was traced for package unsafe"))
	}
	if row := r.row("Code generation, encoding", "codecgen msgpack"); row != nil {
		list = append(list, claim("like-setup", fmt.Sprintf("The rows of codecgen are proven to be %q; the values of the table have no interfaces.", row.Class), row.Class != result.Safe, ""))
	}
	return list
}

// interfacesCost says how much more introspection takes once there are interfaces.
func interfacesCost(r *Report) []Claim {
	var ops []string
	all := true
	for _, op := range []string{"encoding", "decoding"} {
		var parts []string
		for _, row := range r.fastest("Runtime introspection, with interfaces, "+op, has) {
			without := r.row("Runtime introspection, without interfaces, "+op, row.Name)
			if without == nil || !strings.HasPrefix(row.Name, "codec ") {
				continue
			}
			all = all && row.NS > without.NS
			parts = append(parts, fmt.Sprintf("%s %s (published: %s)", strings.TrimPrefix(row.Name, "codec "), layout.Ratio(row.NS/without.NS), layout.Ratio(row.PublishedNS/without.PublishedNS)))
		}
		if len(parts) > 0 {
			ops = append(ops, op+" takes, times as long: "+join(parts))
		}
	}
	if len(ops) == 0 {
		return nil
	}
	return []Claim{
		claim("interfaces", "With interfaces, "+strings.Join(ops, "; ")+".", all, ""),
		claim("plain", "Without interfaces, it takes less in each format: "+map[bool]string{true: "yes", false: "no"}[all]+".", all, ""),
	}
}

// generated holds generated code against reflection.
func generated(r *Report) []Claim {
	var ops, shown []string
	same, all := true, true
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
			x, lo, hi := ratio(a, b)
			was := a.PublishedNS / b.PublishedNS
			if !near(was, x, lo, hi) {
				same = false
				if a.Original == nil || b.Original == nil || !near(a.Original.NS/b.Original.NS, x, lo, hi) {
					all = false
				} else {
					shown = append(shown, fmt.Sprintf("%s %s %s", op, format, layout.Ratio(a.Original.NS/b.Original.NS)))
				}
			}
			parts = append(parts, fmt.Sprintf("%s %s (published: %s)", format, times(x, lo, hi), layout.Ratio(was)))
		}
		if len(parts) > 0 {
			ops = append(ops, op+", reflection takes: "+join(parts)+" the time of generated code")
		}
	}
	if len(ops) == 0 {
		return nil
	}
	why := ""
	if all {
		why = "the library: the document's own program has with it " + join(shown)
	}
	return []Claim{claim("generated", capital(strings.Join(ops, "; "))+".", same, why)}
}

// weakInterfaces says what became of libraries whose figures with interfaces the
// document calls invalid.
func weakInterfaces(r *Report) []Claim {
	var can, cannot []string
	for _, name := range []string{"msgp", "bsongen", "vmihailenco msgpack", "xdr", "Sereal"} {
		row := r.anyRow(intfEncoding, name)
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
	const shown = "the library: today's version gave back the value with its interfaces, verified in this run"
	today := "Today's versions of " + join(can) + " carry the value with its interfaces"
	if len(cannot) > 0 {
		today += "; " + join(cannot) + " do not"
	}
	list := []Claim{claim("weak", today+".", len(can) == 0, shown)}
	if row := r.anyRow(intfEncoding, "vmihailenco msgpack"); row != nil {
		list = append(list, claim("vmihailenco", "With interfaces: "+orElse(row.Reason, layout.Figure(row.NS)+" ns")+".", row.Reason != "", shown))
	}
	if msgp := r.anyRow(intfEncoding, "msgp"); msgp != nil {
		list = append(list, claim("fallback", "msgp, which generates code, with interfaces: "+orElse(msgp.Reason, layout.Figure(msgp.NS)+" ns")+".", msgp.Reason != "", shown))
	}
	return list
}

func orElse(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

// didNotMakeTheCut says what became of the libraries that the document leaves out.
func didNotMakeTheCut(r *Report) []Claim {
	t := r.table(plainEncoding)
	if t == nil {
		return nil
	}
	var parts []string
	carried := 0
	for _, row := range t.Rows {
		switch {
		case row.Apart == "":
		case row.Reason != "":
			parts = append(parts, row.Name+" is "+row.Reason)
		default:
			carried++
			parts = append(parts, fmt.Sprintf("%s (by %s) takes %s times the fastest", row.Name, row.Row, layout.Ratio(row.Ratio)))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return []Claim{claim("cut", "Measured after all, without interfaces, encoding: "+strings.Join(parts, "; ")+".", carried == 0, "the library, or another in its place: its row gave back the value, verified in this run")}
}

// structure holds the struct that is measured against the one that the document shows.
func structure() []Claim {
	shown := says("go-codec", "requirement")
	var missing []string
	total := 0
	interfaces := reflect.TypeFor[teststruc.TestStrucIntf]()
	anonymous, behind := map[reflect.Kind]bool{}, false
	for _, f := range reflect.VisibleFields(interfaces) {
		if f.Anonymous {
			anonymous[f.Type.Kind()] = true
			behind = behind || f.Type.Kind() == reflect.Pointer && f.Type.Elem().Name() == "AnonInTestStrucIntf"
			continue
		}
		if total++; !strings.Contains(shown, " "+f.Name+" ") {
			missing = append(missing, f.Name)
		}
	}
	today := fmt.Sprintf("All %d fields of the struct that is measured stand in it.", total)
	if len(missing) > 0 {
		today = fmt.Sprintf("Of %d fields, the document does not show %s.", total, join(missing))
	}
	list := []Claim{
		claim("requirement", today, len(missing) == 0, ""),
		claim("behind-pointer", map[bool]string{true: "So they do here, and the table without interfaces has values where it is nil.", false: "They do not here."}[behind], behind, ""),
	}
	values, err := teststruc.ValuesIntf(workload.Options{Count: 1, Flags: map[string]int{workload.Values.Name: 1, "depth": 1, "interfaces": 1, "string-keys": 1}})
	if err != nil || len(values) == 0 {
		return list
	}
	beyond := strings.ContainsFunc(fmt.Sprint(values[0].ASslice), func(c rune) bool { return c > 0xffff })
	deep := len(values[0].Mtsptr) > 0
	return append(list, claim("representative", fmt.Sprintf("A character beyond the BMP: %v; values in values: %v; embedded by value: %v, by pointer: %v.", beyond, deep, anonymous[reflect.Struct], anonymous[reflect.Pointer]),
		beyond && deep && anonymous[reflect.Struct] && anonymous[reflect.Pointer], ""))
}
