package compile

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
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
// with a build cache of their own in which nothing is compiled yet, and fills in
// what the adapters add. An adapter whose program does not link has none.
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
	dir, err := os.MkdirTemp("", "assay-footprint-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	graph := filepath.Join(dir, "graph.json")
	args := []string{"-debug-actiongraph=" + graph, "-o", dir + string(filepath.Separator), "--"}
	for _, m := range mains {
		args = append(args, m.path)
	}
	j.tell("footprint", 0, len(mains))
	alone := *j
	alone.env = append(j.env[:len(j.env):len(j.env)], "GOCACHE="+filepath.Join(dir, "cache"))
	linked := 0
	alone.tell = func(string, int, int) {
		linked++
		j.tell("footprint", min(linked, len(j.graph)), len(j.graph))
	}
	if _, err := alone.goBuild(ctx, "compile", args...); err != nil {
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
