package compile

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/assay-go/assay"
	"github.com/assay-go/assay/goprint"
)

// Footprint is what an adapter adds to a program that has the subject's type, and
// fmt.
type Footprint struct {
	Bytes   int64         // of the executable, without symbols and debug information
	Compile time.Duration // processor time of compiling the packages that come with it, those of the standard library aside
}

// footprints builds a program for each adapter, and one without for each subject,
// with a build cache of their own in which nothing but the standard library is
// compiled yet, and fills in what the adapters add. An adapter whose program does not link has none.
func (j *job) footprints(ctx context.Context) error {
	var mains []*mainPackage
	plain := map[*Subject]*mainPackage{}
	with := map[*adapterPackage]*mainPackage{}
	program := func(s *Subject, pkgs ...*adapterPackage) *mainPackage {
		m := &mainPackage{host: s.Host, path: path.Join(s.Host.PkgPath, workerDir, groupName(j.group)+"_alone_"+strconv.Itoa(len(mains))), pkgs: pkgs, alone: s}
		mains = append(mains, m)
		return m
	}
	for _, a := range j.alive() {
		if plain[a.subject] == nil {
			plain[a.subject] = program(a.subject)
		}
		with[a] = program(a.subject, a)
	}
	if len(mains) == 0 {
		return nil
	}
	if err := j.writeOverlay(mains); err != nil {
		return err
	}
	runs := filepath.Join(j.cache.dir, "run")
	if err := os.MkdirAll(runs, 0o700); err != nil {
		return cacheError(j.cache.dir, err)
	}
	dir, err := os.MkdirTemp(runs, "footprint-")
	if err != nil {
		return cacheError(j.cache.dir, err)
	}
	defer os.RemoveAll(dir)
	j.progress(Weighing, 0, len(mains))
	if err := j.compileStandard(ctx, filepath.Join(dir, "cache")); err != nil {
		return err
	}
	graph := filepath.Join(dir, "graph.json")
	args := []string{"-debug-actiongraph=" + graph, "-o", dir + string(filepath.Separator), "--"}
	for _, m := range mains {
		args = append(args, m.path)
	}
	alone := *j
	alone.env = append(j.env[:len(j.env):len(j.env)], "GOCACHE="+filepath.Join(dir, "cache"))
	linked := 0
	alone.progress = func(Step, int, int) {
		linked++
		j.progress(Weighing, min(linked, len(j.graph)), len(j.graph))
	}
	if _, err := alone.goBuild(ctx, Compiling, args...); err != nil {
		return err
	}
	spent, err := compileTimes(graph)
	if err != nil {
		return err
	}
	size := func(m *mainPackage) int64 {
		info, err := os.Stat(filepath.Join(dir, exe(path.Base(m.path), j.module.goEnv["GOOS"])))
		if err != nil {
			return 0
		}
		return info.Size()
	}
	common := j.deps(path.Join(assay.ModulePath, "worker", "adapter"))
	for a, m := range with {
		base, whole := size(plain[a.subject]), size(m)
		if base == 0 || whole == 0 {
			continue
		}
		f := &Footprint{Bytes: whole - base}
		typ := j.deps(a.subject.Type.Name.PkgPath)
		for _, p := range j.deps(a.path) {
			if !p.Standard && !slices.Contains(common, p) && !slices.Contains(typ, p) {
				f.Compile += spent[p.ImportPath]
			}
		}
		j.built.Verdicts[a.index].Footprint = f
	}
	return nil
}

// compileStandard fills the new build cache dir with what the standard library's
// packages of the build compile to: a minute of processor time, which is spent
// once, in a cache that is kept.
func (j *job) compileStandard(ctx context.Context, dir string) error {
	kept := filepath.Join(j.cache.dir, "std", hashStrings(j.module.goEnv["GOVERSION"]))
	if err := os.MkdirAll(kept, 0o700); err != nil {
		return cacheError(j.cache.dir, err)
	}
	touch(kept)
	args := []string{"--", "fmt"}
	for _, p := range j.graph {
		if p.Standard && !strings.HasPrefix(p.ImportPath, "vendor/") { // which has no path to name it by
			args = append(args, p.ImportPath)
		}
	}
	std := *j
	std.env = append(j.env[:len(j.env):len(j.env)], "GOCACHE="+kept)
	std.progress = func(Step, int, int) {}
	if _, err := std.goBuild(ctx, Compiling, args...); err != nil {
		return err
	}
	return filepath.WalkDir(kept, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // removed meanwhile
		}
		name, err := filepath.Rel(kept, file)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(dir, name), 0o700)
		}
		os.Link(file, filepath.Join(dir, name)) // what is not there is compiled again
		return nil
	})
}

// compileTimes returns the processor time that compiling each package took, from
// what the go command writes of its actions.
func compileTimes(file string) (map[string]time.Duration, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var actions []struct {
		Mode, Package   string
		CmdUser, CmdSys time.Duration
	}
	if err := json.Unmarshal(data, &actions); err != nil {
		return nil, fmt.Errorf("reading the actions of the go command: %w", err)
	}
	spent := map[string]time.Duration{}
	for _, a := range actions {
		if a.Mode == "build" {
			spent[a.Package] += a.CmdUser + a.CmdSys
		}
	}
	return spent, nil
}

// aloneSource prints a program that does nothing but hold a value of the subject's
// type, and the codec of an adapter, if it has one.
func (m *mainPackage) aloneSource() ([]byte, error) {
	f := goprint.New(m.path, "main")
	f.Reserve("main")
	codec := goprint.Ident{Path: workerPath + "/adapter", Name: "Codec"}
	f.P("var codec any")
	f.P("func main() {")
	f.P(goprint.Ident{Path: "fmt", Name: "Println"}, "(new(", m.alone.Type, "))")
	if len(m.pkgs) == 0 {
		f.P("codec = ", codec, "[", m.alone.Type, "]{}")
	} else {
		f.P("codec = ", f.Ident(m.pkgs[0].path, "New"), "()")
	}
	f.P("}")
	src, err := f.Source()
	if err != nil {
		return nil, fmt.Errorf("emitting a program: %s", oneLine(err.Error()))
	}
	return src, nil
}
