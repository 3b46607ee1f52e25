package generate

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/routines/routinestest"
)

// depthSource is a type that leads to itself by a pointer, a list, a map and a struct of
// another type.
const depthSource = `package there

type Node struct {
	Name string           ` + "`protobuf:\"bytes,1,opt,name=name\"`" + `
	Kids []*Node          ` + "`protobuf:\"bytes,2,rep,name=kids\"`" + `
	Next *Node            ` + "`protobuf:\"bytes,3,opt,name=next\"`" + `
	M    map[string]*Node ` + "`protobuf:\"bytes,4,rep,name=m\" protobuf_key:\"bytes,1,opt,name=key\" protobuf_val:\"bytes,2,opt,name=value\"`" + `
	In   *Inner           ` + "`protobuf:\"bytes,5,opt,name=in\"`" + `
	N    int64            ` + "`protobuf:\"varint,6,opt,name=n\"`" + `
}

type Inner struct {
	L []Node ` + "`protobuf:\"bytes,1,rep,name=l\"`" + `
}
`

// depthProgram damages values that are as deep as a format lets them be, near their ends and
// behind their heads, and prints a line for each format: how many of the inputs it refuses,
// the levels, the most memory for a byte of an input beyond 64 kB, and the longest error.
const depthProgram = `package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime"

	. "example.com/there"
)

type codec struct {
	name      string
	marshal   func(*Node) ([]byte, error)
	unmarshal func([]byte, *Node) error
}

func main() {
	for _, c := range []codec{
%s	} {
		b, err := c.marshal(broad())
		if err == nil {
			err = c.unmarshal(b, new(Node))
		}
		if err != nil {
			fmt.Println(c.name, "is not as broad as it may be:", err)
			os.Exit(1)
		}
		refused, deepest, worst, text := 0, 0, 0.0, 0
		for way := range 5 {
			var whole []byte
			for depth := 16_000; depth > 16; depth = depth * 9 / 10 {
				if b, err := c.marshal(deep(depth, way)); err == nil && c.unmarshal(b, new(Node)) == nil {
					whole, deepest = b, max(deepest, depth)
					break
				}
			}
			for i := range min(8, len(whole)) {
				for _, by := range []byte{0xff, 0xc1, 0x00, '!', 0x0f} {
					for _, at := range []int{len(whole) - 1 - i, i} {
						input := bytes.Clone(whole)
						input[at] = by
						var err error
						used := allocated(func() { err = c.unmarshal(input, new(Node)) })
						if err == nil {
							continue
						}
						refused, text = refused+1, max(text, len(err.Error()))
						if factor := (float64(used) - 64<<10) / float64(len(input)); factor > worst {
							worst = factor
						}
					}
				}
			}
		}
		fmt.Printf("%%s %%d %%d %%.1f %%d\n", c.name, refused, deepest, worst, text)
	}
}

// broad makes a value of far more siblings than there may be levels, with and without what
// they may have.
func broad() *Node {
	v := &Node{M: map[string]*Node{}}
	for i := range 3000 {
		v.M[fmt.Sprint(i)] = new(Node)
		v.Kids = append(v.Kids, new(Node), &Node{Kids: []*Node{}, M: map[string]*Node{}, In: new(Inner)}, &Node{Next: new(Node), In: &Inner{L: []Node{{}}}})
	}
	return v
}

// deep makes a value of so many levels, in a way, or in all in turns.
func deep(depth, way int) *Node {
	n := &Node{N: -1}
	for i := range depth {
		switch by := way; {
		case by == 4 && i%%4 == 0, by == 0:
			n = &Node{Next: n}
		case by == 4 && i%%4 == 1, by == 1:
			n = &Node{Kids: []*Node{n}}
		case by == 4 && i%%4 == 2, by == 2:
			n = &Node{M: map[string]*Node{"k": n}}
		default:
			n = &Node{In: &Inner{L: []Node{*n}}}
		}
	}
	return n
}

func allocated(f func()) (used uint64) {
	for range 3 { // what the runtime takes meanwhile is not f's
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; used == 0 || n < used {
			used = n
		}
		if used < 64<<10 {
			break
		}
	}
	return used
}
`

// An input that is deep costs no more than any may, which is 64 bytes for each of its own,
// wherever it is refused: paths of errors do not grow with each level.
func TestDepth(t *testing.T) {
	routinestest.NeedsLong(t)
	h := newThere(t, depthSource)
	codecs, formats := "", 0
	for _, name := range Names() {
		r, err := h.config(name, "Node").Generate(t.Context())
		if errors.As(err, new(RefusedError)) { // it has no types that lead to themselves
			continue
		} else if err == nil {
			err = Write(r.Files...)
		}
		if err != nil {
			t.Fatal(err)
		}
		id := strings.ToUpper(name[:1]) + name[1:]
		if text := string(h.read("node_" + name + ".go")); !strings.Contains(text, "func MarshalNode"+id+"(") {
			_, after, _ := strings.Cut(text, "func MarshalNode")
			id, _, _ = strings.Cut(after, "(")
		}
		codecs += fmt.Sprintf("\t\t{%q, MarshalNode%s, UnmarshalNode%s},\n", name, id, id)
		formats++
	}
	h.write("cmd/main.go", fmt.Sprintf(depthProgram, codecs))
	cmd := exec.CommandContext(t.Context(), "go", "run", "-gcflags=-dwarf=false", "-ldflags=-s -w", "./cmd")
	cmd.Dir, cmd.Stderr = h.dir, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Logf("format, inputs refused, levels, worst factor, longest error:\n%s", out)
	for line := range strings.Lines(string(out)) {
		var name string
		var refused, deepest, text int
		var factor float64
		if _, err := fmt.Sscan(line, &name, &refused, &deepest, &factor, &text); err != nil {
			t.Fatal(err)
		}
		if factor > 64 || refused < 20 || deepest < 100 || text > 1000 {
			t.Error(line)
		}
		formats--
	}
	if formats != 0 || codecs == "" {
		t.Errorf("%d formats are missing", formats)
	}
}
