package layout

import (
	"slices"
	"strings"

	"github.com/assay-go/assay/report"
)

// commands are what to type for what was chosen: the codec or the module, the code
// that calls it as it was measured, and the check of data that is there already.
func commands(v *report.View) *Commands {
	c := &Commands{Title: "Next steps"}
	typ, how := "./orders.Order", ""
	if i := slices.IndexFunc(v.Subjects, func(s *report.Subject) bool { return !isWorkload(s) && len(s.Glance) > 0 }); i >= 0 {
		typ, how = v.Subjects[i].Name, carriedOver(v.Command)
	} else {
		c.Title += ", for a type of yours"
	}
	add := func(text, gives string) {
		if !slices.ContainsFunc(c.Lines, func(l Command) bool { return l.Text == text }) {
			c.Lines = append(c.Lines, Command{Text: text, Gives: gives})
		}
	}
	for _, choice := range v.Choices {
		switch {
		case choice.Need != report.Untrusted && choice.Need != report.UntrustedOthers && len(c.Lines) > 0:
		case choice.Own && choice.Format != "":
			add(Generate(bare(choice.Row))+" "+quoted(typ)+how, "the codec")
		default:
			if choice.Module != "" {
				add("go get "+quoted(choice.Module)+"@"+quoted(choice.Version), "the library")
			}
			add("assay show "+quoted(bare(choice.Row))+" "+quoted(typ)+how, "how it is called")
		}
	}
	add("assay check "+quoted(typ)+" --from=git:HEAD"+how, "backward compatible?")
	return c
}

// isWorkload tells a subject that assay brings along: a type is named with its package.
func isWorkload(s *report.Subject) bool { return !strings.Contains(s.Name, ".") }

// Generate returns the command that writes the codec of one of assay's own rows, such as
// "assay.flat+evolvable+reuse", but for the type.
func Generate(row string) string {
	features := strings.Split(strings.TrimPrefix(row, "assay."), "+")
	command := "assay gen --format=" + quoted(features[0])
	if features[0] == "protobuf" {
		command += " --number" // which leaves alone what has one
	}
	for _, feature := range features[1:] {
		switch feature {
		case "unsafe", "unsafestr":
			command += " --unsafe"
		case "arena", "evolvable":
			command += " --" + feature
		case "new":
			command += " --constructor"
		}
	}
	return command
}

// bare returns a row's name without that of its side: "json+reuse" of
// "json@go1.27+reuse".
func bare(row string) string {
	name, side, found := strings.Cut(row, "@")
	if !found {
		return row
	}
	if _, features, more := strings.Cut(side, "+"); more {
		return name + "+" + features
	}
	return name
}

// carriedOver are the arguments of a run that say more of the type, each after a
// space.
func carriedOver(command []string) string {
	text := ""
	for _, arg := range command {
		for _, flag := range []string{"--impl=", "--as=", "--omit="} {
			if strings.HasPrefix(arg, flag) {
				text += " " + quoted(arg)
			}
		}
	}
	return text
}

// quoted returns a word for a shell: itself where it has no character that a shell
// takes for something else.
func quoted(word string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-"
	if word != "" && strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
