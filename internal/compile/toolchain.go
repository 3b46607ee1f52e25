package compile

import (
	"context"
	"fmt"
	"go/version"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// Toolchain returns what GOTOOLCHAIN is to be for a version of Go as people write it:
// "1.26.8", "go1.27rc1", or "1.27" for a release of that line: the go command's own
// where it is of it, else the latest in the module cache, else the latest that there
// is. The go command downloads what is not there.
func Toolchain(ctx context.Context, cfg Config, name string) (string, error) {
	v := "go" + strings.TrimPrefix(name, "go")
	if !version.IsValid(v) {
		return "", fmt.Errorf("%q is no version of Go: write one as 1.27 or 1.26.8", name)
	}
	if v != version.Lang(v) {
		return v, nil
	}
	g := goCommand{cfg.Dir, environ(cfg)}
	env, err := g.goEnv(ctx)
	if err != nil {
		return "", err
	}
	if own := env["GOVERSION"]; version.Lang(own) == v {
		return own, nil
	}
	// As the module golang.org/toolchain has them, v0.0.1-go1.27.4.linux-amd64.
	system := "." + runtime.GOOS + "-" + runtime.GOARCH
	prefix := filepath.Join(env["GOMODCACHE"], "golang.org", "toolchain@v0.0.1-")
	var here []string
	folders, _ := filepath.Glob(prefix + v + "*" + system)
	for _, folder := range folders {
		if one := strings.TrimSuffix(strings.TrimPrefix(folder, prefix), system); version.Lang(one) == v {
			here = append(here, one)
		}
	}
	if len(here) > 0 {
		return slices.MaxFunc(here, version.Compare), nil
	}
	out, stderr, err := g.run(ctx, "list", "-m", "-f", "{{.Version}}", "go@"+strings.TrimPrefix(v, "go"))
	if err != nil {
		return "", goError("looking for a release of "+v, stderr, err)
	}
	return "go" + strings.TrimSpace(string(out)), nil
}
