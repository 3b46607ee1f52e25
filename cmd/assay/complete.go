package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/codec/generate"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/workloads"
)

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish,line" help:"bash, zsh or fish. Example: source <(assay completion bash); line prints what may stand where a line ends, for shells."`
	Line  string `arg:"" optional:"" help:"The command line up to the cursor, in one word, for line."`
}

// Run prints a script that asks this command again for every line, so that what it
// offers is what there is.
func (c *completionCommand) Run(ctx context.Context, s *session) error {
	script := ""
	switch c.Shell {
	case "line":
		_, k, err := newCommandLine(nil)
		if err != nil {
			return err
		}
		for _, word := range completions(ctx, k.Model, c.Line) {
			script += word + "\n"
		}
	case "fish":
		script = "complete -c assay -a '(assay completion line (commandline -cp | string collect))'\n"
	case "zsh":
		script = "#compdef assay\nautoload -U +X bashcompinit && bashcompinit\n" + bashCompletion
	case "bash":
		script = bashCompletion
	}
	_, err := fmt.Fprint(s.stdout, script)
	return err
}

// bashCompletion offers files too, where no flag is begun. bash takes = and : for ends
// of words, so what stands before the last of them is not to be repeated.
const bashCompletion = `_assay() {
  local line="${COMP_LINE:0:COMP_POINT}" cur="${COMP_WORDS[COMP_CWORD]}" word w
  word="${line##* }"
  [[ "$cur" == "=" || "$cur" == ":" ]] && cur=""
  local IFS=$'\n'
  COMPREPLY=()
  for w in $(assay completion line "$line" 2>/dev/null); do
    COMPREPLY+=("${w#"${word%"$cur"}"}")
  done
  [[ "$word" == -* ]] || COMPREPLY+=($(compgen -f -- "$cur"))
}
complete -o filenames -F _assay assay
`

// completions returns the words that may stand where the line ends, each whole.
func completions(ctx context.Context, model *kong.Application, line string) []string {
	words := strings.Fields(line)
	if len(words) == 0 {
		return nil
	}
	last := ""
	if !strings.HasSuffix(line, " ") {
		words, last = words[:len(words)-1], words[len(words)-1]
	}
	if len(words) == 0 {
		return nil
	}
	verb, arguments := model.Node, 0
	for _, w := range words[1:] {
		if strings.HasPrefix(w, "-") {
			continue
		}
		child := slices.IndexFunc(verb.Children, func(n *kong.Node) bool { return n.Name == w })
		if child < 0 {
			arguments++
			continue
		}
		verb = verb.Children[child]
	}
	var offered []string
	name, value, valued := strings.Cut(last, "=")
	switch {
	case valued && strings.HasPrefix(last, "-"):
		begun := value[:strings.LastIndexByte(value, ',')+1] // of a list
		for _, v := range flagValues(verb, strings.TrimLeft(name, "-")) {
			offered = append(offered, name+"="+begun+v)
		}
	case strings.HasPrefix(last, "-"):
		for _, group := range verb.AllFlags(true) {
			for _, f := range group {
				if f.IsBool() {
					offered = append(offered, "--"+f.Name)
				} else {
					offered = append(offered, "--"+f.Name+"=")
				}
			}
		}
	case len(verb.Children) > 0:
		for _, n := range verb.Children {
			if !n.Hidden {
				offered = append(offered, n.Name)
			}
		}
	default:
		offered = argumentsOf(ctx, verb.Name, arguments)
	}
	offered = slices.DeleteFunc(offered, func(w string) bool { return !strings.HasPrefix(w, last) })
	slices.Sort(offered)
	return slices.Compact(offered)
}

// argumentsOf returns what may stand as a verb's argument after so many others, files
// aside.
func argumentsOf(ctx context.Context, verb string, others int) []string {
	switch {
	case verb == "show" && others == 0:
		return rowNames()
	case verb == "run" || verb == "show" || verb == "ab":
		return slices.Concat(bench.WorkloadNames(), []string{workloads.Every, workloads.Corpora}, moduleTypes(ctx))
	case verb == "gen" || verb == "check":
		return moduleTypes(ctx)
	}
	return nil
}

// flagValues returns what a flag of a verb may be, or an element of it where it is a
// list.
func flagValues(verb *kong.Node, name string) []string {
	switch name {
	case "serializers":
		return rowNames()
	case "features":
		return rows.Vocabulary()
	}
	for _, group := range verb.AllFlags(true) {
		for _, f := range group {
			switch {
			case f.Name != name:
			case f.Enum != "":
				return f.EnumSlice()
			case name == "format":
				return generate.Names()
			}
		}
	}
	return nil
}

func rowNames() []string {
	var names []string
	for _, r := range rows.All(drivers.All) {
		names = append(names, r.Row, r.Driver)
	}
	return names
}
