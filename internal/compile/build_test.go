package compile_test

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/assay-go/assay"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/routines/routinestest"
	"github.com/assay-go/assay/typemodel"
)

// stubWorker stands in for package worker: its program marshals the zero value
// with every adapter and prints what came out.
const stubWorker = `package worker

import (
	"fmt"
	"os"

	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/workload"
)

type Source[T any] struct {
	Workload func(workload.Options) ([]T, error)
	Sample   func() ([]T, error)
	Layout   func([]byte) []byte
	Unions   []any
}

func SampleOf[T any](fn any) func() ([]T, error) { return fn.(func() ([]T, error)) }

type Adapter[T any] struct {
	name string
	new  func() adapter.Codec[T]
}

type Subject struct{ run func() }

func NewSubject[T any](name string, src Source[T], adapters ...Adapter[T]) Subject {
	return Subject{func() {
		v := new(T)
		if src.Sample != nil {
			list, _ := src.Sample()
			v = &list[0]
		}
		for _, u := range src.Unions {
			fmt.Printf("%s union %T\n", name, u)
		}
		for _, a := range adapters {
			b, err := a.new().Marshal(v)
			fmt.Printf("%s %s %s %v\n", name, a.name, b, err)
		}
	}}
}

func Native[T any](name string, new func() adapter.Codec[T]) Adapter[T] { return Adapter[T]{name, new} }

func Wire[T, W any](name string, new func() adapter.Codec[T], _ func() adapter.Codec[W], _ func(*T, *W) error, _ func(*W, *T) error) Adapter[T] {
	return Adapter[T]{name, new}
}

func UntimedSubject[T any](name string, src Source[T], adapters ...Adapter[T]) Subject {
	return NewSubject(name, src, adapters...)
}

func UntimedNative[T any](name string, new func() adapter.Codec[T]) Adapter[T] { return Native(name, new) }

func Main(subjects ...Subject) {
	if len(os.Args) > 4 { // -requests 3 -answers 4: started to see whether it can
		conn, err := protocol.Accept(os.NewFile(3, ""), os.NewFile(4, ""))
		if err == nil {
			var req protocol.Request
			err = conn.Receive(&req)
		}
		if err == nil {
			err = conn.Send(protocol.Response{})
		}
		if err != nil {
			panic(err)
		}
		return
	}
	for _, s := range subjects {
		s.run()
	}
}
`

// stubSources are the sources of the worker with the stub.
func stubSources(t *testing.T) fs.FS {
	t.Helper()
	files := fstest.MapFS{"worker/worker.go": {Data: []byte(stubWorker)}}
	src := assay.Sources()
	for _, dir := range []string{"worker/adapter", "internal/worker/protocol", "workload", "workloads"} {
		err := fs.WalkDir(src, dir, func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				data, err := fs.ReadFile(src, name)
				files[name] = &fstest.MapFile{Data: data}
				return err
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// folder has what tests build that look at no cache, so that packages of assay are
// compiled once: the go command knows them by their folders. The next run of the tests
// does not find what this one built, which may have been wrong.
var folder string

func TestMain(m *testing.M) {
	if dir := os.Getenv(usesCache); dir != "" {
		useCache(dir)
		return
	}
	dir, err := os.MkdirTemp("", "assay test ")
	if err != nil {
		panic(err)
	}
	folder = filepath.Join(dir, "cache folder")
	debug.SetGCPercent(400)
	flag.Parse()
	if !routinestest.Long && flag.Lookup("rapid.checks").Value.String() == "100" { // each draws folders of files
		flag.Set("rapid.checks", "10")
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// config is a build without a network. The go commands end before their heaps are worth
// collecting.
func config(t *testing.T, env ...string) compile.Config {
	t.Helper()
	env = append(os.Environ(), append([]string{"GOPROXY=off", "GOFLAGS=", "GOWORK=", "GOGC=400"}, env...)...)
	return compile.Config{CacheDir: folder, Env: env, Sources: stubSources(t)}
}

// cacheConfig is a build with a cache of its own.
func cacheConfig(t *testing.T) compile.Config {
	t.Helper()
	cfg := config(t)
	cfg.CacheDir = filepath.Join(t.TempDir(), "cache folder")
	return cfg
}

// fakeDriver emits an adapter that marshals with encoding/json; decls are
// further declarations of its package and body, when not empty, is the body of
// marshal.
func fakeDriver(name, imports, body string, mods ...driver.Module) *driver.Driver {
	return &driver.Driver{
		Name:     name,
		Facts:    driver.Facts{Modules: mods},
		Variants: []driver.Variant{{}},
		Emit: func(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
			a.Reserve("v")
			codec := a.Ident(driver.AdapterPath, "Codec")
			typ := a.Type(t)
			for _, imp := range strings.Fields(imports) {
				if name, path, ok := strings.Cut(imp, "="); ok {
					a.ImportAs(path, name)
				} else {
					a.Import(imp)
				}
			}
			body := body
			if body == "" {
				body = "return " + a.Ident("encoding/json", "Marshal") + "(v)"
			}
			a.P("func New() ", codec, "[", typ, "] {")
			a.P("return ", codec, "[", typ, "]{Marshal: func(v *", typ, ") ([]byte, error) {")
			a.P(body)
			a.P("}}")
			a.P("}")
			return nil
		},
	}
}

// named is the model of a struct type; emitters of these tests need its name
// only.
func named(pkgPath, name string) *typemodel.Type {
	return &typemodel.Type{Kind: typemodel.Struct, Name: typemodel.Name{PkgPath: pkgPath, PkgName: pkgPath[strings.LastIndexByte(pkgPath, '/')+1:], Name: name}}
}

func adapters(s *compile.Subject, drivers ...*driver.Driver) []compile.Adapter {
	var list []compile.Adapter
	for _, d := range drivers {
		list = append(list, compile.Adapter{Subject: s, Driver: d, Variant: d.Variants[0]})
	}
	return list
}

// unpack writes the files of an archive below a new folder and returns it.
func unpack(t *testing.T, archive string) string {
	t.Helper()
	ar, err := txtar.ParseFile(filepath.Join("testdata", "hosts", archive))
	if err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(dir, "a project")
	filetest.Unpack(t, dir, ar)
	return dir
}

// snapshot returns every file below dir with its content and time of change.
func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, file)
		files[rel] = fmt.Sprint(info.Mode(), info.ModTime().UnixNano())
		if !d.IsDir() {
			data, err := os.ReadFile(file)
			files[rel] += string(data)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func mustBuild(t *testing.T, cfg compile.Config, list []compile.Adapter) *compile.Built {
	t.Helper()
	built, err := compile.Build(t.Context(), cfg, list, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(built.Verdicts) != len(list) {
		t.Fatalf("%d verdicts for %d adapters", len(built.Verdicts), len(list))
	}
	return built
}

// output runs the built workers and returns what they print, line by line.
func output(t *testing.T, built *compile.Built) []string {
	t.Helper()
	var lines []string
	for _, w := range built.Workers {
		out, err := exec.Command(w.Path).CombinedOutput()
		if err != nil {
			t.Fatalf("worker %s: %v\n%s", w.Name, err, out)
		}
		lines = append(lines, strings.Split(strings.TrimSpace(string(out)), "\n")...)
	}
	return lines
}

func TestScratch(t *testing.T) {
	cfg := config(t)
	subject := dataSubject(t, cfg)
	separate := fakeDriver("apart", "", "")
	separate.Facts.Separate = "gpl"
	refusing := fakeDriver("refusing", "", "")
	refusing.Check = func(*typemodel.Type, driver.Variant) []typemodel.Diagnostic {
		return []typemodel.Diagnostic{{Path: "Time", Text: "time.Time is not supported"}}
	}
	panicking := fakeDriver("panicking", "", "")
	panicking.Emit = func(*driver.Adapter, *typemodel.Type, driver.Variant) error { panic("index out of range") }
	failing := fakeDriver("failing", "", "")
	failing.Emit = func(*driver.Adapter, *typemodel.Type, driver.Variant) error { return fmt.Errorf("no\nschema") }
	garbled := fakeDriver("garbled", "", "return }")
	list := adapters(subject, fakeDriver("a.b", "", ""), fakeDriver("a-b", "", ""), separate, refusing, panicking, failing, garbled,
		fakeDriver("broken", "", "return undefined(v)\nreturn 5"))
	built := mustBuild(t, cfg, list)

	want := []string{
		`data a.b {"Str":"","Bool":false,"Int32":0,"Float64":0,"Time":"0001-01-01T00:00:00Z"} <nil>`,
		`data a-b {"Str":"","Bool":false,"Int32":0,"Float64":0,"Time":"0001-01-01T00:00:00Z"} <nil>`,
		`data apart {"Str":"","Bool":false,"Int32":0,"Float64":0,"Time":"0001-01-01T00:00:00Z"} <nil>`,
	}
	if got := output(t, built); !slices.Equal(got, want) {
		t.Errorf("the workers print\n%s", strings.Join(got, "\n"))
	}
	wantWorker := []int{0, 0, 1, -1, -1, -1, -1, -1}
	wantErr := []string{"", "", "", "", "the emitter panicked: index out of range", "no schema", "does not parse", "adapter.go:"}
	for i, v := range built.Verdicts {
		name := list[i].Driver.Name
		if v.Worker != wantWorker[i] {
			t.Errorf("%s: worker %d, want %d (%s)", name, v.Worker, wantWorker[i], v.Err)
		}
		if !strings.Contains(v.Err, wantErr[i]) || (v.Err == "") != (wantErr[i] == "") {
			t.Errorf("%s: error %q, want %q", name, v.Err, wantErr[i])
		}
		if strings.Contains(v.Err, "\n") || strings.Contains(v.Err, cfg.CacheDir) {
			t.Errorf("%s: error %q is not one clear line", name, v.Err)
		}
		if v.Worker >= 0 && v.Version != built.GoVersion {
			t.Errorf("%s: version %q, want that of the standard library %q", name, v.Version, built.GoVersion)
		}
	}
	if len(built.Verdicts[3].Refusals) != 1 {
		t.Errorf("refusals %v", built.Verdicts[3].Refusals)
	}
	if built.GoVersion == "" || built.Flags["GOARCH"] == "" {
		t.Errorf("Go version %q, flags %v", built.GoVersion, built.Flags)
	}
	if a, b := built.Verdicts[0].Path, built.Verdicts[1].Path; a == b {
		t.Errorf("two adapters at %s", a)
	}
}

// One program serves several subjects, whatever the order of the adapters, and
// two hosts of one package are one.
func TestSubjectsShareAWorker(t *testing.T) {
	cfg := config(t)
	first := scratchSubject(t, cfg)
	second := scratchSubject(t, cfg)
	second.Name = "second"
	second.Workload = false
	second.Type.Union = true
	x, y := fakeDriver("x", "", "return nil, nil"), fakeDriver("y", "", "return nil, nil")
	built := mustBuild(t, cfg, slices.Concat(adapters(first, x), adapters(second, x), adapters(first, y), adapters(second, y)))
	want := []string{"data x  <nil>", "data y  <nil>", "second union data.Data", "second x  <nil>", "second y  <nil>"}
	if got := output(t, built); !slices.Equal(got, want) || len(built.Workers) != 1 {
		t.Errorf("%d workers print %q, want one that prints %q", len(built.Workers), got, want)
	}
}

// Of a program that verifies, the adapters of a row are one package, with the names that each
// declares, but those that declare types of which a library may write the names, and none is
// harmed by one that does not compile.
func TestGathered(t *testing.T) {
	cfg := config(t)
	cfg.Untimed, cfg.Unproven = true, true
	first, second := scratchSubject(t, cfg), scratchSubject(t, cfg)
	second.Name, second.Type.Union = "second", true
	const where = "word := word + twice(word)\nprogram, _, _, _ := runtime.Caller(0)\nreturn []byte(word + runtime.FuncForPC(program).Name()), nil"
	declares := func(d *driver.Driver, decls string) *driver.Driver {
		emit := d.Emit
		d.Emit = func(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
			a.P(decls)
			a.P("func twice(word string) string { return word + word }")
			return emit(a, t, v)
		}
		return d
	}
	plain := declares(fakeDriver("plain", "runtime", where), `var word = "a"`)
	typed := declares(fakeDriver("typed", "runtime", where), "var word = string(name(\"b\"))\ntype name string")
	typed.Variants[0].Features = []driver.Feature{driver.Reflect}
	own := declares(fakeDriver("own", "runtime", where), `//go:build go1.1

		type field struct{ word, letter string }

		func (f field) text() string { return f.word + f.letter }

		var words = map[string]field{letter: field{word: "c"}}
		var word = field{letter: words[letter].text()}.text()

		const letter = ""

		func init() { letter := word; _ = letter }`)
	broken := fakeDriver("broken", "runtime", "return undefined(v)")
	good := fakeDriver("broken", "runtime", "return nil, nil")
	embeds := declares(fakeDriver("embeds", "runtime", where), "type name string\ntype holder struct{ name }\nvar word = string(holder{\"d\"}.name)")
	list := slices.Concat(adapters(first, plain, typed, own, embeds), adapters(second, plain, typed, own, embeds))
	const root = "assay.scratch/assay_worker/"
	together := []string{"data plain aaa" + root + "gathered/plain.New_data.func1 <nil>", "second plain aaa" + root + "gathered/plain.New_second.func1 <nil>"}
	apart := []string{"data plain aaa" + root + "data/plain.New.func1 <nil>", "second plain aaa" + root + "second/plain.New.func1 <nil>"}
	types := []string{"data typed bbb" + root + "data/typed.New.func1 <nil>", "second typed bbb" + root + "second/typed.New.func1 <nil>"}
	owns := []string{"data own ccc" + root + "gathered/own.New_data.func1 <nil>", "second own ccc" + root + "gathered/own.New_second.func1 <nil>"}
	ownApart := []string{"data own ccc" + root + "data/own.New.func1 <nil>", "second own ccc" + root + "second/own.New.func1 <nil>"}
	holds := []string{"data embeds ddd" + root + "data/embeds.New.func1 <nil>", "second embeds ddd" + root + "second/embeds.New.func1 <nil>"}
	union := "second union data.Data"

	want := []string{together[0], types[0], owns[0], holds[0], union, together[1], types[1], owns[1], holds[1]}
	if got := output(t, mustBuild(t, cfg, list)); !slices.Equal(got, want) {
		t.Errorf("the worker prints\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	built := mustBuild(t, cfg, slices.Concat(list, adapters(first, good), adapters(second, broken)))
	want = []string{apart[0], types[0], ownApart[0], holds[0], "data broken  <nil>", union, apart[1], types[1], ownApart[1], holds[1]}
	if got := output(t, built); !slices.Equal(got, want) {
		t.Errorf("beside one that does not compile the worker prints\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if err := built.Verdicts[len(list)+1].Err; !strings.Contains(err, "adapter.go:") || !strings.Contains(err, "undefined") {
		t.Errorf("the adapter that does not compile: %q", err)
	}
	cfg.Untimed = false // what is timed is called as in a program of its own
	if got := output(t, mustBuild(t, cfg, list)); slices.Contains(got, together[0]) {
		t.Errorf("the worker that times prints\n%s", strings.Join(got, "\n"))
	}
}

// Types of several packages are in one program that verifies, but for what is internal, and for
// packages that do not start together.
func TestOneProgram(t *testing.T) {
	const starts = "import \"flag\"\n\nvar _ = flag.Bool(\"the-same-name\", false, \"\")\n" // which panics in the second one
	for what, test := range map[string]struct {
		source string
		want   []string
	}{
		"together": {"", []string{"one.test/a", "one.test/internal/c"}},
		"apart":    {starts, []string{"one.test/a", "one.test/b", "one.test/internal/c"}},
	} {
		cfg := config(t)
		cfg.Untimed, cfg.Unproven, cfg.Dir = true, true, t.TempDir()
		files := map[string]string{"go.mod": "module one.test\n\ngo 1.26\n"}
		for _, pkg := range []string{"a", "b", "internal/c"} {
			files[pkg+"/t.go"] = "package " + path.Base(pkg) + "\n\n" + test.source + "\ntype T struct{ N int }\n"
		}
		filetest.All(t, cfg.Dir, files)
		var list []compile.Adapter
		for _, pkg := range []string{"a", "b", "internal/c"} {
			host, err := compile.OpenHost(t.Context(), cfg, "./"+pkg)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, adapters(&compile.Subject{Name: pkg, Type: named("one.test/"+pkg, "T"), Host: host}, fakeDriver("json", "", ""))...)
		}
		built := mustBuild(t, cfg, list)
		var programs []string
		for _, w := range built.Workers {
			programs = append(programs, w.Name)
		}
		if !slices.Equal(programs, test.want) {
			t.Errorf("%s: programs %q, want %q", what, programs, test.want)
		}
		if got := output(t, built); !slices.Equal(got, []string{`a json {"N":0} <nil>`, `b json {"N":0} <nil>`, `internal/c json {"N":0} <nil>`}) {
			t.Errorf("%s: they print %q", what, got)
		}
	}
}

// Functions begin where they are told to in all layouts, and a worker that was built
// otherwise is not taken for one that does.
func TestFuncAlign(t *testing.T) {
	cfg := config(t)
	address := ""
	for _, f := range []string{"fmt.Sprint", "fmt.Sprintf", "fmt.Append", "fmt.Errorf", "fmt.Println", "json.Marshal", "json.Unmarshal", "reflect.Swapper"} {
		address += " | reflect.ValueOf(" + f + ").Pointer()"
	}
	list := adapters(scratchSubject(t, cfg), fakeDriver("x", "fmt reflect encoding/json", "return []byte(fmt.Sprint((0"+address+") % 256)), nil"))
	mustBuild(t, cfg, list)
	cfg.FuncAlign, cfg.Layouts = 256, 3
	built := mustBuild(t, cfg, list)
	files, err := built.Workers[0].Unpack(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for i, file := range files {
		if out, err := exec.Command(file).CombinedOutput(); err != nil || string(out) != "data x 0 <nil>\n" {
			t.Errorf("layout %d: %v: %s", i, err, out)
		}
	}
}

func TestUnchangedWorkersAreKept(t *testing.T) {
	cfg := config(t)
	subject := dataSubject(t, cfg)
	list := adapters(subject, fakeDriver("json", "", ""), fakeDriver("broken", "", "return undefined(v)"))
	first := mustBuild(t, cfg, list)
	var steps []compile.Step
	second, err := compile.Build(t.Context(), cfg, list, func(step compile.Step, _, _ int) { steps = append(steps, step) })
	if err != nil {
		t.Fatal(err)
	}
	if slices.Contains(steps, compile.Compiling) || slices.Contains(steps, compile.Linking) {
		t.Errorf("nothing changed, but these steps were taken: %v", steps)
	}
	if !reflect.DeepEqual(first, second) {
		t.Errorf("first %+v\nsecond %+v", first, second)
	}
	third := mustBuild(t, cfg, adapters(subject, fakeDriver("json", "", "return []byte(\"changed\"), nil")))
	if got := output(t, third); got[0] != "data json changed <nil>" {
		t.Errorf("after a change of the adapter the worker prints %q", got)
	}
}

func mustReflect(t *testing.T, typ reflect.Type) *typemodel.Type {
	t.Helper()
	return named(typ.PkgPath(), typ.Name())
}
