// Package commit has a repository's files as they were at a commit, so that they can
// be built beside the working tree: in a folder of the cache, made by git archive.
// The user's own tree is not touched: there is no worktree, no checkout and no stash.
package commit

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/assay-go/assay/internal/compile"
)

// Tree is a repository's files at a commit.
type Tree struct {
	Ref    string
	Commit string   // the short hash
	Dir    string   // where the folder that was asked from is in the files
	Env    []string // of the go command there; nil is the process's
	Notes  []string // what is not in the files, or beside them

	// Changed says that the working tree has changes that are in no commit, for who
	// compares with it; it is empty where there are none.
	Changed string
}

// Unpack writes what the repository that dir lies in has at ref to the cache, once.
// An error is one line that begins with git:REF.
func Unpack(ctx context.Context, dir, ref, cacheDir string) (*Tree, error) {
	if dir == "" {
		dir = "."
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	git := func(args ...string) (string, error) {
		out, err := runGit(ctx, dir, args...)
		return strings.TrimSpace(string(out)), err
	}
	root, err := git("rev-parse", "--show-toplevel")
	if err != nil {
		return nil, fmt.Errorf("git:%s: %s is in no git repository: %w", ref, dir, err)
	}
	if strings.HasPrefix(ref, "-") {
		return nil, fmt.Errorf("git:%s: that is no commit", ref)
	}
	hash, err := git("rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	if err != nil {
		hint := "git log, git branch -a and git tag list what there is"
		if shallow, _ := git("rev-parse", "--is-shallow-repository"); shallow == "true" {
			hint = "the clone is shallow: git fetch --unshallow, or fetch that commit"
		}
		return nil, fmt.Errorf("git:%s: there is no such commit here; %s", ref, hint)
	}
	rel, err := filepath.Rel(root, dir)
	if err != nil {
		return nil, err
	}
	t := &Tree{Ref: ref, Commit: short(hash)}
	parts, err := t.parts(ctx, part{repository: root, hash: hash})
	if err != nil {
		return nil, fmt.Errorf("git:%s: %w", ref, err)
	}
	var key []string
	for _, p := range parts {
		key = append(key, p.path+" "+p.hash)
	}
	folder, err := compile.TreeFolder(compile.Config{CacheDir: cacheDir}, strings.Join(key, "\n"), func(to string) error {
		for _, p := range parts {
			if err := p.unpack(ctx, to); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("git:%s: %w", ref, err)
	}
	t.Dir = filepath.Join(folder, rel)
	if _, err := os.Stat(t.Dir); err != nil {
		return nil, fmt.Errorf("git:%s: there was no folder %s at that commit", ref, rel)
	}
	changed, _ := git("status", "--porcelain", "--untracked-files=no")
	added, _ := git("ls-files", "--others", "--exclude-standard", "--", ":/*.go")
	if changed != "" || added != "" {
		t.Changed = "the working tree has changes that are in no commit: they are part of the newer side"
	}
	t.workspace(ctx, dir, root, folder)
	if err := outside(t.Dir, folder); err != nil {
		return nil, fmt.Errorf("git:%s: %w", ref, err)
	}
	return t, nil
}

// part is a repository's files at a commit, and where they are in the whole: those of
// the repository itself, or of a submodule.
type part struct {
	repository string
	hash       string
	path       string // with slashes; empty of the repository itself
}

// parts lists p and the submodules that it has at its commit, and theirs. Those that
// are not checked out, or have no such commit here, are noted: git archive leaves their
// folders empty.
func (t *Tree) parts(ctx context.Context, p part) ([]part, error) {
	list := []part{p}
	out, err := runGit(ctx, p.repository, "ls-tree", "-r", "-z", "--full-tree", p.hash)
	if err != nil {
		return nil, fmt.Errorf("git ls-tree: %w", err)
	}
	for entry := range strings.SplitSeq(string(out), "\x00") {
		head, name, _ := strings.Cut(entry, "\t")
		hash, ok := strings.CutPrefix(head, "160000 commit ")
		if !ok {
			continue
		}
		sub := part{filepath.Join(p.repository, filepath.FromSlash(name)), hash, path.Join(p.path, name)}
		if !sub.here(ctx) {
			t.Notes = append(t.Notes, fmt.Sprintf("git:%s: the submodule %s is not here at %s, so its folder is empty there: git submodule update --init, or git fetch in it", t.Ref, sub.path, short(hash)))
			continue
		}
		below, err := t.parts(ctx, sub)
		if err != nil {
			return nil, err
		}
		list = append(list, below...)
	}
	return list, nil
}

// here reports whether the submodule is checked out, and its repository has the commit.
func (p part) here(ctx context.Context) bool {
	if _, err := os.Stat(filepath.Join(p.repository, ".git")); err != nil { // git would ask the repository above
		return false
	}
	_, err := runGit(ctx, p.repository, "cat-file", "-e", p.hash+"^{commit}")
	return err == nil
}

func short(hash string) string { return hash[:min(7, len(hash))] }

// outside returns an error where the module of dir has others in the place of modules
// that are beside the repository: what they were at the commit is not known.
func outside(dir, root string) error {
	for {
		name := filepath.Join(dir, "go.mod")
		data, err := os.ReadFile(name)
		if err == nil {
			return leadsOut(dir, root, name, data)
		}
		if dir == root || dir == filepath.Dir(dir) {
			return nil
		}
		dir = filepath.Dir(dir)
	}
}

func leadsOut(dir, root, name string, data []byte) error {
	if _, err := os.Stat(filepath.Join(dir, "vendor", "modules.txt")); err == nil {
		return nil // which has what they were
	}
	mod, err := modfile.Parse(name, data, nil)
	if err != nil {
		return nil // the go command says it better
	}
	for _, r := range mod.Replace {
		if r.New.Version != "" || filepath.IsAbs(r.New.Path) {
			continue
		}
		if rel, err := filepath.Rel(root, filepath.Join(dir, filepath.FromSlash(r.New.Path))); err != nil || !filepath.IsLocal(rel) {
			return fmt.Errorf("its go.mod replaces %s by %s, which is outside of the repository, so that no commit tells what it was: use a version of it, or go mod vendor", r.Old.Path, r.New.Path)
		}
	}
	return nil
}

// workspace has the go command use the commit's own workspace, if it has one: one
// outside the repository names folders that are not at the commit.
func (t *Tree) workspace(ctx context.Context, dir, root, folder string) {
	cmd := exec.CommandContext(ctx, "go", "env", "GOWORK")
	cmd.Dir = dir
	out, err := cmd.Output()
	work := strings.TrimSpace(string(out))
	if err != nil || work == "" || work == "off" || work == os.DevNull {
		return
	}
	at := "off"
	if rel, err := filepath.Rel(root, work); err == nil && filepath.IsLocal(rel) {
		if _, err := os.Stat(filepath.Join(folder, rel)); err == nil {
			at = filepath.Join(folder, rel)
		}
	}
	if at == "off" {
		t.Notes = append(t.Notes, fmt.Sprintf("git:%s: the workspace %s is not at that commit: its go.mod alone is used", t.Ref, work))
	}
	t.Env = append(os.Environ(), "GOWORK="+at)
}

// unpack writes the files to their place in a folder of the whole.
func (p part) unpack(ctx context.Context, folder string) error {
	out, err := runGit(ctx, p.repository, "archive", "--format=tar", p.hash)
	if err != nil {
		return fmt.Errorf("git archive: %w", err)
	}
	r, err := os.OpenRoot(folder) // a link in the archive leads nowhere else
	if err != nil {
		return err
	}
	defer r.Close()
	for tr := tar.NewReader(bytes.NewReader(out)); ; {
		h, err := tr.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("reading git archive: %w", err)
		}
		name := filepath.FromSlash(path.Join(p.path, h.Name))
		switch h.Typeflag {
		case tar.TypeDir:
			err = r.MkdirAll(name, 0o700)
		case tar.TypeSymlink:
			if err = r.MkdirAll(filepath.Dir(name), 0o700); err == nil {
				err = r.Symlink(h.Linkname, name)
			}
		case tar.TypeReg:
			if err = r.MkdirAll(filepath.Dir(name), 0o700); err == nil {
				err = copyFile(r, name, tr)
			}
		}
		if err != nil {
			return fmt.Errorf("unpacking %s: %w", h.Name, err)
		}
	}
	return nil
}

func copyFile(r *os.Root, name string, from io.Reader) error {
	f, err := r.Create(name)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	return errors.Join(err, f.Close())
}

// runGit returns what git prints. Its complaint is the error.
func runGit(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if msg := strings.TrimSpace(stderr.String()); err != nil && msg != "" {
		first, _, _ := strings.Cut(msg, "\n")
		err = errors.New(strings.TrimPrefix(first, "fatal: "))
	}
	return out, err
}
