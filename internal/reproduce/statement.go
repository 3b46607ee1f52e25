package reproduce

import (
	"embed"
	"fmt"
	"regexp"
	"strings"
)

// The documents' own words, one statement a line, each behind a mark that says what
// becomes of it. Nothing else says what a document says: the ledger is made of these
// lines, and a test holds the published figures against them.
//
//go:embed text
var texts embed.FS

// A Statement is a sentence, a figure or a command of a document.
type Statement struct {
	Marks []Mark
	Text  string
}

// A Mark says what a statement is held against.
//
//	heading              nothing: it names what follows
//	opinion              nothing: another reader may hold another
//	machine              nothing here: it is about the machine of then
//	source SERIALIZER    nothing here: it is about source code, which no figure shows
//	claim KEY            a claim, computed from today's figures
//	row TABLE: NAME      a row of a table
//	size N               a line of the extprot document's table of sizes
//	name NAME            a serializer that package documents knows
//	word FEATURE         a word of assay's features
//	feature ROW: WORD    a feature that assay's row has
//	command THEIRS       a command or an instruction, and what stands for it
//	sum NAME             the times and allocations of a row of both tables together
//	time NAME: SUPPORT   what becomes of times
//	kind NAME: WORD      the feature reflect, codegen or manual of a row
//	flags NAME: WORDS    whether a row reuses its buffer, and whether what it reads shares the input's memory
type Mark struct{ Kind, Arg string }

var marked = regexp.MustCompile(`^\[([^\]]+)\] (\S.*)$`)

// Statements returns what the document says, in its order. A line without a mark, or
// with a mark of no kind, is an error.
func Statements(document string) ([]Statement, error) {
	data, err := texts.ReadFile("text/" + document + ".txt")
	if err != nil {
		return nil, fmt.Errorf("no document is called %q; there are %v", document, Documents())
	}
	return parseStatements(string(data))
}

func parseStatements(text string) ([]Statement, error) {
	var list []Statement
	at := 0
	for line := range strings.Lines(text) {
		at++
		m := marked.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			return nil, fmt.Errorf("line %d: this statement has no mark: give it a check, a command or the word opinion: %s", at, strings.TrimSpace(line))
		}
		s := Statement{Text: m[2]}
		for mark := range strings.SplitSeq(m[1], "; ") {
			kind, arg, _ := strings.Cut(mark, " ")
			switch kind {
			case "heading", "opinion", "machine":
				if arg != "" {
					return nil, fmt.Errorf("line %d: [%s] takes nothing behind it", at, kind)
				}
			case "source", "claim", "row", "size", "name", "word", "feature", "command", "sum", "time", "kind", "flags":
				if arg == "" {
					return nil, fmt.Errorf("line %d: [%s] does not say which", at, kind)
				}
			default:
				return nil, fmt.Errorf("line %d: [%s] is no mark", at, mark)
			}
			s.Marks = append(s.Marks, Mark{kind, arg})
		}
		list = append(list, s)
	}
	return list, nil
}

// says joins the sentences that a claim is about.
func says(document, key string) string {
	list, err := Statements(document)
	if err != nil {
		return ""
	}
	var parts []string
	for _, s := range list {
		for _, m := range s.Marks {
			if m == (Mark{"claim", key}) {
				parts = append(parts, strings.TrimLeft(s.Text, "-• "))
			}
		}
	}
	return strings.Join(parts, " ")
}

// table splits the argument of a row into the title of its table and its name.
func (m Mark) table() (title, name string) {
	title, name, _ = strings.Cut(m.Arg, ": ")
	return title, name
}
