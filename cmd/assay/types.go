package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/modfile"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/internal/load"
	"github.com/assay-go/assay/internal/rows/spelling"
)

// moduleTypes returns the exported struct types of the module that the current folder
// is in, as they are named from here: ./orders.Order, sorted. There are none outside of
// a module, nor where its files cannot be read.
func moduleTypes(ctx context.Context) []string {
	names := likelyTypes(ctx)
	slices.Sort(names)
	return names
}

// likelyTypes returns them with those first that look the most like data.
func likelyTypes(ctx context.Context) []string {
	root, err := moduleRoot()
	if err != nil {
		return nil
	}
	found, err := look(ctx, root)
	if err != nil {
		return nil
	}
	return found.likely(root)
}

// likeliestType returns the first of them whose package compiles, "" where none of those
// that were tried does. What takes too long to be tried counts as one that does.
func likeliestType(ctx context.Context) string {
	const packages = 3
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	broken := map[string]bool{} // packages
	for _, name := range likelyTypes(ctx) {
		pkg := name[:strings.LastIndexByte(name, '.')]
		if broken[pkg] {
			continue
		}
		if _, err := load.Load(ctx, load.Config{}, name); err == nil || ctx.Err() != nil {
			return name
		}
		if broken[pkg] = true; len(broken) == packages {
			break
		}
	}
	return ""
}

// likely returns the names of the types that were found below root.
func (f *finding) likely(root string) []string {
	var names []string
	seen := map[string]bool{} // in files of several systems
	for _, t := range f.types {
		if name := fromHere(root, t.dir, t.name); !seen[name] {
			names = append(names, name)
			seen[name] = true
		}
	}
	return names
}

// fromHere returns how a type of the package in a folder below root is named from the
// current folder.
func fromHere(root, dir, name string) string {
	dir = filepath.Join(root, filepath.FromSlash(dir))
	if here, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(here, dir); err == nil {
			dir = rel
		}
	}
	return typeName(filepath.ToSlash(dir), name)
}

// typeName returns how a type of the package in a folder is named.
func typeName(dir, name string) string {
	switch {
	case dir == ".":
		return "." + name
	case strings.HasPrefix(dir, "../") || dir == "..":
		return dir + "." + name
	}
	return "./" + dir + "." + name
}

// nearTypes returns a line that names the types of the module which may have been
// meant by arguments that an error complains of and that name none, or some of them
// where none is near, and "" where there is nothing to say.
func nearTypes(ctx context.Context, args []string, complaint string) string {
	root, err := moduleRoot()
	if err != nil {
		return ""
	}
	found, err := look(ctx, root)
	if err != nil {
		return ""
	}
	types := found.likely(root)
	if len(types) == 0 {
		return ""
	}
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return ""
	}
	module := modfile.ModulePath(text)
	declared := func(arg string) bool {
		arg, _, _ = strings.Cut(arg, "[") // of an instance
		for key := range found.declared {
			dot := strings.LastIndexByte(key, '.')
			name := fromHere(root, key[:dot], key[dot+1:])
			if arg == name || args[0] == "gen" && "."+arg == name || arg == "./"+name || arg == module+strings.TrimPrefix(key, ".") || dot == 0 && arg == module+key {
				return true
			}
		}
		return false
	}
	for _, arg := range args[min(1, len(args)):] {
		if strings.HasPrefix(arg, "-") || !strings.Contains(complaint, arg) || declared(arg) || slices.Contains(bench.WorkloadNames(), arg) {
			continue
		}
		if near := nearest(arg, types); len(near) > 0 {
			return "types of your module that may be meant: " + strings.Join(near, ", ")
		}
		if !strings.HasPrefix(arg, ".") && !strings.Contains(arg, "/") { // a commit, or a row
			continue
		}
		more := ""
		if len(types) > mostNear {
			more = fmt.Sprintf(" and %d more", len(types)-mostNear)
		}
		return "types of your module: " + strings.Join(types[:min(len(types), mostNear)], ", ") + more
	}
	return ""
}

// mostNear is how many types are named at most.
const mostNear = 5

// nearest returns the types of the named package, or those of the same name, or the
// one whose name is nearest.
func nearest(arg string, types []string) []string {
	last := func(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
	in := func(test func(string) bool) []string {
		var list []string
		for _, t := range types {
			if test(t) {
				list = append(list, t)
			}
		}
		return list[:min(len(list), mostNear)]
	}
	if near := in(func(t string) bool { return strings.TrimSuffix(t, "."+last(t)) == strings.TrimSuffix(arg, "/") }); len(near) > 0 {
		return near
	}
	if near := in(func(t string) bool { return strings.EqualFold(last(t), last(arg)) }); len(near) > 0 {
		return near
	}
	if near := spelling.Nearest(arg, types); near != "" {
		return []string{near}
	}
	return nil
}
