// Command assay is a workbench for choosing a serializer in Go: it verifies and
// measures every serializer on a type and values of yours.
//
//	assay run                          the workloads of the published benchmarks
//	assay run corpora                  the values that JSON is measured by
//	assay run ./orders.Order           your type, in the module that you stand in
//	assay gen --format=flat ./orders.Order
//	                                   a codec for it, without reflection
//	assay ab main ./orders.Order       whether your code has become slower since main
//	assay check ./v1.Order ./v2.Order  what is lost when a type changes
//	assay list                         serializers, variants, workloads
//	assay show mus+raw+reuse ./orders.Order
//	                                   the code that calls a serializer
//	assay doctor                       how small a difference this machine resolves
//
// Results go to standard output, progress and diagnostics to standard error. The
// exit status is 0 when all went well, 1 for a finding, 2 when the command line
// is wrong or nothing could be done, 3 when assay check found out nothing, 130 after
// Ctrl-C, and 143 after SIGTERM.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/alecthomas/kong"

	"github.com/assay-go/assay/codec/generate"
	"github.com/assay-go/assay/internal/atomic"
	"github.com/assay-go/assay/internal/check"
	"github.com/assay-go/assay/internal/load"
	"github.com/assay-go/assay/internal/report/export"
	"github.com/assay-go/assay/internal/report/visible"
	"github.com/assay-go/assay/internal/rows/spelling"
	"github.com/assay-go/assay/result"
)

// The exit statuses.
const (
	exitOK      = 0
	exitFinding = 1 // a failed check, a regression
	exitUsage   = 2 // a wrong command line, or nothing could be done
	exitUntold  = 3 // of assay check: it could not be found out

	exitInterrupted = 130 // by Ctrl-C, as a shell has it
)

func main() { os.Exit(process()) }

// process runs the command with the arguments of the process, and lets signals
// end it.
func process() int {
	ctx, end := context.WithCancelCause(context.Background())
	defer end(nil)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		end(signalled{<-signals})
		signal.Stop(signals) // a second Ctrl-C ends the process at once
		time.AfterFunc(grace, func() {
			fmt.Fprintln(os.Stderr, "assay: interrupted in the middle of a step")
			os.Exit(statusAfter(ctx))
		})
	}()
	return run(ctx, os.Stdout, os.Stderr, os.Args[1:])
}

// signalled is why a context is done that a signal has ended.
type signalled struct{ os.Signal }

func (s signalled) Error() string { return "interrupted by the signal " + s.String() }

// statusAfter is the exit status of a command whose context was ended.
func statusAfter(ctx context.Context) int {
	if s := (signalled{}); errors.As(context.Cause(ctx), &s) && s.Signal == syscall.SIGTERM {
		return 128 + int(syscall.SIGTERM) // as a shell has it
	}
	return exitInterrupted
}

// run is the command: it reads args, does the work, and returns the exit status.
func run(ctx context.Context, stdout, stderr io.Writer, args []string) int {
	return invocation{stdout: stdout, stderr: stderr}.run(ctx, args)
}

// invocation is where a call of the command writes, and how it loads packages.
type invocation struct {
	stdout, stderr io.Writer
	packages       load.Packages  // in place of the go command's, unless it is nil
	loads          *load.Together // what lines of the file load together; nil where the line is none of them
}

// grace is how long a command may take to end after Ctrl-C or SIGTERM, to write
// down what it has. What does not look at its context, or waits for something that
// does not end, is ended with the process.
const grace = 1500 * time.Millisecond

// commandLine is the whole command line, read from top to bottom.
type commandLine struct {
	commands `kong:"-"`

	Color    string           `enum:"auto,always,never" default:"auto" help:"Colour and progress bars: auto, always or never. Example: --color=never"`
	CacheDir string           `rare:"" placeholder:"DIR" type:"path" help:"Where workers are built; the user's cache folder by default. Example: --cache-dir=/var/cache/assay"`
	CacheMB  int64            `rare:"" name:"cache-mb" default:"6144" help:"How many MB that folder may hold; what was used longest ago goes first. The programs of one selection of variants take some 200 MB. Example: --cache-mb=10000"`
	Version  kong.VersionFlag `help:"Print the version and exit."`
	HelpAll  allFlags         `help:"Show all flags, the rare ones too."`
}

// commands are what the first word of a command line may be.
type commands struct {
	Run    runCommand    `group:"Choose a serializer" help:"Verify and measure serializers on your type, or on the built-in workloads."`
	Report reportCommand `group:"Choose a serializer" help:"Show results: tables, charts, a page."`
	Show   showCommand   `group:"Choose a serializer" help:"Print the code that calls a serializer on your type, ready to paste."`
	List   listCommand   `group:"Choose a serializer" help:"List serializers, their variants, and workloads."`

	Gen     genCommand     `group:"Generate a codec" help:"Generate fast codecs for your structs, in the wire format that you picked."`
	Extprot extprotCommand `group:"Generate a codec" help:"Work with extprot schemas and messages."`
	Init    initCommand    `group:"Generate a codec" help:"Write assay.yaml, which says what the commands do in your module."`

	Check   checkCommand   `group:"Prevent regressions" help:"Find out what serializers lose when a type changes."`
	Lock    lockCommand    `group:"Prevent regressions" help:"Add today's encodings of a type to its lock, a file of what later versions must read."`
	Accept  acceptCommand  `group:"Prevent regressions" help:"Write into a lock that a field may be dropped or changed, and why."`
	AB      abCommand      `group:"Prevent regressions" name:"ab" help:"Say whether your code has become slower between two commits, toolchains or versions of a library."`
	Compare compareCommand `group:"Prevent regressions" help:"Say what has changed between two runs, and fail when something is slower."`
	History historyCommand `group:"Prevent regressions" help:"Say how variants have changed over many runs, and since which run."`

	Doctor    doctorCommand    `group:"Advanced" help:"Find out how small a difference this machine resolves."`
	Reproduce reproduceCommand `group:"Advanced" help:"Repeat the benchmark of a document on this machine."`
	Merge     mergeCommand     `group:"Advanced" help:"Join results: of several days, or of the shards of one run."`

	Help     helpCommand       `group:"Other commands" help:"Explain a command."`
	About    versionCommand    `group:"Other commands" name:"version" help:"Print the version."`
	Complete completionCommand `group:"Other commands" name:"completion" help:"Print what completes the command line in bash, zsh or fish."`
	Clean    cleanCommand      `group:"Other commands" help:"Remove what was built from the cache folder."`
}

// overwrite is the flag of the commands that write files.
type overwrite struct {
	Force bool `help:"Replace files that assay has not written, and routines of a later version, too. Example: --force"`
}

// asJSON is the flag of the commands that print a --format.
type asJSON struct {
	JSON bool `name:"json" help:"The same as --format=json. Example: --json"`
}

// session is what every verb is run with.
type session struct {
	stdout, stderr io.Writer
	terminal       io.Writer // stderr for who draws on it, and shows control characters of others by himself
	args           []string
	cacheDir       string
	cacheLimit     int64 // bytes
	style          style

	packages load.Packages  // as an invocation has it
	loads    *load.Together // likewise
	force    bool           // files of others are replaced
}

// mayReplace returns an error where a file, unless its name is empty, is somebody else's.
func (s *session) mayReplace(name string) error {
	if name == "" || s.force {
		return nil
	}
	return atomic.Check(name)
}

// create makes sure, before minutes of measuring, that a file can be written.
func (s *session) create(name string) (*result.File, error) {
	if err := s.mayReplace(name); err != nil {
		return nil, err
	}
	return result.Create(name)
}

// errFinding makes the command exit with 1 after its output is complete.
var errFinding = errors.New("finding")

// newCommandLine returns the command line with what reads it. Where it begins with the name of
// a command, no other has its flags: those of all take most of the time of a short command.
func newCommandLine(args []string, options ...kong.Option) (*commandLine, *kong.Kong, error) {
	cli := &commandLine{commands: commands{Run: newRunCommand(), Gen: genCommand{Plugins: kong.Plugins{ownOptions()}}}}
	list := reflect.ValueOf(&cli.commands).Elem()
	names := make([]string, list.NumField())
	for i := range names {
		f := list.Type().Field(i)
		names[i] = cmp.Or(f.Tag.Get("name"), strings.ToLower(f.Name))
	}
	all := len(args) == 0 || !slices.Contains(names, args[0])
	for i, name := range names {
		command := any(new(struct{}))
		if all || name == args[0] {
			command = list.Field(i).Addr().Interface()
		}
		tag := list.Type().Field(i).Tag
		options = append(options, kong.DynamicCommand(name, tag.Get("help"), tag.Get("group"), command))
	}
	parser, err := kong.New(cli, append(options,
		kong.Name("assay"),
		kong.Description("Choose a serializer for your Go type: every candidate verified, then measured.\n\nTo begin with: assay run data, and in your module: assay run ./orders.Order."),
		kong.Vars{"version": version(), "formats": strings.Join(generate.Names(), ", "), "outputs": strings.Join(export.Formats(), ",")},
		kong.ConfigureHelp(helpOptions),
		kong.Help(usualHelp),
	)...)
	return cli, parser, err
}

// run runs a command line.
func (c invocation) run(ctx context.Context, args []string) int {
	stdout, terminal, stderr := c.stdout, c.stderr, visible.Writer(c.stderr)
	exited := -1
	cli, parser, err := newCommandLine(args,
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Writers(stdout, stderr),
		kong.Exit(func(code int) { exited = code; panic(exitPanic{}) }),
	)
	if err != nil {
		fmt.Fprintln(stderr, "assay: the command line is misdeclared:", err)
		return exitUsage
	}
	if c.loads == nil {
		lines, dir, err := fromFile(args)
		if err != nil {
			fmt.Fprintln(stderr, "assay:", err)
			return exitUsage
		}
		if len(lines) > 0 {
			return c.runLines(ctx, lines, dir)
		}
	}
	if len(args) == 0 {
		_, err := io.WriteString(stdout, firstSteps(ctx))
		if err != nil {
			return exitUsage
		}
		return exitOK
	}
	parsed, err := parse(parser, argumentsFirst(parser.Model, args))
	if exited >= 0 {
		return exited
	}
	if err != nil {
		fmt.Fprintln(stderr, "assay:", usageError(args, err))
		return exitUsage
	}
	if c.loads != nil {
		c.packages = c.loads.Packages
	}
	s := &session{stdout: stdout, stderr: stderr, terminal: terminal, args: args, cacheDir: cli.CacheDir, cacheLimit: cli.CacheMB << 20, style: newStyle(cli.Color, stdout, terminal), packages: c.packages, loads: c.loads}
	flags := map[string]reflect.Value{}
	for _, f := range parsed.Flags() {
		flags[f.Name] = f.Target
	}
	s.force = isSet(flags["force"])
	if format := flags["format"]; format.Kind() == reflect.String && isSet(flags["json"]) {
		format.SetString("json")
	}
	switch err := parsed.Run(s, parser); {
	case err == nil:
		return exitOK
	case errors.Is(err, errFinding):
		return exitFinding
	default:
		if ctx.Err() != nil && !strings.HasPrefix(err.Error(), "interrupted") { // whatever step it was that could not go on
			err = errors.New("interrupted before it was finished")
		}
		fmt.Fprintf(stderr, "assay: %s\n", strings.TrimSpace(err.Error()))
		if ctx.Err() != nil {
			return statusAfter(ctx)
		}
		if takesTypes(parsed.Command()) && !(flags["bench"].Kind() == reflect.String && flags["bench"].Len() > 0) {
			if near := nearTypes(ctx, args, err.Error()); near != "" {
				fmt.Fprintln(stderr, "assay:", near)
			}
		}
		if undecided := (*check.Undecided)(nil); errors.As(err, &undecided) {
			return exitUntold
		}
		return exitUsage
	}
}

// isSet reports whether a command has a flag, and it was given.
func isSet(flag reflect.Value) bool { return flag.IsValid() && flag.Bool() }

// usageError says what is wrong with a command line, and where to read on.
func usageError(args []string, err error) string {
	_, parser, failed := newCommandLine(nil)
	if failed != nil {
		return failed.Error()
	}
	model := parser.Model
	if also := formerly(verbNode(model, "run"), err.Error(), "unknown flag --"); also != "" {
		return also
	}
	help, verb := "assay help lists the commands", ""
	if i := slices.IndexFunc(args, func(a string) bool { return !strings.HasPrefix(a, "-") }); i >= 0 && slices.ContainsFunc(model.Children, func(n *kong.Node) bool { return n.Name == args[i] }) {
		verb = args[i]
		help = "assay help " + verb + " explains it"
	}
	complaint := err.Error()
	if of, file, isFile := strings.Cut(complaint, ": "); isFile && (strings.HasSuffix(of, ">") || strings.HasSuffix(of, "...") || strings.HasSuffix(of, "...]") || strings.HasPrefix(file, "stat ")) {
		complaint = strings.TrimPrefix(file, "stat ")
	}
	if flag, _, none := strings.Cut(complaint, ": expected "); none && strings.HasSuffix(complaint, "<EOL>)") {
		complaint = fmt.Sprintf("%s: its value is missing: write %[1]s=VALUE", flag)
	}
	said := fmt.Sprintf("%s%s (%s)", complaint, nearChoice(complaint), help)
	if i := slices.IndexFunc(args, func(a string) bool { return len(a) > 2 && a[0] == '-' && a[1] != '-' }); i >= 0 && strings.HasPrefix(complaint, "unknown flag -"+args[i][1:2]) {
		return fmt.Sprintf("unknown flag %s: flags have two dashes, -%[1]s (%s)", args[i], help)
	}
	if i := slices.IndexFunc(args, func(a string) bool { return strings.HasSuffix(a, "...") }); i >= 0 && verb == "gen" {
		return fmt.Sprintf("gen takes types, and %s is packages: name types, as in assay gen --format=flat ./orders.Order; or leave %[1]s out for those of %s, which assay init writes (%s)", args[i], fileName, help)
	}
	argument, isArgument := strings.CutPrefix(err.Error(), `expected "`)
	if word, is := strings.CutPrefix(err.Error(), "unexpected argument "); is && !strings.Contains(word, ",") && verb != "" && len(verbNode(model, verb).Children) > 0 {
		var known []string
		for _, n := range verbNode(model, verb).Children {
			known = append(known, n.Name)
		}
		said = fmt.Sprintf("%s: there is no %s; it has %s (%s)", verb, word, strings.Join(known, ", "), help)
	}
	if isArgument && verb != "" {
		said = fmt.Sprintf("%s: say %s (%s)", verb, strings.TrimSuffix(argument, `"`), help)
	}
	_, _, byFile := bare(args)
	if missing := isArgument || strings.HasPrefix(err.Error(), "missing "); !missing || !byFile {
		return said
	}
	if name, there := findFile(); there {
		return fmt.Sprintf("%s; or give %s a section %s", said, name, verb)
	}
	return fmt.Sprintf("%s; or have it in %s, which assay init writes", said, fileName)
}

// formerly says what a flag is called that an error begins to complain of, where it is a
// word of --also now.
func formerly(verb *kong.Node, complaint, prefix string) string {
	word, ok := strings.CutPrefix(complaint, prefix)
	word, _, _ = strings.Cut(word, ",")
	if !ok || !slices.ContainsFunc(verb.Flags, func(f *kong.Flag) bool { return f.Name == "also" && slices.Contains(f.EnumSlice(), word) }) {
		return ""
	}
	return fmt.Sprintf("--%s is --also=%s now (assay help run explains it)", word, word)
}

// nearChoice names the choice that was meant, where an error says that a word is none.
func nearChoice(complaint string) string {
	choices, got, ok := strings.Cut(complaint, " but got ")
	if !ok {
		return ""
	}
	var known []string
	for i, word := range strings.Split(choices, `"`) {
		if i%2 == 1 {
			known = append(known, word)
		}
	}
	return spelling.Hint(strings.Trim(got, `"`), known)
}

// takesTypes reports whether the arguments of a command are types.
func takesTypes(command string) bool {
	verb, _, _ := strings.Cut(command, " ")
	return slices.Contains([]string{"run", "gen", "check", "show", "ab"}, verb)
}

// runLines runs command lines of the file one after the other, in its folder, and
// returns the gravest exit status.
func (c invocation) runLines(ctx context.Context, lines [][]string, dir string) int {
	if err := os.Chdir(dir); err != nil {
		fmt.Fprintln(c.stderr, "assay:", err)
		return exitUsage
	}
	each := c
	each.loads = load.NewTogether(typesOf(lines)...)
	each.loads.Load = c.packages
	worst := exitOK
	for _, line := range lines {
		fmt.Fprintf(visible.Writer(c.stderr), "%s: assay %s\n", fileName, strings.Join(line, " "))
		code := each.run(ctx, line)
		if worst = max(worst, code); ctx.Err() != nil {
			break
		}
	}
	return worst
}

// argumentsFirst returns a command line with the arguments of its verb before its flags:
// kong reads a list of arguments no further than to the first flag behind it.
func argumentsFirst(app *kong.Application, args []string) []string {
	node, flags := app.Node, app.Flags
	var words, given []string
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			return slices.Concat(words, given, args[i:])
		}
		name := strings.TrimLeft(a, "-")
		if name == a || name == "" {
			words = append(words, a)
			for _, child := range node.Children {
				if child.Name == a {
					node, flags = child, append(flags[:len(flags):len(flags)], child.Flags...)
				}
			}
			continue
		}
		given = append(given, a)
		separate := slices.ContainsFunc(flags, func(f *kong.Flag) bool {
			return (f.Name == name || string(f.Short) == name) && !f.IsBool()
		})
		if separate && i+1 < len(args) { // its value is the next word
			i++
			given = append(given, args[i])
		}
	}
	return append(words, given...)
}

// typesOf returns the types that command lines of assay gen are about.
func typesOf(lines [][]string) (types []string) {
	cli, parser, err := newCommandLine([]string{"gen"})
	if err != nil {
		return nil
	}
	for _, line := range lines {
		if _, err := parser.Parse(argumentsFirst(parser.Model, line)); err == nil { // else whoever runs it says what is wrong
			types = append(types, cli.Gen.Types...)
		}
	}
	return types
}

// exitPanic leaves kong's parser where it would have ended the process, as
// after printing help.
type exitPanic struct{}

func parse(parser *kong.Kong, args []string) (c *kong.Context, err error) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(exitPanic); !ok {
				panic(r)
			}
		}
	}()
	return parser.Parse(args)
}

// version returns the name of the command with the module's version and revision,
// as the go command stamped them into the binary.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "assay (unknown version)"
	}
	v := info.Main.Version
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			if commit := s.Value[:min(12, len(s.Value))]; !strings.Contains(v, commit) { // as a version made of it does
				v += " " + commit
			}
		case s.Key == "vcs.modified" && s.Value == "true":
			v += " with changes"
		}
	}
	return "assay " + v
}

// firstSteps is what is said to who types nothing but the command's name: what to type
// next, for the module that he stands in.
func firstSteps(ctx context.Context) string {
	typ := "./orders.Order"
	where := ", in your module"
	if likely := likeliestType(ctx); likely != "" {
		typ, where = likely, ", a type of this module"
	}
	var b strings.Builder
	b.WriteString("assay chooses a serializer for your Go type: every candidate verified, then measured.\n")
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "\nTo begin with%s:\n", where)
	fmt.Fprintf(w, "  assay run %s\twhich serializer to take\n", typ)
	fmt.Fprintf(w, "  assay gen --format=flat %s\ta codec for it, without reflection\n", typ)
	fmt.Fprintf(w, "  assay check %s --from=git:HEAD\tbackward compatible?\n", typ)
	fmt.Fprintf(w, "  assay init\tassay.yaml: all of it in one place\n")
	fmt.Fprintf(w, "\nWithout a module:\n")
	fmt.Fprintf(w, "  assay run data\ta built-in workload; assay list has the others\n")
	fmt.Fprintf(w, "  assay doctor\thow small a difference this machine resolves\n")
	fmt.Fprintf(w, "\nassay help lists all commands, assay help run explains one.\n")
	_ = w.Flush() // a Builder takes all
	return b.String()
}
