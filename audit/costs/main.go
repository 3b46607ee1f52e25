// Command costs prints what the code of a type costs a program beside its speed, for the types below
// binary/emitted: the processor seconds of the go command's tools for its packages, compiled anew, and the bytes of
// machine code in them.
//
//	go run ./costs             all of them
//	go run ./costs data alert  the types of these names
//
// What a library has itself is compiled once, and counted nowhere. The adapters by which the loops call all rows
// are counted with each.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

const home = "github.com/assay-go/assay/audit/binary/emitted/"

func main() {
	log.SetFlags(0)
	log.SetPrefix("costs: ")
	if err := run(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

// cost is that of the packages of a row.
type cost struct {
	seconds float64
	bytes   int64
}

func run(subjects []string) error {
	patterns := []string{home + "..."}
	if len(subjects) > 0 {
		patterns = nil
		for _, s := range subjects {
			patterns = append(patterns, home+s+"/...")
		}
	}
	dir, err := os.MkdirTemp("", "audit-costs")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	// The flag -D changes nothing but the key of what the go command has compiled before.
	graph := filepath.Join(dir, "graph")
	flags := []string{"-gcflags=" + home + "...=-D=" + dir}
	if _, err := output("go", slices.Concat([]string{"build", "-debug-actiongraph=" + graph}, flags, patterns)...); err != nil {
		return err
	}
	costs := map[string]map[string]*cost{} // by subject and row
	text, err := os.ReadFile(graph)
	if err != nil {
		return err
	}
	var actions []struct {
		Package         string
		CmdUser, CmdSys time.Duration
	}
	if err := json.Unmarshal(text, &actions); err != nil {
		return err
	}
	at := func(pkg string) *cost {
		name, ok := strings.CutPrefix(pkg, home)
		parts := strings.Split(name, "/")
		if !ok || len(parts) < 2 {
			return new(cost)
		}
		if costs[parts[0]] == nil {
			costs[parts[0]] = map[string]*cost{}
		}
		if costs[parts[0]][parts[1]] == nil {
			costs[parts[0]][parts[1]] = new(cost)
		}
		return costs[parts[0]][parts[1]]
	}
	for _, a := range actions {
		at(a.Package).seconds += (a.CmdUser + a.CmdSys).Seconds()
	}
	exports, err := output("go", slices.Concat([]string{"list", "-export", "-f={{.ImportPath}} {{.Export}}"}, flags, patterns)...)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(exports)) {
		pkg, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		n, err := codeBytes(file)
		if err != nil {
			return err
		}
		at(pkg).bytes += n
	}
	print(costs)
	return nil
}

// codeBytes returns how many bytes of machine code a compiled package has.
func codeBytes(file string) (sum int64, err error) {
	text, err := output("go", "tool", "nm", "-size", file)
	if err != nil {
		return 0, err
	}
	for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); {
		f := strings.Fields(s.Text()) // address, size, kind, name
		if len(f) >= 4 && (f[2] == "T" || f[2] == "t") {
			n, err := strconv.ParseInt(f[1], 10, 64)
			if err != nil {
				return 0, err
			}
			sum += n
		}
	}
	return sum, nil
}

// print prints the rows of each subject, and what the code here costs beside the median of the others.
func print(costs map[string]map[string]*cost) {
	fmt.Printf("%-16s %-24s %8s %9s\n", "subject", "row", "seconds", "bytes")
	for _, subject := range sorted(costs) {
		var seconds, sizes []float64
		for _, row := range sorted(costs[subject]) {
			c := costs[subject][row]
			fmt.Printf("%-16s %-24s %8.2f %9d\n", subject, row, c.seconds, c.bytes)
			if !strings.HasPrefix(row, "assay") {
				seconds, sizes = append(seconds, c.seconds), append(sizes, float64(c.bytes))
			}
		}
		if ours := costs[subject]["assayflat"]; ours != nil && len(sizes) > 0 {
			slices.Sort(seconds)
			slices.Sort(sizes)
			fmt.Printf("%-16s %-24s %8.2f %9.2f\n", subject, "assayflat ÷ median", ours.seconds/seconds[len(seconds)/2], float64(ours.bytes)/sizes[len(sizes)/2])
		}
	}
}

func sorted[V any](m map[string]V) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// output returns what a command prints.
func output(name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", name, args[0], err)
	}
	return out, nil
}
