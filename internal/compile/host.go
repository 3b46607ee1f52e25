package compile

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/assay-go/assay"
)

// Host is the package that emitted packages are laid below, and its module.
type Host struct {
	ModuleDir  string
	ModulePath string
	PkgDir     string // folder of the host package
	PkgPath    string // import path of the host package

	// TypePath is the import path of the package that was asked for. It
	// differs from PkgPath when that package belongs to a dependency.
	TypePath string

	// Dir, Env and BuildFlags are what go/packages needs to load TypePath.
	Dir        string
	Env        []string
	BuildFlags []string

	module *hostModule
}

// hostModule is the module that a build takes place in.
type hostModule struct {
	dir   string
	path  string
	goMod []byte // alternative go.mod without any driver's requirements
	goSum []byte
	env   []string
	flags []string
	goEnv map[string]string
}

// same reports whether two hosts lie in one module.
func (m *hostModule) same(o *hostModule) bool {
	return m == o || m.dir == o.dir && string(m.goMod) == string(o.goMod)
}

// scratchPath is the path of the module that hosts built-in workloads.
const scratchPath = "assay.scratch"

// Scratch returns a host in the cache, for the built-in workloads and for types
// of the standard library. It requires nothing but assay's own packages.
func Scratch(ctx context.Context, cfg Config) (*Host, error) {
	c, err := openCache(cfg)
	if err != nil {
		return nil, err
	}
	goMod := fmt.Sprintf("module %s\n\ngo %s\n\nrequire %s v0.0.0\n\nreplace %[3]s => %s\n",
		scratchPath, sourcesGoVersion, assay.ModulePath, modfileQuote(c.src))
	dir, err := c.addFolder("scratch", map[string][]byte{"go.mod": []byte(goMod)})
	if err != nil {
		return nil, err
	}
	env := append(environ(cfg), "GOWORK=off")
	goEnv, err := goCommand{dir, env}.goEnv(ctx)
	if err != nil {
		return nil, err
	}
	m := &hostModule{dir: dir, path: scratchPath, goMod: []byte(goMod), goSum: pinnedSums, env: env, flags: cfg.Flags, goEnv: goEnv}
	return &Host{
		ModuleDir: dir, ModulePath: scratchPath, PkgDir: dir, PkgPath: scratchPath,
		Dir: dir, Env: env, BuildFlags: append([]string{"-mod=mod"}, cfg.Flags...), module: m,
	}, nil
}

// listedPackage is what "go list" tells of a package.
type listedPackage struct {
	Dir        string
	ImportPath string
	Name       string
	Standard   bool
	Module     *listedModule
	Error      *struct{ Err, Pos string }

	GoFiles, CgoFiles, SFiles, EmbedFiles []string
	Imports                               []string
	ImportMap                             map[string]string
}

type listedModule struct {
	Path, Version, Dir, GoMod string
	Main                      bool
	Replace                   *listedModule
}

// OpenHost returns the host for the package pkg, an import path or a relative
// path as "go build" takes it in cfg.Dir. For a package of the main module (or
// of a module of the workspace) it is the package itself, so that emitted code
// may import what is internal; for one of a dependency, the root of the main
// module. Nothing is written to the module.
func OpenHost(ctx context.Context, cfg Config, pkg string) (*Host, error) {
	c, err := openCache(cfg)
	if err != nil {
		return nil, err
	}
	dir, err := filepath.Abs(cfg.Dir)
	if err != nil {
		return nil, fmt.Errorf("directory %s: %w", cfg.Dir, err)
	}
	if _, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("opening package %s: %w", pkg, err)
	}
	native := goCommand{dir, environ(cfg)}
	goEnv, err := native.goEnv(ctx)
	if err != nil {
		return nil, err
	}
	if noFile(goEnv["GOMOD"]) && noFile(goEnv["GOWORK"]) {
		return openWithoutModule(ctx, cfg, native, pkg)
	}
	p, err := native.listOne(ctx, cfg, pkg)
	if err != nil {
		return nil, err
	}
	m := p.Module
	h := &Host{PkgDir: p.Dir, PkgPath: p.ImportPath, TypePath: p.ImportPath, Dir: dir, Env: native.env, BuildFlags: cfg.Flags}
	if m == nil || !m.Main {
		if m, err = native.mainModule(ctx, cfg, dir); err != nil {
			return nil, err
		}
		if owner, internal := internalTo(p.ImportPath); internal && !p.Standard && !within(m.Path, owner) {
			return nil, fmt.Errorf("package %s is internal to %s and cannot be imported from module %s", p.ImportPath, owner, m.Path)
		}
		h.PkgDir, h.PkgPath = m.Dir, m.Path
	}
	if _, err := os.Lstat(filepath.Join(h.PkgDir, workerDir)); err == nil {
		return nil, fmt.Errorf("%s exists, but emitted packages are laid (virtually) there: move it away", filepath.Join(h.PkgDir, workerDir))
	}
	h.ModuleDir, h.ModulePath = m.Dir, m.Path
	vendored, err := c.vendored(m.Dir, goEnv["GOMODCACHE"])
	if err != nil {
		return nil, err
	}
	goMod, goSum, err := alternative(m.Dir, m.GoMod, goEnv["GOWORK"], c.src, vendored)
	if err != nil {
		return nil, err
	}
	h.module = &hostModule{dir: m.Dir, path: m.Path, goMod: goMod, goSum: goSum, env: append(environ(cfg), "GOWORK=off"), flags: cfg.Flags, goEnv: goEnv}
	return h, nil
}

// openWithoutModule hosts what can be had without a module of the user's: the
// standard library and assay's own packages.
func openWithoutModule(ctx context.Context, cfg Config, native goCommand, pkg string) (*Host, error) {
	h, err := Scratch(ctx, cfg)
	if err != nil {
		return nil, err
	}
	if within(pkg, assay.ModulePath) {
		h.TypePath = pkg
		return h, nil
	}
	p, err := native.listOne(ctx, cfg, pkg)
	if err == nil && p.Standard {
		h.TypePath = p.ImportPath
		return h, nil
	}
	return nil, fmt.Errorf("package %s: there is no go.mod in %s or above: run inside the module of the type, or make one with go mod init", pkg, native.dir)
}

// listOne describes the one package that pkg names.
func (g goCommand) listOne(ctx context.Context, cfg Config, pkg string) (*listedPackage, error) {
	args := append([]string{"list", "-e", "-json=Dir,ImportPath,Name,Standard,Module,Error,GoFiles,CgoFiles"}, cfg.Flags...)
	out, stderr, err := g.run(ctx, append(args, "--", pkg)...)
	if err != nil {
		return nil, goError("opening package "+pkg, stderr, err)
	}
	list, err := decodeStream[listedPackage](out)
	if err != nil {
		return nil, fmt.Errorf("opening package %s: reading the output of go list: %w", pkg, err)
	}
	switch {
	case len(list) == 0:
		return nil, fmt.Errorf("opening package %s: there is no such package", pkg)
	case len(list) > 1:
		return nil, fmt.Errorf("opening package %s: that names %d packages: name one", pkg, len(list))
	case list[0].Error != nil && (list[0].Dir == "" || len(list[0].GoFiles)+len(list[0].CgoFiles) == 0):
		return nil, fmt.Errorf("opening package %s: %s", pkg, oneLine(list[0].Error.Err))
	case list[0].Name == "main":
		return nil, fmt.Errorf("package %s is a command, which cannot be imported: move the type to a package of its own", list[0].ImportPath)
	}
	return list[0], nil
}

// mainModule returns the main module that dir lies in, or the first of the
// workspace.
func (g goCommand) mainModule(ctx context.Context, cfg Config, dir string) (*listedModule, error) {
	out, stderr, err := g.run(ctx, append(append([]string{"list"}, cfg.Flags...), "-m", "-json")...)
	if err != nil {
		return nil, goError("looking for the main module", stderr, err)
	}
	list, err := decodeStream[listedModule](out)
	if err != nil || len(list) == 0 {
		return nil, fmt.Errorf("looking for the main module: go list -m named none (%v)", err)
	}
	best := list[0]
	for _, m := range list {
		rel, err := filepath.Rel(m.Dir, dir)
		if err == nil && filepath.IsLocal(rel) && len(m.Dir) > len(best.Dir) {
			best = m
		}
	}
	return best, nil
}

// noFile reports whether the go command says that a file does not exist.
func noFile(name string) bool { return name == "" || name == os.DevNull || name == "off" }

// internalTo returns the path that pkg's last element "internal" hangs from.
func internalTo(pkg string) (owner string, ok bool) {
	s := "/" + pkg + "/"
	i := strings.LastIndex(s, "/internal/")
	if i < 0 {
		return "", false
	}
	return strings.TrimPrefix(s[:i], "/"), true
}

// within reports whether pkg is root or below it.
func within(pkg, root string) bool {
	return root == "" || pkg == root || strings.HasPrefix(pkg, root+"/")
}

// decodeStream reads the JSON values that follow each other in data.
func decodeStream[T any](data []byte) ([]*T, error) {
	var list []*T
	for dec := json.NewDecoder(strings.NewReader(string(data))); dec.More(); {
		v := new(T)
		if err := dec.Decode(v); err != nil {
			return list, err
		}
		list = append(list, v)
	}
	return list, nil
}

// readOptional reads a file that may be missing.
func readOptional(name string) ([]byte, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}
