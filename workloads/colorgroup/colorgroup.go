// Package colorgroup is the workload of gosercomp: a number, a name and a list
// of names.
package colorgroup

import (
	"math/rand/v2"

	"github.com/assay-go/assay/workload"
)

// Workload describes the workload.
var Workload = workload.Workload{
	Name:  "colorgroup",
	Doc:   "A group of colour names, from gosercomp.",
	Type:  "ColorGroup",
	Count: 256,
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
// groups of two to seven colours.
func Values(o workload.Options) ([]ColorGroup, error) {
	n := o.Count
	if n == 0 {
		n = Workload.Count
	}
	r := rand.New(rand.NewPCG(o.Seed, 0x636f6c6f))
	list := make([]ColorGroup, n)
	for i := range list {
		g := groups[r.IntN(len(groups))]
		c := ColorGroup{Id: int32(r.IntN(1 << 16)), Name: g.name, Colors: make([]string, 2+r.IntN(6))}
		for j := range c.Colors {
			c.Colors[j] = g.colors[r.IntN(len(g.colors))]
		}
		list[i] = c
	}
	list[0] = ColorGroup{Id: 1, Name: groups[0].name, Colors: append([]string(nil), groups[0].colors...)}
	return list, nil
}
