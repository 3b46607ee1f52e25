// Command tables makes the tables of docs from what the loops of json and binary printed in
// several windows of time:
//
//	go run ./tables WINDOW...
//	go run ./tables -others -only='^data$' WINDOW...
//	go run ./tables -means WINDOW...
//	go run ./tables -unit=B/op WINDOW...
//
// A WINDOW is a folder, as ../windows.sh fills it, with any number of files in Go's format for
// benchmarks: of BenchmarkAll the nanoseconds of each loop by itself, and of TestRatios with -lines
// how many times as long each other takes, in turns. A cell is the weaker of these two: of each, the
// median over the windows, and behind it the least and the greatest of the windows. The best other
// of a cell is who is nearest to the code here by these medians.
//
// Of another unit, such as B/op, a cell is how many times as much the best other takes, with one added to
// each, since many take none. Those are counts, which are the same under any load.
package main

import (
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// form is what is asked for.
type form struct {
	others, means          bool
	only, rows, ways, unit string
}

func main() {
	var f form
	flag.BoolVar(&f.others, "others", false, "a row for each other, and not only the best")
	flag.BoolVar(&f.means, "means", false, "a row for each way with the geometric means, and how often the code here is first")
	flag.StringVar(&f.only, "only", "", "the subjects, by a regular expression")
	flag.StringVar(&f.rows, "rows", "", "the rows of the code here, such as assay.flat, by a regular expression")
	flag.StringVar(&f.ways, "ways", "", "the ways, by a regular expression")
	flag.StringVar(&f.unit, "unit", "sec/op", "what is compared: sec/op, B/op or allocs/op")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "tables: name the folders of the windows: tables [FLAGS] WINDOW...")
		os.Exit(2)
	}
	if err := printTables(os.Stdout, f, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "tables:", err)
		os.Exit(1)
	}
}

// printTables writes the table of the windows to w.
func printTables(w io.Writer, f form, windows []string) error {
	for _, pattern := range []string{f.only, f.rows, f.ways} {
		if _, err := regexp.Compile(pattern); err != nil {
			return err
		}
	}
	t := table{form: f, out: w, cells: map[key]*cell{}, windows: len(windows)}
	for i, dir := range windows {
		if err := t.read(i, dir); err != nil {
			return err
		}
	}
	if len(t.cells) == 0 {
		return fmt.Errorf("%s: no loops of what is asked for", strings.Join(windows, ", "))
	}
	if f.means {
		t.printMeans()
	} else {
		t.printCells()
	}
	return nil
}

// loop is one of the two loops that measure all cells.
type loop int

const (
	turns   loop = iota // contenders in turns, by processor time
	byLoops             // each loop by itself, by the clock
)

// key is what is compared: a way of a row of the code here with a subject.
type key struct{ subject, row, way string }

// cell has the ratios of the others, by loop and then by window.
type cell [2]map[string][]float64

// table is all cells. Its lists are in the order in which the loops name them.
type table struct {
	form
	out                io.Writer
	cells              map[key]*cell
	windows            int
	subjects           []string
	rowNames, wayNames []string
}

// read adds what the files of a window have.
func (t *table) read(window int, dir string) error {
	took := map[key][]float64{}
	least := 0.0 // of a time, nobody takes none
	if t.unit != "sec/op" {
		least = 1
	}
	var order []key
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		r := benchfmt.NewReader(f, name)
		for r.Scan() {
			result, ok := r.Result().(*benchfmt.Result)
			if !ok {
				continue // a line that says nothing of a loop
			}
			_, parts := result.Name.Parts()
			name := make([]string, len(parts), 5)
			for i, part := range parts {
				name[i] = strings.TrimPrefix(string(part), "/")
			}
			if ratio, ok := result.Value("ratio"); ok && len(name) >= 4 && t.unit == "sec/op" {
				t.add(window, turns, key{name[0], name[2], name[1]}, name[3], ratio)
			} else if value, ok := result.Value(t.unit); ok && len(name) >= 3 {
				k := key{name[0], name[2], name[1]}
				if took[k] == nil {
					order = append(order, k)
				}
				took[k] = append(took[k], least+value)
			}
		}
		return r.Err()
	})
	for _, k := range order {
		for _, o := range order {
			if k.subject == o.subject && k.way == o.way && isOurs(k.row) && !isOurs(o.row) && o.row != "memory" {
				t.add(window, byLoops, k, o.row, median(took[o])/median(took[k]))
			}
		}
	}
	return err
}

// isOurs says whether a row is of the code here.
func isOurs(row string) bool { return strings.HasPrefix(row, "assay") }

func matches(pattern, name string) bool { return regexp.MustCompile(pattern).MatchString(name) }

// add notes a ratio, unless it is not asked for.
func (t *table) add(window int, by loop, k key, other string, ratio float64) {
	// What the decoder makes is a way of its own beside those of the row.
	if row, made := strings.CutSuffix(k.row, "+new"); made {
		k.row, k.way = row, "new"
	}
	if !matches(t.only, k.subject) || !matches(t.rows, k.row) || !matches(t.ways, k.way) {
		return
	}
	if t.cells[k] == nil {
		t.cells[k] = &cell{{}, {}}
		for list, name := range map[*[]string]string{&t.subjects: k.subject, &t.rowNames: k.row, &t.wayNames: k.way} {
			if !slices.Contains(*list, name) {
				*list = append(*list, name)
			}
		}
	}
	list := t.cells[k][by][other]
	if list == nil {
		list = slices.Repeat([]float64{math.NaN()}, t.windows)
		t.cells[k][by][other] = list
	}
	list[window] = ratio
}

// estimate is a ratio with the least and the greatest of the windows.
type estimate struct{ value, low, high float64 }

func (e estimate) String() string { return fmt.Sprintf("%.2f (%.2f–%.2f)", e.value, e.low, e.high) }

// of returns the estimate of what the windows have, of which some may have nothing.
func of(list []float64) (e estimate, ok bool) {
	list = slices.DeleteFunc(slices.Clone(list), math.IsNaN)
	if len(list) == 0 {
		return e, false
	}
	return estimate{median(list), slices.Min(list), slices.Max(list)}, true
}

// best returns the other who is nearest to the code here in a loop.
func (c *cell) best(by loop) (e estimate, ok bool) {
	for _, list := range c[by] {
		if x, some := of(list); some && (!ok || x.value < e.value) {
			e, ok = x, true
		}
	}
	return e, ok
}

// weaker returns the lesser of the estimates of the two loops.
func weaker(of func(by loop) (estimate, bool)) (e estimate, ok bool) {
	for _, by := range []loop{turns, byLoops} {
		if x, some := of(by); some && (!ok || x.value < e.value) {
			e, ok = x, true
		}
	}
	return e, ok
}

// printCells prints a row for each subject, or for each other of it.
func (t *table) printCells() {
	fmt.Fprintf(t.out, "| |%s\n|---|%s\n", " "+strings.Join(t.wayNames, " | ")+" |", strings.Repeat("--:|", len(t.wayNames)))
	for _, row := range t.rowNames {
		for _, subject := range t.subjects {
			if t.others {
				for _, other := range t.othersOf(subject, row) {
					t.printRow(fmt.Sprintf("%s: %s", subject, other), func(way string) (estimate, bool) {
						c := t.cells[key{subject, row, way}]
						return weaker(func(by loop) (estimate, bool) {
							if c == nil {
								return estimate{}, false
							}
							return of(c[by][other])
						})
					})
				}
				continue
			}
			t.printRow(subject, func(way string) (estimate, bool) {
				if c := t.cells[key{subject, row, way}]; c != nil {
					return weaker(c.best)
				}
				return estimate{}, false
			})
		}
		if !t.others {
			t.printRow("geometric mean of "+row, func(way string) (estimate, bool) {
				m := t.mean(row, []string{way})
				return m.weaker.estimate, m.weaker.cells > 0
			})
		}
	}
}

// othersOf returns who is compared with a row on a subject.
func (t *table) othersOf(subject, row string) (names []string) {
	for _, way := range t.wayNames {
		if c := t.cells[key{subject, row, way}]; c != nil {
			for _, ratios := range c {
				for name := range ratios {
					names = append(names, name)
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func (t *table) printRow(name string, at func(way string) (estimate, bool)) {
	var cells []string
	for _, way := range t.wayNames {
		shown := ""
		if e, ok := at(way); ok {
			shown = e.String()
		}
		cells = append(cells, shown)
	}
	if strings.Join(cells, "") != "" {
		fmt.Fprintf(t.out, "| %s | %s |\n", name, strings.Join(cells, " | "))
	}
}

// printMeans prints what the subjects come to, for each way, and for all but what the decoder makes.
func (t *table) printMeans() {
	fmt.Fprintln(t.out, "| | weaker of both | first | in turns | first | by loops | first |\n|---|--:|--:|--:|--:|--:|--:|")
	for _, row := range t.rowNames {
		all := slices.DeleteFunc(slices.Clone(t.wayNames), func(way string) bool { return way == "new" })
		for _, ways := range append([][]string{all}, each(t.wayNames)...) {
			m := t.mean(row, ways)
			if m.weaker.cells == 0 {
				continue
			}
			name := row + ", all"
			if len(ways) == 1 {
				name = row + ", " + ways[0]
			}
			fmt.Fprintf(t.out, "| %s | %s | %s | %s |\n", name, m.weaker, m.turns, m.loops)
		}
	}
}

// each returns a list for each of the names.
func each(names []string) (lists [][]string) {
	for _, name := range names {
		lists = append(lists, []string{name})
	}
	return lists
}

// mean is what cells come to: by the weaker loop of each cell, and by each loop.
type mean struct{ weaker, turns, loops summary }

// summary is a geometric mean with the least and the greatest of the windows, and how many
// cells are above 1.
type summary struct {
	estimate
	cells, first int
}

func (s summary) String() string {
	if s.cells == 0 {
		return " | "
	}
	return fmt.Sprintf("%s | %d of %d", s.estimate, s.first, s.cells)
}

// mean returns the means of a row over ways.
func (t *table) mean(row string, ways []string) mean {
	var list []*cell
	for _, subject := range t.subjects {
		for _, way := range ways {
			if c := t.cells[key{subject, row, way}]; c != nil {
				list = append(list, c)
			}
		}
	}
	by := func(loop loop) func(*cell) (estimate, bool) {
		return func(c *cell) (estimate, bool) { return c.best(loop) }
	}
	return mean{
		t.summary(list, func(c *cell) (estimate, bool) { return weaker(c.best) }),
		t.summary(list, by(turns)),
		t.summary(list, by(byLoops)),
	}
}

// summary returns what estimates of cells come to. The means of a window are those of the
// cells as the window alone has them.
func (t *table) summary(list []*cell, of func(*cell) (estimate, bool)) (s summary) {
	geometric := func(list []*cell, count bool) float64 {
		logs, cells := 0.0, 0
		for _, c := range list {
			e, ok := of(c)
			if !ok {
				continue
			}
			logs += math.Log(e.value)
			cells++
			if count && e.value > 1 {
				s.first++
			}
		}
		if count {
			s.cells = cells
		}
		return math.Exp(logs / float64(cells))
	}
	s.value = geometric(list, true)
	s.low, s.high = math.Inf(1), math.Inf(-1)
	for w := range t.windows {
		var alone []*cell
		for _, c := range list {
			alone = append(alone, c.window(w))
		}
		if m := geometric(alone, false); !math.IsNaN(m) {
			s.low, s.high = min(s.low, m), max(s.high, m)
		}
	}
	return s
}

// window returns the cell as one window alone has it.
func (c *cell) window(w int) *cell {
	alone := &cell{{}, {}}
	for by, ratios := range c {
		for other, list := range ratios {
			alone[by][other] = list[w : w+1]
		}
	}
	return alone
}

// median returns the middle of a list, or the mean of the two in the middle.
func median(list []float64) float64 {
	list = slices.Sorted(slices.Values(list))
	return (list[len(list)/2] + list[(len(list)-1)/2]) / 2
}
