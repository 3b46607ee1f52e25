package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

type versionCommand struct{}

func (versionCommand) Run(s *session) error {
	_, err := fmt.Fprintln(s.stdout, version())
	return err
}

type helpCommand struct {
	Verb []string `arg:"" optional:"" help:"What to explain: run, or extprot gen."`
}

// Run prints the help of the verb. It stands for --help behind it.
func (c *helpCommand) Run(ctx context.Context, s *session) error {
	switch code := run(ctx, s.stdout, io.Discard, append(slices.Clone(c.Verb), "--help")); code {
	case exitOK:
		return nil
	default:
		return fmt.Errorf("there is no verb %q: assay help lists them", strings.Join(c.Verb, " "))
	}
}

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish. Example: source <(assay completion bash)"`
}

func (c *completionCommand) Run(s *session, k *kong.Kong) error {
	words := map[string][]string{} // verbs and flags by the verbs before them, "" at first
	var walk func(path string, n *kong.Node)
	walk = func(path string, n *kong.Node) {
		for _, child := range n.Children {
			if child.Hidden {
				continue
			}
			words[path] = append(words[path], child.Name)
			walk(strings.TrimSpace(path+" "+child.Name), child)
		}
		for _, group := range n.AllFlags(true) {
			for _, f := range group {
				words[path] = append(words[path], "--"+f.Name)
			}
		}
		slices.Sort(words[path])
		words[path] = slices.Compact(words[path])
	}
	walk("", k.Model.Node)
	paths := []string{}
	for p := range words {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	switch c.Shell {
	case "fish":
		return fishCompletion(s, paths, words)
	case "zsh":
		fmt.Fprintln(s.stdout, "#compdef assay\nautoload -U +X bashcompinit && bashcompinit")
	}
	return bashCompletion(s, paths, words)
}

// bashCompletion prints a func that offers what may follow the verbs before the
// cursor, and files.
func bashCompletion(s *session, paths []string, words map[string][]string) error {
	var b strings.Builder
	b.WriteString("_assay() {\n  local cur=\"${COMP_WORDS[COMP_CWORD]}\" verbs=\"\" w\n")
	b.WriteString("  for w in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n    case \"$w\" in -*) ;; *) case \"${verbs:+$verbs }$w\" in\n")
	for _, p := range paths {
		if p != "" {
			fmt.Fprintf(&b, "      %q) verbs=%q ;;\n", p, p)
		}
	}
	b.WriteString("    esac ;; esac\n  done\n  case \"$verbs\" in\n")
	for _, p := range paths {
		fmt.Fprintf(&b, "    %q) COMPREPLY=($(compgen -W %q -- \"$cur\")) ;;\n", p, strings.Join(words[p], " "))
	}
	b.WriteString("  esac\n  [[ \"$cur\" == -* ]] || COMPREPLY+=($(compgen -f -- \"$cur\"))\n}\ncomplete -o filenames -F _assay assay\n")
	_, err := fmt.Fprint(s.stdout, b.String())
	return err
}

func fishCompletion(s *session, paths []string, words map[string][]string) error {
	var b strings.Builder
	for _, p := range paths {
		condition := "__fish_use_subcommand"
		if p != "" {
			var seen []string
			for _, verb := range strings.Fields(p) {
				seen = append(seen, "__fish_seen_subcommand_from "+verb)
			}
			condition = strings.Join(seen, "; and ")
		}
		for _, w := range words[p] {
			if flag, ok := strings.CutPrefix(w, "--"); ok {
				fmt.Fprintf(&b, "complete -c assay -n %q -l %s\n", condition, flag)
			} else {
				fmt.Fprintf(&b, "complete -c assay -n %q -a %s\n", condition, w)
			}
		}
	}
	_, err := fmt.Fprint(s.stdout, b.String())
	return err
}
