package standard

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
)

// Report is what a library's maintainers might want to know, with a program that shows
// it and needs nothing but the library.
type Report struct {
	Row    string // where it was found
	Module string
	What   string
	Prints string // a part of what the program prints
	Source string
}

//go:embed reports/*.txt
var reports embed.FS

// Reports lists them, by row. A test runs each with the version of its row.
func Reports() ([]Report, error) {
	files, err := fs.Glob(reports, "reports/*.txt")
	if err != nil {
		return nil, err
	}
	var list []Report
	for _, file := range files {
		text, err := reports.ReadFile(file)
		if err != nil {
			return nil, err
		}
		r := Report{Source: string(text)}
		for _, f := range []struct {
			name string
			to   *string
		}{{"Row", &r.Row}, {"Module", &r.Module}, {"What", &r.What}, {"Prints", &r.Prints}} {
			line, rest, _ := strings.Cut(r.Source, "\n")
			value, ok := strings.CutPrefix(line, "// "+f.name+": ")
			if !ok {
				return nil, fmt.Errorf("%s: %q is no line that says %s", file, line, f.name)
			}
			*f.to, r.Source = value, rest
		}
		list = append(list, r)
	}
	return list, nil
}
