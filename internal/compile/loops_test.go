package compile

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/load"
)

// An adapter whose statements use the names that stand in LoopsOf.
const adapterOfNames = `package names

import (
	"io"

	"github.com/assay-go/assay/worker/adapter"
)

type T = int

func marshal(v *T) []byte { return []byte{byte(*v)} }

// New returns a codec with state of its own.
func New() adapter.Codec[T] {
	state, times, loops, hasFill := byte(1), 0, []byte(nil), true
	return adapter.Codec[T]{
		Append: func(buf []byte, v *T) ([]byte, error) {
			times++
			return append(append(buf, marshal(v)...), state), nil
		},
		Unmarshal: func(data []byte, v *T) error {
			if *v = int(data[0]); hasFill {
				loops = append(loops[:0], state)
			}
			return nil
		},
		Write: func(w io.Writer, v *T) error {
			_, err := w.Write(marshal(v))
			return err
		},
	}
}

// NewWire returns what somebody else made.
func NewWire() adapter.Codec[T] { return New() }
`

// TestLoopsOfAnAdapter runs those that are printed beside those of LoopsOf.
func TestLoopsOfAnAdapter(t *testing.T) {
	looped, names, err := withLoops([]byte(adapterOfNames))
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(names); got != "[New]" {
		t.Errorf("funcs with loops: %s, want New alone, as NewWire returns no literal", got)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	sum := filetest.Read(t, filepath.Join(root, "go.sum"))
	dir := t.TempDir()
	filetest.All(t, dir, map[string]string{
		"go.mod":           "module x.test\n\ngo 1.26\n\nrequire github.com/assay-go/assay v0.0.0\n\nreplace github.com/assay-go/assay => " + root + "\n",
		"go.sum":           string(sum),
		"names/adapter.go": string(looped),
		"main.go": `package main

import (
	"fmt"

	"github.com/assay-go/assay/worker/adapter"
	"x.test/names"
)

func main() {
	c := names.NewLooped()
	for _, loops := range []adapter.Loops[int]{c.Loops, adapter.LoopsOf(c)} {
		a, b := 3, 4
		s := &adapter.State[int]{Values: []*int{&a, &b}, Ring: []*int{new(int)}, Buf: make([]byte, 0, 9), Reuse: true}
		for _, loop := range []adapter.Loop[int]{loops.Marshal, loops.MarshalReuse, loops.RoundTrip} {
			err := loop(s, 3)
			fmt.Print(err, s.Next, s.Out, cap(s.Buf), " ")
		}
		s.Inputs = [][]byte{{5, 1}, {6, 1}, {7, 1}}
		for _, loop := range []adapter.Loop[int]{loops.Unmarshal, loops.UnmarshalReuse, loops.UnmarshalZeroed} {
			err := loop(s, 5)
			fmt.Print(err, s.Next, *s.Last, *s.Ring[0], " ")
		}
		s.Sinks, s.Turn, s.Next = make([]adapter.Sink, 2), 0, 0
		err := loops.Encode(s, 3)
		fmt.Println(err, s.Next, s.Turn, s.Sinks, loops.Access == nil, loops.Open == nil, loops.Decode == nil)
	}
}
`,
	})
	run := exec.Command("go", "run", "-mod=mod", ".")
	run.Dir = dir
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	const want = "<nil> 1 [3 1] 9 <nil> 0 [4 1] 9 <nil> 1 [3 1] 9 <nil> 0 7 0 <nil> 2 7 6 <nil> 1 7 5 <nil> 1 1 [{[3]} {[4]}] true true true"
	if len(lines) != 2 || lines[0] != want || lines[1] != want {
		t.Errorf("the printed loops and those of LoopsOf give\n%s\nwant twice\n%s", out, want)
	}
}

// TestRowsHaveLoops: whatever library it is, none is called by way of variables where its
// adapter is for the type itself.
func TestRowsHaveLoops(t *testing.T) {
	loaded, err := load.Load(t.Context(), load.Config{Dir: "../../workloads/data"}, "Data")
	if err != nil {
		t.Fatal(err)
	}
	adapters := 0
	for _, d := range drivers.All {
		for _, v := range d.Variants {
			if d.Applies != nil && !d.Applies(loaded.Type, driver.Row{Variant: v}) {
				continue
			}
			c, refusals := d.Carry(loaded.Type, v)
			if len(refusals) > 0 {
				continue
			}
			a, err := c.Emit("x.test/adapter")
			if err != nil {
				t.Errorf("%s: %v", d.RowName(v), err)
				continue
			}
			src, err := a.Source()
			if err != nil {
				t.Errorf("%s: %v", d.RowName(v), err)
				continue
			}
			if strings.Contains(string(src), " in a replica.") { // its codec is called behind copies that stand by themselves
				continue
			}
			want := "[New]"
			if strings.Contains(string(src), "func NewWire()") {
				want = "[NewWire New]"
			}
			if _, names, err := withLoops(src); err != nil || fmt.Sprint(names) != want {
				t.Errorf("%s: loops for %s, want %s (%v)", d.RowName(v), names, want, err)
			}
			adapters++
		}
	}
	if adapters < 60 {
		t.Errorf("%d adapters", adapters)
	}
}
