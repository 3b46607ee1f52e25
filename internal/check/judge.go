package check

import (
	"encoding/base64"
	"encoding/hex"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
)

// Verdict is what became of one value on its way.
type Verdict string

// The verdicts. Same and Refused are what a reader can live with: the other two are
// silent.
const (
	Same    Verdict = "same"    // it means what it meant
	Refused Verdict = "refused" // an error
	Dropped Verdict = "dropped" // no field of the reader's has it, without an error
	Changed Verdict = "changed" // it means something else, without an error
	Dies    Verdict = "dies"    // a panic, a fatal error, a hang, memory

	// Unwritten: the writer refuses the value, or does not read what it wrote of it
	// itself, so that nothing can be said of the reader.
	Unwritten Verdict = "not written"
)

// severity orders verdicts, so that the worst of several can be told.
var severity = []Verdict{Unwritten, Same, Refused, Dropped, Changed, Dies}

func worse(a, b Verdict) Verdict {
	if slices.Index(severity, a) > slices.Index(severity, b) {
		return a
	}
	return b
}

// Diff is a place at which another value came than was to be expected.
type Diff struct {
	Path string `json:"path"`           // the reader's
	Sent string `json:"sent,omitempty"` // empty where the writer has nothing there
	Got  string `json:"got"`

	// At is the first byte of the message that is another one when another value of about
	// the same length stands there; nil where that could not be found out.
	At *int `json:"at,omitempty"`

	from  string // the writer's path
	kinds bool   // both sides have something there, of kinds that say nothing of each other
	key   bool   // it is an entry of a map whose key was not written
}

// judge compares what was written with what was read into another type. It needs
// neither type: what stands only among the read leaves is to be zero, what stands
// only among the written ones was left out, and where both have something it is to
// mean the same: the same number in whatever kind, the same text or bytes, the
// same instant, a list of one for its element, a struct for all that it holds. Nil and empty are the same here;
// strictly tells them apart.
//
// rename gives the reader's path of a writer's; nil leaves them.
func judge(sent, got []protocol.Leaf, rename func(string) string) []Diff {
	j := &judgement{sent: bare(sent, rename), got: bare(got, nil)}
	j.align()
	for _, s := range j.sent.list {
		if s.Kind == "struct" && j.sent.at[s.Path].Kind != "struct" { // a part of it has its place there
			continue
		}
		if g, ok := j.got.at[s.Path]; ok {
			j.compare(s, g)
		}
	}
	for _, g := range j.got.list {
		if _, ok := j.sent.at[g.Path]; ok {
			continue
		}
		if key := j.newKey(g); key || !zero(g) && g.Kind != "struct" && g.Kind != "array" {
			j.diffs = append(j.diffs, Diff{Path: g.Path, Got: show(g), key: key})
		}
	}
	return j.diffs
}

// newKey reports whether a leaf of the reader's stands under a key that the writer's map has
// not, or is an element of a list that the writer had as a map, and none of its keys and values.
func (j *judgement) newKey(g protocol.Leaf) bool {
	for i := range g.Path {
		if g.Path[i] != '[' || j.sent.at[g.Path[:i]].Kind != "map" {
			continue
		}
		of, entry := g.Path[:i], g.Path[:i+closing(g.Path[i:])]
		sent := func(is func(protocol.Leaf) bool) bool { return slices.ContainsFunc(j.sent.list, is) }
		switch kind := j.got.at[of].Kind; {
		case kind == "map":
			if !sent(func(l protocol.Leaf) bool { return below(l.Path, entry) }) {
				return true
			}
		case (kind == "slice" || kind == "array") && g.Path == entry && scalar(g) && !zero(g):
			key := of + "[" + g.Value + "]"
			if octets(g) {
				key = of + "[" + strings.ReplaceAll(strconv.Quote(content(g)), `"`, "") + "]"
			}
			if !sent(func(l protocol.Leaf) bool { return below(l.Path, key) || below(l.Path, of) && means(l, g) }) {
				return true
			}
		}
	}
	return false
}

// leaves are a value's, also by path.
type leaves struct {
	list []protocol.Leaf
	at   map[string]protocol.Leaf
	from map[string]string // the writer's own paths
}

func (l *leaves) index() {
	l.at = make(map[string]protocol.Leaf, len(l.list))
	for _, leaf := range l.list {
		l.at[leaf.Path] = leaf
	}
}

// bare returns the leaves under paths without the types that interfaces hold and
// without quotes, in which the keys "7" and 7 are one.
func bare(list []protocol.Leaf, rename func(string) string) leaves {
	l := leaves{from: map[string]string{}}
	for _, leaf := range list {
		own := leaf.Path
		for {
			from := strings.Index(leaf.Path, ".(")
			if from < 0 {
				break
			}
			end := strings.IndexByte(leaf.Path[from:], ')')
			leaf.Path = leaf.Path[:from] + leaf.Path[from+max(end, 1)+1:]
		}
		if rename != nil {
			leaf.Path = rename(leaf.Path)
		}
		leaf.Path = strings.ReplaceAll(leaf.Path, `"`, "")
		l.from[leaf.Path] = own
		l.list = append(l.list, leaf)
	}
	l.index()
	return l
}

type judgement struct {
	sent, got leaves
	diffs     []Diff
}

func (j *judgement) add(s, g protocol.Leaf) {
	j.diffs = append(j.diffs, Diff{Path: s.Path, Sent: show(s), Got: show(g), from: j.sent.from[s.Path], kinds: class(s) != class(g) || within(j.sent.from[s.Path], s.Path)})
}

// within reports whether one of two paths is a part of the other: what was a value is a
// field of one, or the other way round.
func within(a, b string) bool { return a != b && (below(a, b) || below(b, a)) }

// class is what kinds of leaves say something of each other.
func class(l protocol.Leaf) string {
	switch {
	case numeric(l):
		return "number"
	case octets(l) && l.Text == "":
		return "text"
	}
	return l.Kind
}

// align gives what one side has as a list of one, as a struct that holds nothing else, or as a
// map, the paths of the other side's element, value or struct.
func (j *judgement) align() {
	for _, s := range slices.Clone(j.sent.list) {
		g, ok := j.got.at[s.Path]
		switch {
		case !ok || s.Kind == g.Kind:
		case g.Kind == "slice" && g.Value == "1" && !list(s) && s.Kind != "nil" && s.Kind != "map":
			j.got.raise(s.Path, s.Path+"[0]")
		case s.Kind == "slice" && s.Value == "1" && !list(g) && g.Kind != "nil" && g.Kind != "map":
			j.sent.raise(s.Path, s.Path+"[0]")
		case g.Kind == "struct" && scalar(s):
			if only := j.got.only(s.Path); only.Path != "" && means(s, only) {
				j.got.raise(s.Path, only.Path)
			}
		case s.Kind == "struct" && scalar(g):
			if only := j.sent.only(s.Path); only.Path != "" && means(only, g) {
				j.sent.raise(s.Path, only.Path)
			}
		case s.Kind == "struct" && g.Kind == "map":
			j.got.asFields(s.Path, &j.sent)
		case s.Kind == "map" && g.Kind == "struct":
			j.sent.asFields(s.Path, &j.got)
		}
	}
}

// only is the leaf that is all that a struct holds; none where it holds more.
func (l *leaves) only(path string) (only protocol.Leaf) {
	for _, leaf := range l.list {
		if leaf.Path == path || !below(leaf.Path, path) {
			continue
		}
		if only.Path != "" {
			return protocol.Leaf{}
		}
		only = leaf
	}
	return only
}

func list(l protocol.Leaf) bool {
	return l.Kind == "slice" || l.Kind == "array" || l.Kind == "bytes" || l.Kind == "byte array"
}

// raise puts what is at the path from, and below it, in the place of what is at to.
func (l *leaves) raise(to, from string) {
	var list []protocol.Leaf
	for _, leaf := range l.list {
		if leaf.Path == to {
			continue
		}
		if below(leaf.Path, from) {
			leaf.Path = to + leaf.Path[len(from):]
		}
		list = append(list, leaf)
	}
	l.list = list
	l.index()
}

// asFields gives the entries of a map the paths of the fields that are called as
// their keys, in whatever case.
func (l *leaves) asFields(path string, other *leaves) {
	for i, leaf := range l.list {
		rest, ok := strings.CutPrefix(leaf.Path, path+"[")
		if leaf.Path == path {
			l.list[i].Kind, l.list[i].Value = "struct", ""
		}
		if !ok {
			continue
		}
		key, rest, _ := strings.Cut(rest, "]")
		for at := range other.at {
			field, ok := strings.CutPrefix(at, strings.TrimPrefix(path+".", "."))
			if end := strings.IndexAny(field, ".["); end >= 0 {
				field = field[:end]
			}
			if ok && strings.EqualFold(field, key) {
				l.list[i].Path = strings.TrimPrefix(path+".", ".") + field + rest
			}
		}
	}
	l.index()
}

// below reports whether path is root or below it.
func below(path, root string) bool {
	rest, ok := strings.CutPrefix(path, root)
	return ok && (root == "" || rest == "" || rest[0] == '.' || rest[0] == '[')
}

// compare compares what is at one path on both sides.
func (j *judgement) compare(s, g protocol.Leaf) {
	switch {
	case s.Kind == "nil", s.Kind == "struct" && g.Kind == "struct":
		if s.Kind == "nil" && !zero(g) && g.Kind != "struct" && g.Kind != "array" {
			j.add(s, g)
		}
	case g.Kind == "nil" || s.Kind == "struct":
		if j.anything(s) {
			j.add(s, g)
		}
	case counted(s) && counted(g):
		j.lengths(s, g)
	case !means(s, g):
		j.add(s, g)
	}
}

// anything reports whether what was sent at the leaf's path, and below it, is
// anything but zero.
func (j *judgement) anything(s protocol.Leaf) bool {
	return slices.ContainsFunc(j.sent.list, func(l protocol.Leaf) bool { return below(l.Path, s.Path) && l.Kind != "struct" && !zero(l) })
}

// counted reports whether the leaf's value is a length.
func counted(l protocol.Leaf) bool { return l.Kind == "slice" || l.Kind == "array" || l.Kind == "map" }

// lengths compares those of two lists or maps. An array has as many elements as
// its type says, of which those that the other side has not are to be zero.
func (j *judgement) lengths(s, g protocol.Leaf) {
	sent, _ := strconv.Atoi(s.Value)
	got, _ := strconv.Atoi(g.Value)
	switch {
	case sent == got, got > sent && g.Kind == "array":
	case got == 0:
		if j.anything(s) {
			j.add(s, g)
		}
	case got > sent:
		j.add(s, g)
	default:
		for i := got; i < sent; i++ {
			if at := s.Path + "[" + strconv.Itoa(i) + "]"; s.Kind == "map" || j.anything(protocol.Leaf{Path: at}) {
				j.add(s, g)
				return
			}
		}
	}
}

// zero reports whether a leaf is what there is when nothing came.
func zero(l protocol.Leaf) bool {
	switch l.Kind {
	case "nil":
		return true
	case "bool":
		return l.Value == "false"
	case "string", "bytes", "opaque":
		return l.Value == ""
	case "byte array":
		return strings.Trim(string(unbase64(l.Value)), "\x00") == ""
	case "slice", "map":
		return l.Value == "0"
	case "array", "struct", "more":
		return false
	case "time":
		return strings.HasPrefix(l.Value, "0001-01-01T00:00:00Z")
	case "complex64", "complex128":
		return l.Value == "0 0"
	}
	return l.Value == "0" || l.Value == "-0"
}

// means reports whether two leaves mean the same.
func means(s, g protocol.Leaf) bool {
	if zero(s) && zero(g) || asText(s, g) || asText(g, s) {
		return true
	}
	switch {
	case s.Kind == "more" || g.Kind == "more": // nothing is known beyond
		return true
	case s.Kind == "time" && g.Kind == "time":
		return instant(s.Value).Equal(instant(g.Value))
	case s.Kind == "time" && g.Kind == "string", s.Kind == "string" && g.Kind == "time":
		a, b := instant(s.Value), instant(g.Value)
		return !a.IsZero() && a.Equal(b)
	case numeric(s) && numeric(g):
		return sameNumber(s, g)
	case s.Kind == "bool" && numeric(g):
		return g.Value == "1" && s.Value == "true"
	case numeric(s) && g.Kind == "bool":
		return s.Value == "1" && g.Value == "true"
	case wordy(s) && numeric(g), numeric(s) && wordy(g):
		a, ok1 := new(big.Rat).SetString(s.Value)
		b, ok2 := new(big.Rat).SetString(g.Value)
		return ok1 && ok2 && a.Cmp(b) == 0
	case octets(s) && octets(g):
		a, b := content(s), content(g)
		if g.Kind == "byte array" { // as long as its type says
			a, b = strings.TrimRight(a, "\x00"), strings.TrimRight(b, "\x00")
		}
		return a == b
	}
	return s.Value == g.Value && (s.Kind == g.Kind || wordy(s) && wordy(g) || s.Kind == "string" && g.Kind == "bool" || s.Kind == "bool" && g.Kind == "string")
}

// asText reports whether a text is what another leaf writes of itself as text.
func asText(l, text protocol.Leaf) bool {
	return l.Text != "" && octets(text) && content(text) == l.Text
}

// wordy reports whether a leaf is text, or a value that shows itself as text alone.
func wordy(l protocol.Leaf) bool { return l.Kind == "string" || l.Kind == "opaque" }

func numeric(l protocol.Leaf) bool {
	return strings.HasPrefix(l.Kind, "int") || strings.HasPrefix(l.Kind, "uint") || strings.HasPrefix(l.Kind, "float")
}

// sameNumber compares exactly, but for what both show by the same digits: the 0.1 of a float32
// is no float64's, and both are 0.1 to who reads them. Where a float32 has lost digits, the number
// is another.
func sameNumber(s, g protocol.Leaf) bool {
	if strings.HasPrefix(s.Value, "NaN") || strings.HasPrefix(g.Value, "NaN") {
		return strings.HasPrefix(s.Value, "NaN") && strings.HasPrefix(g.Value, "NaN")
	}
	if s.Value == g.Value {
		return true
	}
	a, ok1 := rational(s)
	b, ok2 := rational(g)
	return ok1 && ok2 && a.Cmp(b) == 0
}

// rational is the number that a leaf stands for: a float's own value, not the
// shortest text that is read as it.
func rational(l protocol.Leaf) (*big.Rat, bool) {
	if !strings.HasPrefix(l.Kind, "float") {
		return new(big.Rat).SetString(l.Value)
	}
	bits := 64
	if l.Kind == "float32" {
		bits = 32
	}
	f, err := strconv.ParseFloat(l.Value, bits)
	if err != nil || math.IsInf(f, 0) {
		return nil, false
	}
	return new(big.Rat).SetFloat64(f), true
}

func octets(l protocol.Leaf) bool {
	return l.Kind == "string" || l.Kind == "bytes" || l.Kind == "byte array"
}

func content(l protocol.Leaf) string {
	if l.Kind == "string" {
		if b, err := hex.DecodeString(strings.TrimPrefix(l.Value, protocol.NoText)); err == nil && strings.HasPrefix(l.Value, protocol.NoText) {
			return string(b)
		}
		return l.Value
	}
	return string(unbase64(l.Value))
}

func unbase64(s string) []byte {
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return []byte(s) // of no worker of ours
	}
	return b
}

func instant(s string) time.Time {
	for _, layout := range []string{"2006-01-02T15:04:05.999999999Z07:00:00", time.RFC3339Nano} {
		if t, err := time.Parse(layout, s); err == nil {
			return t
		}
	}
	return time.Time{}
}

// strictly compares what was written with what was read into the same type: every
// bit counts, nil is not empty, and a time has its offset from UTC.
func strictly(sent, got []protocol.Leaf) []Diff {
	want, have := leaves{list: sent}, leaves{list: got}
	want.index()
	have.index()
	var diffs []Diff
	add := func(path, sent, got string) { diffs = append(diffs, Diff{Path: path, Sent: sent, Got: got}) }
	for _, s := range sent {
		g, ok := have.at[s.Path]
		switch {
		case ok && bits(s) == bits(g):
		case !ok && covered(diffs, s.Path):
		case !ok:
			add(s.Path, show(s), "nothing")
		default:
			add(s.Path, show(s), show(g))
		}
	}
	for _, g := range got {
		if _, ok := want.at[g.Path]; !ok && !covered(diffs, g.Path) {
			add(g.Path, "", show(g))
		}
	}
	return diffs
}

// bits is a leaf without the text that is made of it.
func bits(l protocol.Leaf) protocol.Leaf {
	l.Text = ""
	return l
}

// covered reports whether a difference at the path, or above it, is told already.
func covered(diffs []Diff, path string) bool {
	return slices.ContainsFunc(diffs, func(d Diff) bool { return below(path, d.Path) })
}

// show writes a leaf for people.
func show(l protocol.Leaf) string {
	switch l.Kind {
	case "nil":
		return "nil"
	case "struct":
		return "a struct"
	case "slice", "map", "array":
		if l.Nil {
			return "nil"
		}
		what := map[string]string{"slice": " elements", "array": " elements", "map": " entries"}[l.Kind]
		return l.Value + what
	case "string":
		return short(strconv.Quote(l.Value))
	case "bytes", "byte array":
		if l.Nil {
			return "nil"
		}
		return short(strconv.Quote(string(unbase64(l.Value))))
	}
	return short(l.Value)
}

func short(s string) string {
	const most = 40
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
