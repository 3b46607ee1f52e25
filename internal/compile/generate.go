package compile

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/goprint"
)

// generate runs the tools of the adapters, which make further files of them. An
// adapter whose tool cannot be had or fails is dropped.
func (j *job) generate(ctx context.Context) error {
	pkgs := slices.DeleteFunc(j.alive(), func(p *adapterPackage) bool { return len(p.tools) == 0 })
	work := &eachOnce{done: map[string]func() (string, error){}}
	together := j.together(pkgs)
	// The go command downloads, compiles and links each tool by itself, mostly
	// waiting for one of these.
	var tools errgroup.Group
	tools.SetLimit(2 * runtime.NumCPU())
	var mu sync.Mutex // held to tell
	done := 0
	errs := make([]error, len(pkgs))
	for i, p := range pkgs {
		tools.Go(func() error {
			name, err := j.runTools(ctx, p, work, together)
			if err != nil {
				errs[i] = fmt.Errorf("generating with %s: %w", name, err)
			}
			mu.Lock()
			defer mu.Unlock()
			done++
			j.progress(Generating, done, len(pkgs))
			return nil
		})
	}
	_ = tools.Wait() // each has its own in errs
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for i, err := range errs {
		if errors.Is(err, errEverywhere) {
			return err
		}
		if err != nil {
			j.passing = true
			j.drop(pkgs[i], "%s", oneLine(err.Error()))
		}
	}
	return nil
}

// runTools runs the tools of an adapter one after the other. An error is of the
// tool of the name.
func (j *job) runTools(ctx context.Context, p *adapterPackage, work *eachOnce, together toolsets) (name string, err error) {
	for _, t := range p.tools {
		files, err := j.runTool(ctx, t, work, together)
		if err == nil {
			err = p.addFiles(files)
		}
		if err != nil {
			return toolName(t), err
		}
	}
	return "", nil
}

// toolTimeout is how long a tool may run: those that are known take less than
// a second.
const toolTimeout = time.Minute

const stdoutFile, madeDir = "stdout", "made"

// eachOnce does things that several goroutines want done, once for each key.
type eachOnce struct {
	mu   sync.Mutex
	done map[string]func() (string, error)
}

func (e *eachOnce) do(key string, f func() (string, error)) (string, error) {
	e.mu.Lock()
	once := e.done[key]
	if once == nil {
		once = sync.OnceValues(f)
		e.done[key] = once
	}
	e.mu.Unlock()
	return once()
}

// toolsets are tools that one program can be, by their path and what they are built with.
type toolsets map[string][]driver.Tool

// together are the tools of adapters of which each type has its own, but for those that ran
// before: to link one program for each takes longer than all else.
func (j *job) together(pkgs []*adapterPackage) toolsets {
	sets := toolsets{}
	for _, p := range pkgs {
		for _, t := range p.tools {
			if _, err := os.Stat(j.generated(t)); t.Main != "" && err != nil {
				sets.add(t)
			}
		}
	}
	return sets
}

// add puts a tool into its set, unless it is there, or other files are in the place of its own.
func (s toolsets) add(t driver.Tool) {
	set := builtWith(t)
	for _, o := range s[set] {
		for name, data := range t.Sources {
			if there, taken := o.Sources[name]; taken && (o.Main == t.Main || !bytes.Equal(there, data)) {
				return
			}
		}
	}
	s[set] = append(s[set], t)
}

// of returns the tools that t can be one program with, itself among them.
func (s toolsets) of(t driver.Tool) []driver.Tool {
	set := s[builtWith(t)]
	if i := slices.IndexFunc(set, func(o driver.Tool) bool { return o.Main == t.Main }); i < 0 || hashFiles(set[i].Sources) != hashFiles(t.Sources) {
		return nil
	}
	return set
}

// builtWith names what tools have in common that can be one program.
func builtWith(t driver.Tool) string { return strings.Join(t.Tags, ",") + "\n" + string(toolMod(t)) }

// generated is the folder in the cache of what a tool made.
func (j *job) generated(t driver.Tool) string {
	return filepath.Join(j.cache.dir, "generated", hashStrings(j.toolKey(t), strings.Join(t.Args, "\x00"), string(t.Stdin), hashFiles(t.Files)))
}

// runTool returns the files that a tool makes, from the cache when it made them
// before.
func (j *job) runTool(ctx context.Context, t driver.Tool, work *eachOnce, together toolsets) (map[string][]byte, error) {
	out := j.generated(t)
	_, err := work.do(out, func() (string, error) {
		if _, err := os.Stat(out); err == nil {
			return out, nil
		}
		exe, err := j.program(ctx, t, work, together.of(t))
		if err != nil {
			return "", err
		}
		files, err := execTool(ctx, exe, t, j.env)
		if err != nil {
			return "", err
		}
		return out, j.cache.fillFolder(out, files)
	})
	if err != nil {
		return nil, err
	}
	touch(out)
	stdout, err := os.ReadFile(filepath.Join(out, stdoutFile))
	if err != nil {
		return nil, cacheError(j.cache.dir, err)
	}
	made, err := readFolder(filepath.Join(out, madeDir))
	if err != nil {
		return nil, cacheError(j.cache.dir, err)
	}
	return t.Take(stdout, made)
}

// program returns the executable of a tool: that of all of the set, or, where one of them
// does not compile, its own.
func (j *job) program(ctx context.Context, t driver.Tool, work *eachOnce, set []driver.Tool) (string, error) {
	build := func(tools ...driver.Tool) (string, error) {
		return work.do(j.toolKey(tools...), func() (string, error) { return j.buildTool(ctx, tools...) })
	}
	if len(set) > 1 {
		if exe, err := build(set...); err == nil || ctx.Err() != nil {
			return exe, err
		}
	}
	return build(t)
}

// RunTool returns the files that a tool makes, for whoever wants to see them without
// building what they are for.
func RunTool(ctx context.Context, cfg Config, t driver.Tool) (map[string][]byte, error) {
	c, err := openCache(cfg)
	if err != nil {
		return nil, err
	}
	g := goCommand{cfg.Dir, environ(cfg)}
	goEnv, err := g.goEnv(ctx)
	if err != nil {
		return nil, err
	}
	j := &job{unit: &unit{module: &hostModule{goEnv: goEnv}}, cfg: cfg, cache: c, goCommand: g}
	return j.runTool(ctx, t, &eachOnce{done: map[string]func() (string, error){}}, nil)
}

// toolName names a tool for people.
func toolName(t driver.Tool) string {
	switch {
	case t.Package != "":
		return t.Package
	case len(t.Modules) > 0:
		return t.Modules[0].Path
	}
	return "a program of the driver"
}

// toolKey names everything that a tool, or the program of several, is built of.
func (j *job) toolKey(tools ...driver.Tool) string {
	parts := []string{j.module.goEnv["GOVERSION"]}
	for _, t := range tools {
		parts = append(parts, t.Package, t.Main, strings.Join(t.Tags, ","), hashFiles(t.Sources), string(toolMod(t)))
	}
	return hashStrings(parts...)
}

// toolMod returns the go.mod that a tool is built with.
func toolMod(t driver.Tool) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "module assay.tool\n\ngo %s\n", sourcesGoVersion)
	for _, m := range t.Modules {
		fmt.Fprintf(&b, "\nrequire %s %s\n", m.Path, m.Version)
	}
	return b.Bytes()
}

// toolMain prints the main package of tools that have funcs Main: it does what the one does
// whose import path is its first argument.
func toolMain(tools []driver.Tool) ([]byte, error) {
	f := goprint.New("assay.tool", "main")
	args := goprint.Ident{Path: "os", Name: "Args"}
	f.P("func main() {")
	f.P("of := ", args, "[1]")
	f.P(args, " = append(", args, "[:1], ", args, "[2:]...)")
	f.P("switch of {")
	for _, t := range tools {
		f.P("case ", strconv.Quote(t.Main), ":")
		f.P(goprint.Ident{Path: t.Main, Name: "Main"}, "()")
	}
	f.P("}")
	f.P("}")
	return f.Source()
}

// buildTool returns the executable of a tool, or of several with funcs Main, and compiles it
// when it is not in the cache.
func (j *job) buildTool(ctx context.Context, tools ...driver.Tool) (string, error) {
	t := tools[0]
	src, err := os.MkdirTemp("", "assay-tool-")
	if err != nil {
		return "", fmt.Errorf("a folder for the tool's sources: %w", err)
	}
	defer os.RemoveAll(src)
	source := map[string][]byte{"go.mod": toolMod(t), "go.sum": pinnedSums}
	for _, t := range tools {
		maps.Copy(source, t.Sources)
	}
	if t.Main != "" {
		if source["main.go"], err = toolMain(tools); err != nil {
			return "", fmt.Errorf("printing the tool's main package: %w", err)
		}
	}
	if err := writeFolder(src, source); err != nil {
		return "", fmt.Errorf("laying out the tool's sources: %w", err)
	}
	g := goCommand{src, append(j.env[:len(j.env):len(j.env)], "GOWORK=off", "GOFLAGS=-mod=mod")}
	return j.cache.addTool(ctx, g, j.module.goEnv, j.toolKey(tools...), "tool", "-tags="+strings.Join(t.Tags, ","), "--", cmp.Or(t.Package, "."))
}

// execTool runs a tool in a folder of its own and returns what it wrote, as it
// is kept in the cache.
func execTool(ctx context.Context, exe string, t driver.Tool, env []string) (map[string][]byte, error) {
	dir, err := os.MkdirTemp("", "assay-generate-")
	if err != nil {
		return nil, fmt.Errorf("a folder to run in: %w", err)
	}
	defer os.RemoveAll(dir)
	if err := writeFolder(dir, t.Files); err != nil {
		return nil, fmt.Errorf("laying out its files: %w", err)
	}
	limited, cancel := context.WithTimeout(ctx, toolTimeout)
	defer cancel()
	args := t.Args
	if t.Main != "" {
		args = slices.Concat([]string{t.Main}, args)
	}
	cmd := exec.CommandContext(limited, exe, args...)
	cmd.Dir, cmd.Env, cmd.Stdin = dir, env, bytes.NewReader(t.Stdin)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if limited.Err() != nil && ctx.Err() == nil {
			return nil, fmt.Errorf("it ran for longer than %v", toolTimeout)
		}
		if msg := firstComplaint(stderr.String()); msg != "" {
			return nil, errors.New(msg)
		}
		return nil, err
	}
	files := map[string][]byte{stdoutFile: stdout.Bytes()}
	made, err := readFolder(dir)
	if err != nil {
		return nil, fmt.Errorf("reading what it made: %w", err)
	}
	for name, data := range made {
		if _, given := t.Files[name]; !given {
			files[madeDir+"/"+name] = data
		}
	}
	return files, nil
}

// writeFolder writes files, named with slashes, below dir.
func writeFolder(dir string, files map[string][]byte) error {
	for name, data := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(file, data, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// readFolder reads the files below dir, which need not exist.
func readFolder(dir string) (map[string][]byte, error) {
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if file == dir && errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			return err
		}
		rel, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		files[filepath.ToSlash(rel)], err = os.ReadFile(file)
		return err
	})
	return files, err
}
