package compile

import (
	"os"
	"strings"
	"testing"
)

// A full disk is named, whichever of the folders it holds that the go command writes to.
func TestFullDisk(t *testing.T) {
	for said, want := range map[string]string{
		"go: creating work dir: mkdir /scratch/go-build12: no space left on device\n":             "/scratch/go-build12",
		"# example.com/x\nwrite /var/cache/go-build/ab/ab-d: no space left on device\n":           "/var/cache/go-build/ab/ab-d",
		"/usr/lib/go/link: write /c/worker/tmp-1/w: no space left on device":                      "/c/worker/tmp-1/w",
		"go: example.com/x: write /root/go/pkg/mod/cache/download/x.zip: no space left on device": "/root/go/pkg/mod/cache/download/x.zip",
		"mapping output file failed: no space left on device":                                     os.TempDir(),
		"compile: writing output: write $WORK/b001/_pkg_.a: no space left on device":              "GOCACHE",
	} {
		err := goError("building the worker", said, nil)
		if text := err.Error(); !strings.HasPrefix(text, "building the worker: the disk is full") || !strings.Contains(text, want) || strings.Contains(text, "\n") {
			t.Errorf("%q: %v, want %s", said, err, want)
		}
	}
}
