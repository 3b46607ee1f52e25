package html

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/report/layout"
)

// Every block is on the page, what stands in it is text and never markup, and the
// page has neither script nor anything to load.
func TestSet(t *testing.T) {
	const sharp = `<script>alert("&")</script>`
	var out bytes.Buffer
	err := Set(&out, "Title "+sharp,
		layout.Document{
			&layout.Heading{Level: 1, Text: "First " + sharp},
			&layout.Paragraph{Text: "Alarm " + sharp, Alarm: true},
			&layout.List{Title: "List " + sharp, Items: []layout.Item{{Mark: "=", Text: "Item " + sharp}}},
			&layout.Table{Title: "Table " + sharp, Columns: []layout.Column{{Heading: "NAME " + sharp, Names: true}, {Heading: "NS", Number: true}}, Rows: [][]layout.Cell{{{Text: "Cell " + sharp}, {Text: "7"}}}},
			&layout.Chart{Title: "Chart " + sharp, Series: [2]string{"then", "now"}, Bars: []layout.Bar{{Name: "Bar " + sharp, Figures: [2]float64{1, 30}}, {Name: "half", Figures: [2]float64{0, 2}}}},
		},
		layout.Document{&layout.Heading{Level: 1, Text: "Second"}, &layout.Heading{Level: 2, Text: "Table of it"}})
	if err != nil {
		t.Fatal(err)
	}
	page := out.String()
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	elements := map[string]int{}
	var texts []string
	level := 0 // of the last heading
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch x := token.(type) {
		case xml.StartElement:
			elements[x.Name.Local]++
			if n := x.Name.Local; len(n) == 2 && n[0] == 'h' && n[1] >= '1' && n[1] <= '6' {
				if next := int(n[1] - '0'); next > level+1 {
					t.Errorf("a heading of level %d stands below one of %d", next, level)
				} else {
					level = next
				}
			}
			for _, a := range x.Attr {
				if (a.Name.Local == "src" || a.Name.Local == "href") && !strings.HasPrefix(a.Value, "#") {
					t.Errorf("the page loads %s", a.Value)
				}
			}
		case xml.CharData:
			texts = append(texts, string(x))
		}
	}
	text := strings.Join(texts, "\n")
	for _, want := range []string{"Title ", "First ", "Alarm ", "List ", "Item ", "Table ", "NAME ", "Cell ", "Chart ", "Bar "} {
		if !strings.Contains(text, want+sharp) {
			t.Errorf("%q is not on the page as it is", want)
		}
	}
	for name, n := range map[string]int{"script": 0, "section": 2, "a": 2, "rect": 3, "h1": 1, "h2": 2, "h3": 3} {
		if elements[name] != n {
			t.Errorf("%d elements %s, want %d", elements[name], name, n)
		}
	}
}
