// Command site makes a static site of the documentation:
//
//	go run ./docs/site -out=public
//	go run ./docs/site -out=public -version=v0.3.0
//
// A page is Markdown first: a file of the repository, or facts that are set as
// Markdown, such as a page for each serializer. So every page lies beside its HTML
// as the Markdown that it was made of, and llms.txt lists those. A link to nowhere
// is an error, and nothing is written then. The site needs no server: a page and
// the search work as files too.
//
// With -version the site is written to a folder of that name, and every version's
// pages offer the versions that lie beside it.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
)

func main() {
	root := flag.String("root", ".", "the repository")
	out := flag.String("out", "public", "the folder that the site is written to")
	version := flag.String("version", "", "the version that the pages are of: a folder below -out")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := build(ctx, *root, *out, *version); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// build makes the whole site, under each of the versions.
func build(ctx context.Context, root, out string, versions ...string) error {
	pages, files, err := collect(ctx, root)
	if err != nil {
		return err
	}
	picture, err := chart(root)
	if err != nil {
		return err
	}
	s, err := render(root, pages, files, picture)
	if err != nil {
		return err
	}
	for _, version := range versions {
		if err := s.write(out, version); err != nil {
			return err
		}
	}
	return nil
}
