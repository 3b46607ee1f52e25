package markdown

import (
	"errors"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/report/reporttest"
	"github.com/assay-go/assay/report"
)

func TestInsert(t *testing.T) {
	v := report.New(reporttest.Run(), nil)
	const before, after = "# Mine\n\nText.\n\n", "\n\nMore text.\n"
	doc := func(conditions, body string) []byte {
		return []byte(before + "<!-- assay report" + conditions + " -->\n" + body + "<!-- assay end -->" + after)
	}
	out, err := Insert(doc(" subject=data op=marshal table=safe", "old\n"), v)
	if err != nil {
		t.Fatal(err)
	}
	text := string(out)
	if !strings.HasPrefix(text, before) || !strings.HasSuffix(text, after) || strings.Contains(text, "old") {
		t.Errorf("what stands around the markers has changed, or what stood between them has not:\n%s", text)
	}
	if strings.Count(text, "**Fastest safe, marshal**") != 1 || strings.Contains(text, "unmarshal") || !strings.Contains(text, "benc+raw+reuse") {
		t.Errorf("not the one table that was asked for:\n%s", text)
	}
	again, err := Insert(out, v)
	if err != nil || string(again) != text {
		t.Errorf("inserting again changes the document: %v", err)
	}
	if out, err = Insert(doc("", ""), v); err != nil || strings.Count(string(out), "\n## ") < 2 {
		t.Errorf("without conditions: %v\n%s", err, out)
	}
}

func TestInsertErrors(t *testing.T) {
	v := report.New(reporttest.Run(), nil)
	if _, err := Insert([]byte("# Mine\n"), v); !errors.Is(err, ErrNoMarkers) {
		t.Errorf("no markers: %v", err)
	}
	for doc, want := range map[string]string{
		"<!-- assay report -->\ntext":                               "is not followed by",
		"<!-- assay report rows -->\n<!-- assay end -->":            "not written as",
		"<!-- assay report table=best -->\n<!-- assay end -->":      `no table "best"`,
		"<!-- assay report row=x -->\n<!-- assay end -->":           `no condition "row"`,
		"<!-- assay report subject=nowhere -->\n<!-- assay end -->": "nothing for the marker",
	} {
		if _, err := Insert([]byte(doc), v); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", doc, err)
		}
	}
}
