package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-go/assay/bench"
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
	here, err := os.Getwd()
	if err != nil {
		return nil
	}
	var names []string
	seen := map[string]bool{} // in files of several systems
	for _, t := range found.types {
		rel, err := filepath.Rel(here, filepath.Join(root, filepath.FromSlash(t.dir)))
		if err != nil {
			return nil
		}
		if name := typeName(filepath.ToSlash(rel), t.name); !seen[name] {
			names = append(names, name)
			seen[name] = true
		}
	}
	return names
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
// meant by arguments that name none, or some of them where none is near, and "" where
// there is nothing to say.
func nearTypes(ctx context.Context, args []string) string {
	types := likelyTypes(ctx)
	if len(types) == 0 {
		return ""
	}
	for _, arg := range args[min(1, len(args)):] {
		known := func(t string) bool { return arg == t || strings.HasSuffix(arg, strings.TrimPrefix(t, ".")) }
		if strings.HasPrefix(arg, "-") || slices.ContainsFunc(types, known) || slices.Contains(bench.WorkloadNames(), arg) {
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
