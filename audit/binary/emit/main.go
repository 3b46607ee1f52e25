// Command emit writes the code of the serializers for the types of the audit: the
// adapters that the drivers of this checkout emit, with what the libraries' own
// generators make of the types, and the list of them.
//
// It runs in the folder audit/binary and writes the folder emitted and contenders_test.go;
// with the argument protobuf or keyed no more than what protobuf_test.go or keyed_test.go calls.
// With DRAW=SEED in the environment, the types are twelve that the seed draws from pool.txt. With
// BEFORE=FILE, an assay of another commit, the code that it emits in flat is there as assay.flat+before.
package main

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"go/format"
	"log"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/load"
	"github.com/assay-go/assay/typemodel"
)

const home = "github.com/assay-go/assay/audit/binary"

// subject is a type whose values are written and read.
type subject struct {
	name, pkg, typ string
	rows           []string // beside those for all
}

// The first three are workloads of assay. The ten behind them are structs of modules that
// nobody had in mind who worked on assay's formats, of the kinds that programs keep or
// send in binary: chain data, log entries, statistics, manifests, alerts, records,
// tables, vectors. The six of the standard library behind them were added when the code had
// been looked at beside those ten: nothing was tuned by them. The last five are of kinds
// on which the code was behind: a few strings beside other things, nothing but integers, lists of pairs.
var subjects = []subject{
	{"data", "github.com/assay-go/assay/workloads/data", "Data", []string{"assay.flat+evolvable"}},
	{"signedblock", "github.com/assay-go/assay/workloads/signedblock", "SignedBlock", []string{"assay.flat+evolvable", "assay.skycoin", "skyencoder"}},
	{"teststruc", "github.com/assay-go/assay/workloads/teststruc", "TestStruc", nil},
	{"blockheader", "github.com/btcsuite/btcd/wire", "BlockHeader", nil},
	{"transaction", "github.com/btcsuite/btcd/wire", "MsgTx", nil},
	{"raftlog", "github.com/hashicorp/raft", "Log", nil},
	{"netdev", "github.com/prometheus/procfs", "NetDevLine", nil},
	{"manifest", "github.com/opencontainers/image-spec/specs-go/v1", "Manifest", nil},
	{"alert", "github.com/prometheus/common/model", "Alert", nil},
	{"soa", "github.com/miekg/dns", "SOA", nil},
	{"server", "github.com/hetznercloud/hcloud-go/v2/hcloud/schema", "Server", nil},
	{"columns", "github.com/jackc/pgx/v5/pgproto3", "RowDescription", nil},
	{"embedding", "github.com/sashabaranov/go-openai", "Embedding", nil},
	{"tarheader", "archive/tar", "Header", nil},
	{"cookie", "net/http", "Cookie", nil},
	{"elfsymbol", "debug/elf", "Symbol", nil},
	{"pemblock", "encoding/pem", "Block", nil},
	{"image", "image", "RGBA", nil},
	{"memstats", "runtime", "MemStats", nil},
	{"timeseries", "github.com/VictoriaMetrics/VictoriaMetrics/lib/prompb", "TimeSeries", nil},
	{"kvpair", "github.com/hashicorp/consul/api", "KVPair", nil},
	{"dbstats", "database/sql", "DBStats", nil},
	{"iocounters", "github.com/shirou/gopsutil/v3/net", "IOCountersStat", nil},
	{"depth", "github.com/adshao/go-binance/v2", "DepthResponse", nil},
}

// rows are the serializers, each by the fastest of its rows that copy. What the
// libraries alias or share is another class.
var rows = []string{
	"assay.flat", "assay.flat+new", "mus+notunsafe", "benc+raw", "bebop200sc+notunsafe", "msgp", "colfer", "gencode+notunsafe",
	"vtprotobuf+raw", "vtprotobuf.pool+raw",
}

// mapless are those whose own structs have lists in the place of maps: to write those is
// less than was asked for, so that the copy is part of their loops.
var mapless = map[string]bool{"colfer": true, "gencode": true}

// pool has types by their names, packages and names there. Nothing is tuned by any of them: what is
// shown of the code is measured on some that a seed draws.
//
//go:embed pool.txt
var pool string

// drawn is how many are drawn.
const drawn = 12

// draw returns types of the pool.
func draw(seed uint64) (list []subject) {
	lines := strings.Split(strings.TrimSpace(pool), "\n")
	for _, k := range rand.New(rand.NewPCG(seed, 0)).Perm(len(lines))[:drawn] {
		f := strings.Fields(lines[k])
		list = append(list, subject{f[0], f[1], f[2], nil})
		log.Printf("seed %d of %d types draws %s.%s", seed, len(lines), f[1], f[2])
	}
	return list
}

func isMap(t *typemodel.Type) bool { return t.Kind == typemodel.Map }

func main() {
	log.SetFlags(0)
	log.SetPrefix("emit: ")
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	part := strings.Join(os.Args[1:], " ")
	if text := os.Getenv("DRAW"); text != "" {
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return fmt.Errorf("DRAW: %w", err)
		}
		subjects = draw(seed)
	}
	if part != "keyed" {
		if err := os.RemoveAll("emitted/protobuf"); err != nil {
			return err
		}
		if err := protobufPeers(ctx); err != nil || part == "protobuf" {
			return err
		}
	}
	if err := keyedPeers(ctx); err != nil || part == "keyed" {
		return err
	}
	var imports, list strings.Builder
	if os.Getenv("BEFORE") != "" {
		fmt.Fprintf(&imports, "%q\n", "github.com/assay-go/assay/worker/adapter")
	}
	packages := load.Remember(nil)
	for k, s := range subjects {
		loaded, err := load.Load(ctx, load.Config{Packages: packages, Incomplete: true}, s.pkg+"."+s.typ)
		if err != nil {
			return err
		}
		if err := os.RemoveAll(path.Join("emitted", s.name)); err != nil {
			return err
		}
		if d, v, err := variant(rows[0]); err != nil {
			return err
		} else if _, refusals := d.Carry(loaded.Type, v); len(refusals) > 0 { // then there is nothing to measure
			log.Printf("%s is left out: %s cannot: %s", s.name, rows[0], refusals[0])
			continue
		}
		fmt.Fprintf(&imports, "subject%d %q\n", k, s.pkg)
		fmt.Fprintf(&list, "of[subject%d.%s](%q,\n", k, s.typ, s.name)
		for _, row := range slices.Concat(rows, s.rows) {
			d, v, err := variant(row)
			if err != nil {
				return err
			}
			carried, refusals := d.Carry(loaded.Type, v)
			if len(refusals) > 0 {
				log.Printf("%s: %s cannot: %s", s.name, row, refusals[0])
				continue
			}
			folder := path.Join("emitted", s.name, strings.NewReplacer(".", "", "+", "").Replace(row))
			a, err := carried.Emit(path.Join(home, folder))
			if err != nil {
				return fmt.Errorf("%s: %s: %w", s.name, row, err)
			}
			if err := write(ctx, a, folder); err != nil {
				return fmt.Errorf("%s: %s: %w", s.name, row, err)
			}
			p := fmt.Sprintf("%s_%s", s.name, path.Base(folder))
			fmt.Fprintf(&imports, "%s %q\n", p, path.Join(home, folder))
			form := fmt.Sprintf("by(%q, %s.New)", row, p)
			if v.Transform && !(mapless[d.Name] && driver.Reaches(loaded.Type, isMap)) {
				form = fmt.Sprintf("byOwn(%q, %s.NewWire, %s.ToWire, %s.FromWire)", row, p, p, p)
			}
			fmt.Fprintf(&list, "%s,\n", form)
		}
		if command := os.Getenv("BEFORE"); command != "" {
			folder := path.Join("emitted", s.name, "assayflatbefore")
			cmd := exec.CommandContext(ctx, command, "gen", "--format=flat", "--out="+folder+"/code.go", s.pkg+"."+s.typ)
			if text, err := cmd.CombinedOutput(); err != nil {
				return fmt.Errorf("%s: %s: %w\n%s", s.name, command, err, text)
			}
			p, t := s.name+"_before", fmt.Sprintf("subject%d.%s", k, s.typ)
			fmt.Fprintf(&imports, "%s %q\n", p, path.Join(home, folder))
			// By functions that call it, as adapters have: those take a nanosecond.
			read := fmt.Sprintf("func(b []byte, v *%s) error { return %s.Unmarshal%sFlat(b, v) }", t, p, s.typ)
			fmt.Fprintf(&list, "by(before, func() adapter.Codec[%[1]s] { return adapter.Codec[%[1]s]{\n"+
				"Append: func(b []byte, v *%[1]s) ([]byte, error) { return %[2]s.Append%[3]sFlat(b, v) },\n"+
				"Marshal: func(v *%[1]s) ([]byte, error) { return %[2]s.Marshal%[3]sFlat(v) },\n"+
				"Unmarshal: %[4]s,\nUnmarshalReuse: %[4]s,\n} }),\n", t, p, s.typ, read)
		}
		if !typemodel.Recursive(loaded.Type) {
			var c copier
			c.own("v", loaded.Type)
			fmt.Fprintf(&list, "copies(func(v *subject%d.%s) {\n%s}),\n", k, s.typ, c.String())
		}
		fmt.Fprintf(&list, "),\n")
	}
	var out strings.Builder
	if strings.Contains(list.String(), "slices.") {
		imports.WriteString("\"slices\"\n")
	}
	fmt.Fprintf(&out, "// Code generated by audit/binary/emit; DO NOT EDIT.\n\npackage binary\n\nimport (\n%s)\n\nfunc init() {\nsubjects = append(subjects,\n%s)\n}\n", imports.String(), list.String())
	source, err := format.Source([]byte(out.String()))
	if err != nil {
		return err
	}
	return os.WriteFile("contenders_test.go", source, 0o666)
}

// variant returns what gives the row of a name.
func variant(row string) (*driver.Driver, driver.Variant, error) {
	for _, d := range drivers.All {
		for _, v := range d.Variants {
			if d.RowName(v) == row {
				return d, v, nil
			}
		}
	}
	return nil, driver.Variant{}, fmt.Errorf("no row is called %s", row)
}

// write writes an adapter, and what the generators of its library make.
func write(ctx context.Context, a *driver.Adapter, folder string) error {
	source, err := a.Source()
	if err != nil {
		return err
	}
	files := map[string][]byte{"adapter.go": source}
	maps.Copy(files, a.Files)
	for _, tool := range a.Tools {
		made, err := runTool(ctx, tool)
		if err != nil {
			return err
		}
		maps.Copy(files, made)
	}
	for name, data := range files {
		name = filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, data, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// built has the executables of tools by their package or sources.
var built = map[string]string{}

// runTool builds a generator in a module of its own, runs it, and returns the files of
// the adapter that it made.
func runTool(ctx context.Context, tool driver.Tool) (map[string][]byte, error) {
	key := fmt.Sprint(tool.Package, tool.Sources)
	if built[key] == "" {
		dir, err := os.MkdirTemp("", "audit-tool")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		var mod strings.Builder
		mod.WriteString("module assay.tool\n\ngo 1.26.0\n\nrequire (\n")
		for _, m := range tool.Modules {
			fmt.Fprintf(&mod, "%s %s\n", m.Path, m.Version)
		}
		mod.WriteString(")\n")
		files := map[string][]byte{"go.mod": []byte(mod.String())}
		maps.Copy(files, tool.Sources)
		if err := lay(dir, files); err != nil {
			return nil, err
		}
		pkg := tool.Package
		if pkg == "" {
			pkg = "."
		}
		out, err := os.CreateTemp("", "audit-tool")
		if err != nil {
			return nil, err
		}
		out.Close()
		cmd := exec.CommandContext(ctx, "go", "build", "-mod=mod", "-tags="+strings.Join(tool.Tags, ","), "-o", out.Name(), pkg)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=")
		if text, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("go build %s: %w\n%s", pkg, err, text)
		}
		built[key] = out.Name()
	}
	dir, err := os.MkdirTemp("", "audit-files")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := lay(dir, tool.Files); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, built[key], tool.Args...)
	var stdout, stderr bytes.Buffer
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, bytes.NewReader(tool.Stdin), &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s", tool.Package, strings.Join(tool.Args, " "), err, stderr.Bytes())
	}
	made := map[string][]byte{}
	err = filepath.WalkDir(dir, func(name string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		local, err := filepath.Rel(dir, name)
		if err != nil || tool.Files[filepath.ToSlash(local)] != nil {
			return err
		}
		made[filepath.ToSlash(local)], err = os.ReadFile(name)
		return err
	})
	if err != nil {
		return nil, err
	}
	return tool.Take(stdout.Bytes(), made)
}

// lay writes files below dir.
func lay(dir string, files map[string][]byte) error {
	for name, data := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, data, 0o666); err != nil {
			return err
		}
	}
	return nil
}
