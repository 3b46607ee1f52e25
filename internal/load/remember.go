package load

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Remember returns a func that loads packages by f, or by [packages.Load] if f is nil,
// and loads what is asked for again but once: many types of one package take no longer
// than one. It is for a time in which the sources do not change, and one goroutine.
func Remember(f Packages) Packages {
	if f == nil {
		f = Config{}.packages
	}
	known := map[string][]*packages.Package{}
	return func(cfg *packages.Config, patterns ...string) ([]*packages.Package, error) {
		var key strings.Builder
		fmt.Fprintf(&key, "%d %q %q %q %q", cfg.Mode, cfg.Dir, cfg.Env, cfg.BuildFlags, patterns)
		for _, name := range slices.Sorted(maps.Keys(cfg.Overlay)) {
			fmt.Fprintf(&key, " %q %q", name, cfg.Overlay[name])
		}
		if list, ok := known[key.String()]; ok {
			return list, nil
		}
		list, err := f(cfg, patterns...)
		if err == nil {
			known[key.String()] = list
		}
		return list, err
	}
}
