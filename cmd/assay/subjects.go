package main

import (
	"fmt"
	"strings"

	"github.com/assay-go/assay"
	"github.com/assay-go/assay/compile"
	"github.com/assay-go/assay/spelling"
	"github.com/assay-go/assay/typemodel"
	"github.com/assay-go/assay/typemodel/load"
	"github.com/assay-go/assay/worker/protocol"
	"github.com/assay-go/assay/workload"
	"github.com/assay-go/assay/workloads"
)

// subject is a type to be measured, with where its values come from.
type subject struct {
	build *compile.Subject
	data  protocol.Data
}

// subjects resolves the arguments: all workloads when there are none.
func (c *runCommand) subjects(s *session, p *progress) ([]*subject, error) {
	names := c.Subjects
	if len(names) == 0 {
		names = workloadNames()
	}
	var list []*subject
	seen := map[string]bool{}
	for i, name := range names {
		p.update("loading types", i, len(names), 0)
		if seen[name] {
			return nil, fmt.Errorf("%s is named twice", name)
		}
		seen[name] = true
		sub, err := c.subject(s, name)
		if err != nil {
			return nil, err
		}
		list = append(list, sub)
	}
	return list, nil
}

func (c *runCommand) subject(s *session, name string) (*subject, error) {
	if w, ok := workloads.Lookup(name); ok {
		return c.workload(s, w)
	}
	if !strings.Contains(name, ".") {
		return nil, fmt.Errorf("there is no workload %q%s; a type is written with its package, as in ./orders.Order", name, spelling.Hint(name, workloadNames()))
	}
	return c.userType(s, name)
}

// workload makes the subject of a built-in workload: the same way as for a
// user's type, in a module of its own.
func (c *runCommand) workload(s *session, w workload.Workload) (*subject, error) {
	o := workload.Options{Seed: c.Seed, Count: c.Count, Flags: c.flags.of(w)}
	host, err := s.scratchHost()
	if err != nil {
		return nil, err
	}
	typ, values := w.TypeFor(o)
	loaded, err := load.Load(s.ctx, load.Config{Dir: host.Dir, Env: host.Env, BuildFlags: host.BuildFlags},
		assay.ModulePath+"/workloads/"+w.Name+"."+typ)
	if err != nil {
		return nil, err
	}
	return &subject{
		build: &compile.Subject{Name: w.Name, Type: loaded.Type, Host: host, Workload: true, SampleFunc: values},
		data:  protocol.Data{Seed: c.Seed, Count: c.Count, Flags: o.Flags},
	}, nil
}

// userType makes the subject of a type in the module that the user stands in,
// or in one of its dependencies.
func (c *runCommand) userType(s *session, name string) (*subject, error) {
	cfg := s.buildConfig()
	loaded, err := load.Load(s.ctx, load.Config{}, name)
	if err != nil {
		return nil, err
	}
	if len(loaded.Refusals) > 0 {
		return nil, fmt.Errorf("%s cannot be measured: %s", name, joinRefusals(loaded.Refusals))
	}
	host, err := compile.OpenHost(s.ctx, cfg, loaded.Package.Path)
	if err != nil {
		return nil, err
	}
	return &subject{
		build: &compile.Subject{Name: name, Type: loaded.Type, Host: host, SampleFunc: c.Sample},
		data:  protocol.Data{Seed: c.Seed, Count: c.Count, File: c.Data},
	}, nil
}

func joinRefusals(list []typemodel.Refusal) string {
	parts := make([]string, len(list))
	for i, r := range list {
		parts[i] = r.String()
	}
	return strings.Join(parts, "; ")
}

func workloadNames() []string {
	var names []string
	for _, w := range workloads.All {
		names = append(names, w.Name)
	}
	return names
}

// scratchHost returns the module that the workloads are built in. They share
// it, and so the workers.
func (s *session) scratchHost() (*compile.Host, error) {
	if s.scratch == nil {
		host, err := compile.Scratch(s.ctx, s.buildConfig())
		if err != nil {
			return nil, err
		}
		s.scratch = host
	}
	return s.scratch, nil
}

func (s *session) buildConfig() compile.Config { return compile.Config{CacheDir: s.cacheDir} }
