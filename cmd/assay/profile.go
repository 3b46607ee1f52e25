package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/assay-go/assay/internal/atomic"
	"github.com/assay-go/assay/internal/rows"
)

// profiles are those that a run takes of a variant.
type profiles struct {
	variant string // empty: none are asked for
	written bool
}

func (p *profiles) files() (cpu, allocs string) {
	return p.variant + ".cpu.pprof", p.variant + ".allocs.pprof"
}

// check returns an error where a file of somebody else's would be replaced.
func (p *profiles) check(s *session) error {
	cpu, allocs := p.files()
	return errors.Join(s.mayReplace(cpu), s.mayReplace(allocs))
}

// write writes the profiles to the current folder.
func (p *profiles) write(cpu, allocs []byte) error {
	p.written = true
	cpuFile, allocsFile := p.files()
	return errors.Join(writeProfile(cpuFile, cpu), writeProfile(allocsFile, allocs))
}

// writeProfile writes a profile so that a later run knows it as assay's.
func writeProfile(name string, profile []byte) error {
	r, err := gzip.NewReader(bytes.NewReader(profile))
	if err != nil {
		return err
	}
	var file bytes.Buffer
	w := gzip.NewWriter(&file)
	w.Comment = atomic.Text
	if _, err := io.Copy(w, r); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return atomic.Write(name, file.Bytes())
}

// say prints how they are looked at.
func (p *profiles) say(s *session) {
	cpu, allocs := p.files()
	switch {
	case p.variant == "":
	case p.written:
		fmt.Fprintf(s.stderr, "\nProfiles of %s, marshal and unmarshal together:\n  go tool pprof -top %s\n  go tool pprof -top -sample_index=alloc_space %s\n", p.variant, cpu, allocs)
	default:
		fmt.Fprintf(s.stderr, "\nThere are no profiles: %s has no figures.\n", p.variant)
	}
}

// wholeName returns an error where a name is not that of one variant. What is the flag or
// command that takes it.
func wholeName(what, name string, all []rows.Candidate) error {
	if slices.ContainsFunc(all, func(r rows.Candidate) bool { return r.Row == name }) {
		return nil
	}
	if _, err := rows.Parse(name, "", all); err != nil {
		return err
	}
	return fmt.Errorf("%s takes one variant by its whole name, and %s means several: assay list --serializers=%s has them", what, name, name)
}
