package main

import (
	"encoding/json"
	"fmt"
	htmltext "html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/routines/routinestest"
)

// queries are what readers type, and the page that answers each: among the first three that are found.
var queries = []struct{ query, page string }{
	{"backward compatible", "guides/check"},
	{"zero-copy", "guides/words"},
	{"regression", "guides/ab"},
	{"wire format", "formats/index"},
	{"install", "index"},
	{"benchmark", "recipes/own"},
	{"gob session", "recipes/cache"},
	{"replace encoding/json", "recipes/json"},
	{"malformed input", "guides/check"},
	{"pull request", "recipes/gate"},
	{"Go 1.27 upgrade", "recipes/go127"},
	{"codegen", "guides/gen"},
}

// most is how many bytes the site may have.
const most = 3_000_000

// inBrowser opens pages of the site as files: its search knows the words of the field, and no
// page has an error on the console. One page has the others in frames, since a browser takes
// longer to start than to open them.
func inBrowser(t *testing.T, site string) {
	index := filetest.Read(t, filepath.Join(site, "index.html"))
	var typed []string
	for _, q := range queries {
		typed = append(typed, q.query)
	}
	list, err := json.Marshal(typed)
	if err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf(`<script defer src="search.js"></script><script type="module">
const found = %s.map(q => find(q, window.searchIndex).slice(0, 3).map(h => h.page.path));
document.body.append(Object.assign(document.createElement("pre"), { id: "out", textContent: JSON.stringify(found) }));
</script>`, list)
	for _, name := range []string{"guides/check", "results/run", "results/check", "results/documents"} {
		if _, err := os.Stat(filepath.Join(site, name+".html")); err != nil {
			t.Error(err)
		}
		script += fmt.Sprintf("<iframe src=%q></iframe>", name+".html")
	}
	filetest.Write(t, filepath.Join(site, "queries.html"), strings.Replace(string(index), "</body>", script+"</body>", 1))
	m := regexp.MustCompile(`(?s)<pre id="out">(.*?)</pre>`).FindStringSubmatch(open(t, filepath.Join(site, "queries.html")))
	if m == nil {
		t.Fatal("the search did not run")
	}
	var found [][]string
	if err := json.Unmarshal([]byte(htmltext.UnescapeString(m[1])), &found); err != nil {
		t.Fatalf("%v: %s", err, m[1])
	}
	for i, q := range queries {
		if !slices.Contains(found[i], q.page) {
			t.Errorf("%q finds %q, want %s", q.query, found[i], q.page)
		}
	}
}

// open returns a page as a headless browser shows it. What the page writes to the console
// as an error fails the test.
func open(t *testing.T, file string) string {
	t.Helper()
	routinestest.NeedsLong(t)
	var browser string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
			break
		}
	}
	if browser == "" {
		t.Skip("there is no Chromium to open the page in")
	}
	var dom, words strings.Builder
	cmd := exec.CommandContext(t.Context(), browser, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--virtual-time-budget=20000", "--dump-dom", "file://"+filepath.ToSlash(file))
	cmd.Stdout, cmd.Stderr = &dom, &words
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %s", err, &words)
	}
	for line := range strings.Lines(words.String()) {
		if strings.Contains(line, "CONSOLE") {
			t.Error(line)
		}
	}
	return dom.String()
}
