package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"

	"github.com/assay-go/assay/internal/load"
)

// keyedTypes are those whose MessagePack and CBOR is measured.
var keyedTypes = []string{
	"github.com/assay-go/assay/workloads/data.Data", "github.com/assay-go/assay/workloads/colorgroup.ColorGroup",
	"github.com/assay-go/assay/workloads/signedblock.SignedBlock", "github.com/assay-go/assay/workloads/teststruc.TestStruc",
	home + "/spans.Traces",
}

// keyedPeers writes assay's code for these types in the dialects of those that it is measured
// beside, and that of msgp. The others read and write by reflection.
func keyedPeers(ctx context.Context) error {
	folder := filepath.Join("emitted", "keyed")
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	for name, options := range map[string][]string{
		"msgpack": {"--format=msgpack"}, "fxamacker": {"--format=cbor"}, "coredet": {"--format=cbor", "--dialect=coredet"}, "ugorji": {"--format=cbor", "--dialect=ugorji"},
	} {
		args := append([]string{"run", "../../cmd/assay", "gen", "--out=" + filepath.Join(folder, name, "code.go")}, options...)
		if err := os.MkdirAll(filepath.Join(folder, name), 0o777); err != nil {
			return err
		}
		cmd := exec.CommandContext(ctx, "go", append(args, keyedTypes...)...)
		cmd.Stderr = os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("assay gen: %w", err)
		}
	}
	d, v, err := variant("msgp")
	if err != nil {
		return err
	}
	packages := load.Remember(nil)
	for _, name := range keyedTypes {
		loaded, err := load.Load(ctx, load.Config{Packages: packages}, name)
		if err != nil {
			return err
		}
		carried, refusals := d.Carry(loaded.Type, v)
		if len(refusals) > 0 {
			return fmt.Errorf("%s: msgp cannot: %s", name, refusals[0])
		}
		to := path.Join("emitted/keyed/msgp", strings.ToLower(loaded.Type.Name.Name))
		a, err := carried.Emit(path.Join(home, to))
		if err == nil {
			err = write(ctx, a, to)
		}
		if err != nil {
			return fmt.Errorf("%s: msgp: %w", name, err)
		}
	}
	return nil
}
