// Command check makes cells of assay's matrix of changes again, with the libraries alone: a
// process has one version of a type and writes by a library's own calls, another has the
// other version and reads. What came is compared field by field with what was sent, by rules
// of its own. It prints each cell in which docs/results/check.json says something else.
//
//	go run . ../../docs/results/check.json
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/assay-go/assay/internal/check/standard/newer"
	"github.com/assay-go/assay/internal/check/standard/older"
)

// pair is a change: a value of the older type and one of the newer, and what its fields are
// called there where their Go names differ.
type pair struct {
	older, newer any
	renamed      map[string]string
}

var pairs = map[string]pair{
	"AddEnd":          {older.AddEndValue(), newer.AddEndValue(), nil},
	"AddMiddle":       {older.AddMiddleValue(), newer.AddMiddleValue(), nil},
	"AddNumbered":     {older.AddNumberedValue(), newer.AddNumberedValue(), nil},
	"AddInList":       {older.AddInListValue(), newer.AddInListValue(), nil},
	"ReorderSame":     {older.ReorderSameValue(), newer.ReorderSameValue(), nil},
	"ReorderMixed":    {older.ReorderMixedValue(), newer.ReorderMixedValue(), nil},
	"ReorderNumbered": {older.ReorderNumberedValue(), newer.ReorderNumberedValue(), nil},
	"RenameGo":        {older.RenameGoValue(), newer.RenameGoValue(), map[string]string{"B": "Title"}},
	"RenameWire":      {older.RenameWireValue(), newer.RenameWireValue(), nil},
	"RenameCase":      {older.RenameCaseValue(), newer.RenameCaseValue(), nil},
	"Widen":           {older.WidenValue(), newer.WidenValue(), nil},
	"NarrowOver":      {older.NarrowOverValue(), newer.NarrowOverValue(), nil},
	"Sign":            {older.SignValue(), newer.SignValue(), nil},
	"SignOver":        {older.SignOverValue(), newer.SignOverValue(), nil},
	"IntFloat":        {older.IntFloatValue(), newer.IntFloatValue(), nil},
	"IntFloatBig":     {older.IntFloatBigValue(), newer.IntFloatBigValue(), nil},
	"Float32Over":     {older.Float32OverValue(), newer.Float32OverValue(), nil},
	"BoolInt":         {older.BoolIntValue(), newer.BoolIntValue(), nil},
	"StrInt":          {older.StrIntValue(), newer.StrIntValue(), nil},
	"ToPtr":           {older.ToPtrValue(), newer.ToPtrValue(), nil},
	"FromNil":         {older.FromNilValue(), newer.FromNilValue(), nil},
	"ArrSlice":        {older.ArrSliceValue(), newer.ArrSliceValue(), nil},
	"MapVal":          {older.MapValValue(), newer.MapValValue(), nil},
	"Embed":           {older.EmbedValue(), newer.EmbedValue(), nil},
	"WidenAdd":        {older.WidenAddValue(), newer.WidenAddValue(), nil},
	"EnumRenumbered":  {older.EnumRenumberedValue(), newer.EnumRenumberedValue(), nil},
	"Unit":            {older.UnitValue(), newer.UnitValue(), nil},
}

// message is what a writer wrote by one codec of one type.
type message struct {
	Data []byte
	Err  string
}

func main() {
	switch {
	case len(os.Args) == 3 && os.Args[1] == "write": // SIDE: everything that it can write
		written := map[string]message{}
		for name, p := range pairs {
			for row, c := range codecs {
				written[row+" "+name] = write(c, p.side(os.Args[2]))
			}
		}
		json.NewEncoder(os.Stdout).Encode(written)
	case len(os.Args) == 5 && os.Args[1] == "read": // SIDE CODEC CHANGE: standard input, as the type, and its fields
		var m message
		if err := json.NewDecoder(os.Stdin).Decode(&m); err != nil {
			panic(err)
		}
		v := reflect.New(reflect.TypeOf(pairs[os.Args[4]].side(os.Args[2])))
		if err := codecs[os.Args[3]].read(m.Data, v.Interface()); err != nil {
			fmt.Print("refused")
			return
		}
		fmt.Print(pairs[os.Args[4]].judge(os.Args[2], v.Elem()))
	case len(os.Args) == 2:
		if err := compare(os.Args[1]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	default:
		fmt.Fprintln(os.Stderr, "usage: check CHECK.JSON")
		os.Exit(2)
	}
}

func write(c codec, v any) (m message) {
	defer func() {
		if r := recover(); r != nil {
			m = message{Err: fmt.Sprint(r)}
		}
	}()
	p := reflect.New(reflect.TypeOf(v))
	p.Elem().Set(reflect.ValueOf(v))
	data, err := c.write(p.Interface())
	if err != nil {
		return message{Err: err.Error()}
	}
	return message{Data: data}
}

func (p pair) side(side string) any {
	if side == "older" {
		return p.older
	}
	return p.newer
}

// judge says what the reader has of what the other side sent: each of its fields that the
// other side has too is to be equal; one that is zero was dropped.
func (p pair) judge(side string, got reflect.Value) string {
	sent := reflect.ValueOf(p.newer)
	names := map[string]string{} // the reader's, to the writer's
	if side == "newer" {
		sent = reflect.ValueOf(p.older)
		for o, n := range p.renamed {
			names[n] = o
		}
	} else {
		maps.Copy(names, p.renamed)
	}
	verdict := "same"
	for _, f := range reflect.VisibleFields(got.Type()) {
		if f.Anonymous {
			continue
		}
		name := f.Name
		if other, ok := names[name]; ok {
			name = other
		}
		from := sent.FieldByName(name)
		if !from.IsValid() {
			if !zero(got.FieldByIndex(f.Index)) {
				return "changed" // it has something that nobody sent
			}
			continue
		}
		to := got.FieldByIndex(f.Index)
		switch {
		case equal(from, to):
		case lost(from, to):
			verdict = "dropped"
		default:
			return "changed"
		}
	}
	return verdict
}

// lost reports whether nothing came of a field, or of a map the keys alone.
func lost(from, to reflect.Value) bool {
	if from.Kind() != reflect.Map || to.Kind() != reflect.Map || from.Len() != to.Len() {
		return zero(to)
	}
	for _, k := range from.MapKeys() {
		if v := to.MapIndex(k); !v.IsValid() || !v.IsZero() {
			return false
		}
	}
	return true
}

func zero(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		return v.Len() == 0
	}
	return v.IsZero()
}

// equal compares what two kinds mean: numbers as numbers, pointers as what they point to, lists
// and maps by their elements, and of structs the fields that both have.
func equal(a, b reflect.Value) bool {
	if a.Kind() == reflect.Pointer || b.Kind() == reflect.Pointer {
		return equal(pointee(a, b), pointee(b, a))
	}
	switch x, y := number(a), number(b); {
	case x != "" && y != "":
		return x == y
	case a.Kind() == reflect.String && b.Kind() == reflect.String:
		return a.String() == b.String()
	case list(a) && list(b):
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !equal(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case a.Kind() == reflect.Map && b.Kind() == reflect.Map:
		if a.Len() != b.Len() {
			return false
		}
		for _, k := range a.MapKeys() {
			if v := b.MapIndex(k); !v.IsValid() || !equal(a.MapIndex(k), v) {
				return false
			}
		}
		return true
	case a.Kind() == reflect.Struct && b.Kind() == reflect.Struct:
		for i := range a.NumField() {
			if f := b.FieldByName(a.Type().Field(i).Name); f.IsValid() && !equal(a.Field(i), f) {
				return false
			}
		}
		return true
	}
	return false
}

// pointee is what a pointer points to; of nil the zero value of the other side.
func pointee(v, other reflect.Value) reflect.Value {
	switch {
	case v.Kind() != reflect.Pointer:
		return v
	case v.IsNil():
		return reflect.Zero(other.Type())
	}
	return v.Elem()
}

func list(v reflect.Value) bool { return v.Kind() == reflect.Slice || v.Kind() == reflect.Array }

// number is a number's exact value as text, and of a bool 1 or 0; empty for all others.
func number(v reflect.Value) string {
	switch {
	case v.CanInt():
		return fmt.Sprint(v.Int())
	case v.CanUint():
		return fmt.Sprint(v.Uint())
	case v.CanFloat():
		return strings.TrimSuffix(fmt.Sprintf("%.4f", v.Float()), ".0000")
	case v.Kind() == reflect.Bool && v.Bool():
		return "1"
	case v.Kind() == reflect.Bool:
		return "0"
	}
	return ""
}

// compare makes the cells again, and prints those of which the document says something else.
func compare(document string) error {
	said, err := cellsOf(document)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	written := map[string]map[string]message{}
	for _, side := range []string{"older", "newer"} {
		out, err := exec.Command(self, "write", side).Output()
		if err != nil {
			return err
		}
		var m map[string]message
		if err := json.Unmarshal(out, &m); err != nil {
			return err
		}
		written[side] = m
	}
	agree, differ, left := 0, 0, 0
	for _, row := range slices.Sorted(maps.Keys(codecs)) {
		for _, change := range slices.Sorted(maps.Keys(pairs)) {
			for way, sides := range [][2]string{{"older", "newer"}, {"newer", "older"}} {
				want, known := said[fmt.Sprint(row, " ", change, " ", way)]
				m := written[sides[0]][row+" "+change]
				if !known || want == "not carried" || want == "not written" || m.Err != "" {
					left++
					continue
				}
				if got := read(self, sides[1], row, change, m); got == want {
					agree++
				} else {
					differ++
					fmt.Printf("%s, %s, read as the %s type: %s, and check.json says %s\n", row, change, sides[1], got, want)
				}
			}
		}
	}
	fmt.Printf("%d cells agree, %d differ; %d are of types that are not carried or written\n", agree, differ, left)
	if differ > 0 {
		return errors.New("not all agree")
	}
	return nil
}

func read(self, side, row, change string, m message) string {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	in, _ := json.Marshal(m)
	cmd := exec.CommandContext(ctx, self, "read", side, row, change)
	cmd.Stdin = bytes.NewReader(in)
	cmd.Env = append(os.Environ(), "GOMEMLIMIT=1GiB")
	out, err := cmd.Output()
	if err != nil {
		return "dies"
	}
	return string(out)
}

// cellsOf are the verdicts of a document, by codec, change and way.
func cellsOf(file string) (map[string]string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var doc struct {
		Changes []struct{ Name string }
		Rows    []struct {
			Name    string
			Changes []struct {
				At      int
				Verdict string
			}
		}
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, err
	}
	cells := map[string]string{}
	for _, r := range doc.Rows {
		for i, c := range doc.Changes {
			for way := range 2 {
				cells[fmt.Sprint(r.Name, " ", c.Name, " ", way)] = "same"
			}
			for _, cell := range r.Changes {
				if cell.At/2 == i {
					cells[fmt.Sprint(r.Name, " ", c.Name, " ", cell.At%2)] = cell.Verdict
				}
			}
		}
	}
	return cells, nil
}
