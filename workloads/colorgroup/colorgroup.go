// Package colorgroup is the workload of gosercomp: a number, a name and a list
// of names.
//
// Unstable: names may change in a minor version.
package colorgroup

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/assay-go/assay/workload"
)

// Workload describes the workload.
var Workload = workload.Workload{
	Name:  "colorgroup",
	Doc:   "A group of colour names, from gosercomp.",
	Type:  "ColorGroup",
	Count: 256,
	Flags: []workload.Flag{
		workload.Values,
		{Name: "colors", Help: "colours of a group; 0: two to seven", Sweep: []int{1, 10, 100, 1000, 10000, 100000, 1000000}},
	},
}

// ColorGroup is the struct of gosercomp, with its tags. Its Id is an int32,
// where the document has an int: half of its serializers have no int.
type ColorGroup struct {
	Id     int32    `json:"id" xml:"id,attr" msg:"id"`
	Name   string   `json:"name" xml:"name" msg:"name"`
	Colors []string `json:"colors" xml:"colors" msg:"colors"`
}

var groups = []struct {
	name   string
	colors []string
}{
	{"Reds", []string{"Crimson", "Red", "Ruby", "Maroon"}},
	{"Greens", []string{"Emerald", "Olive", "Moss", "Teal", "Sage", "Fern"}},
	{"Blues", []string{"Navy", "Azure", "Cobalt", "Cyan", "Sky", "Sapphire", "Indigo"}},
	{"Yellows", []string{"Amber", "Gold", "Lemon", "Mustard", "Saffron"}},
	{"Greys", []string{"Ash", "Slate", "Charcoal", "Silver", "Graphite"}},
}

// Values returns the document's group first (Id 1, Reds, four colours), then
// groups of two to seven colours. With the flag colors all are drawn, and of that
// many colours. The document measured its one group and no other.
func Values(o workload.Options) ([]ColorGroup, error) {
	n := o.Count
	if n == 0 {
		n = Workload.Count
	}
	colors := o.Int("colors", 0)
	if colors < 0 {
		return nil, fmt.Errorf("colorgroup: %d colours are out of range: a group has 0 or more", colors)
	}
	if o.Document() {
		if colors > 0 {
			return nil, fmt.Errorf("colorgroup: the document's group has four colours: leave out --colors, or --values=document")
		}
		return []ColorGroup{document()}, nil
	}
	r := rand.New(rand.NewPCG(o.Seed, 0x636f6c6f))
	list := make([]ColorGroup, n)
	for i := range list {
		g := groups[r.IntN(len(groups))]
		c := ColorGroup{Id: int32(r.IntN(1 << 16)), Name: g.name}
		if n := 2 + r.IntN(6); colors == 0 {
			c.Colors = make([]string, n)
		} else {
			c.Colors = make([]string, colors)
		}
		for j := range c.Colors {
			c.Colors[j] = g.colors[r.IntN(len(g.colors))]
		}
		list[i] = c
	}
	if colors > 0 {
		return list, nil
	}
	list[0] = document()
	return list, nil
}

// document returns the document's group.
func document() ColorGroup {
	return ColorGroup{Id: 1, Name: groups[0].name, Colors: slices.Clone(groups[0].colors)}
}
