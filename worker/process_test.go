package worker

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/assay-go/assay/internal/worker/child"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
)

// TestMain lets the test binary be a worker with adapters that misbehave.
func TestMain(m *testing.M) {
	if os.Getenv("ASSAY_TEST_WORKER") != "" {
		Main(NewSubject("record", Source[record]{Workload: records},
			Native("json", jsonCodec[record]),
			Native("chatty", chatty),
			Native("greedy", greedy),
			Native("hungry", hungry),
			Native("endless", endless),
			Native("spinning", spinning),
			Native("waiting", waiting),
			Native("reading", reading),
			Native("printing", printing),
			Native("leaving", leaving),
			Native("intruding", intruding),
			Native("closing", closing),
			Native("closing requests", closingRequests),
			Native("taking the place of requests", takingRequests),
			Native("passing answers on", passingAnswers),
			Native("parent", parent),
			Native("parent of orphans", parentOfOrphans),
			Native("patching the clock", patching),
			Native("finalizing", finalizing),
		))
	}
	os.Exit(m.Run())
}

func withUnmarshal(unmarshal func(data []byte, r *record) error) adapter.Codec[record] {
	c := jsonCodec[record]()
	c.Unmarshal = unmarshal
	return c
}

// chatty prints on standard output.
func chatty() adapter.Codec[record] {
	calls := 0
	return withUnmarshal(func(data []byte, r *record) error {
		if calls++; calls%64 == 1 {
			fmt.Println("decoding", len(data), "bytes")
		}
		return json.Unmarshal(data, r)
	})
}

var hoard [][]byte

// greedy allocates much at once, hungry little by little.
func greedy() adapter.Codec[record] {
	return withUnmarshal(func(data []byte, r *record) error {
		hoard = append(hoard, make([]byte, 3<<29))
		return json.Unmarshal(data, r)
	})
}

func hungry() adapter.Codec[record] {
	return withUnmarshal(func(data []byte, r *record) error {
		for {
			hoard = append(hoard, bytes.Repeat([]byte{1}, 1<<20))
		}
	})
}

func endless() adapter.Codec[record] {
	return withUnmarshal(func(data []byte, r *record) error { return recurse(data, r, [64]byte{}) })
}

// spinning uses the processor without end, waiting waits for what never comes.
func spinning() adapter.Codec[record] {
	return withUnmarshal(func(data []byte, r *record) error {
		//lint:ignore SA5002 this is what is tested
		for {
		}
	})
}

func waiting() adapter.Codec[record] {
	return withUnmarshal(func(data []byte, r *record) error { select {} })
}

// reading reads standard input to its end.
func reading() adapter.Codec[record] {
	return withUnmarshal(func(data []byte, r *record) error {
		io.Copy(io.Discard, os.Stdin)
		return json.Unmarshal(data, r)
	})
}

// printing writes to the descriptors of standard output and standard error, every so
// often.
func printing() adapter.Codec[record] {
	calls := 0
	return withUnmarshal(func(data []byte, r *record) error {
		calls++
		for fd := 1; fd <= 2 && calls%64 == 1; fd++ {
			fmt.Fprintf(os.NewFile(uintptr(fd), ""), `{"verdict":{"ok":false}} on descriptor %d`+"\n", fd)
		}
		return json.Unmarshal(data, r)
	})
}

func leaving() adapter.Codec[record] {
	return withUnmarshal(func(data []byte, r *record) error {
		fmt.Println("it was a pleasure")
		os.Exit(0)
		return nil
	})
}

// intruding writes where the answers go, closing closes all that it finds.
func intruding() adapter.Codec[record] {
	return withUnmarshal(func(data []byte, r *record) error {
		syscall.Write(4, []byte(`{"verdict":{"ok":true}} of a codec`+"\n"))
		return json.Unmarshal(data, r)
	})
}

func closing() adapter.Codec[record] {
	return withUnmarshal(func(data []byte, r *record) error {
		for fd := range 10 {
			closeDescriptor(fd)
		}
		return json.Unmarshal(data, r)
	})
}

// closingRequests closes what requests come by, and takingRequests puts another file
// there. Both write and read as they should.
func closingRequests() adapter.Codec[record] {
	return withUnmarshal(func(data []byte, r *record) error {
		syscall.Close(3)
		return json.Unmarshal(data, r)
	})
}

func takingRequests() adapter.Codec[record] {
	return withUnmarshal(func(data []byte, r *record) error {
		syscall.Close(3)
		syscall.Open(os.DevNull, syscall.O_RDONLY, 0) // has the lowest number that is free
		return json.Unmarshal(data, r)
	})
}

// passingAnswers has answers go through a pipe of its own, where it could change them.
func passingAnswers() adapter.Codec[record] {
	var once sync.Once
	return withUnmarshal(func(data []byte, r *record) error {
		once.Do(func() {
			on := os.NewFile(uintptr(duplicate(4)), "answers")
			from, to, _ := os.Pipe()
			closeDescriptor(4)
			duplicate(int(to.Fd()))
			go io.Copy(on, from)
		})
		return json.Unmarshal(data, r)
	})
}

// finalizing leaves a finalizer that panics.
func finalizing() adapter.Codec[record] {
	return withUnmarshal(func(data []byte, r *record) error {
		runtime.SetFinalizer(new([64]byte), func(*[64]byte) { panic("in a finalizer") })
		return json.Unmarshal(data, r)
	})
}

// TestWhatABatchLeavesIsSettled: a finalizer runs before the batch is answered.
func TestWhatABatchLeavesIsSettled(t *testing.T) {
	cfg := settings
	cfg.Env = append(os.Environ(), "ASSAY_TEST_WORKER=1")
	p, err := child.Start(t.Context(), os.Args[0], cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	if _, err := p.Ask(protocol.Request{Do: "load", Case: protocol.Case{Subject: "record"}}); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ adapter, want string }{{"json", ""}, {"finalizing", "batch unmarshal: panic: in a finalizer"}} {
		_, err := p.Ask(protocol.Request{Do: "batch", Case: protocol.Case{Subject: "record", Adapter: tc.adapter}, Op: protocol.Unmarshal, N: 3, Settle: true})
		if tc.want == "" && err != nil || tc.want != "" && (err == nil || err.Error() != tc.want) {
			t.Errorf("%s: %v, want %q", tc.adapter, err, tc.want)
		}
		if had, _ := p.Processor(); tc.want == "" && had == 0 && runtime.GOOS == "linux" {
			t.Error("it is not told how long the process had a processor")
		}
	}
}

// start starts a process that waits, and holds the writing end of the tests' pipe.
func start() {
	pipe, err := os.OpenFile(os.Getenv("ASSAY_TEST_PIPE"), os.O_WRONLY, 0)
	if err != nil {
		panic(err)
	}
	defer pipe.Close()
	sleep := exec.Command("sleep", "600")
	if os.Getenv("ASSAY_TEST_SESSION") != "" {
		sleep = exec.Command("setsid", "sleep", "600")
	}
	sleep.Stdout, sleep.Stderr, sleep.ExtraFiles = os.Stdout, os.Stderr, []*os.File{pipe}
	if err := sleep.Start(); err != nil {
		panic(err)
	}
	fmt.Fprintln(pipe, "started")
}

// parent starts a process that outlives it; parentOfOrphans dies of it.
func parent() adapter.Codec[record] {
	started := sync.OnceFunc(start)
	return withUnmarshal(func(data []byte, r *record) error {
		started()
		return json.Unmarshal(data, r)
	})
}

func parentOfOrphans() adapter.Codec[record] {
	return withUnmarshal(func(data []byte, r *record) error {
		start()
		os.Exit(3)
		return nil
	})
}

func recurse(data []byte, r *record, pad [64]byte) error {
	pad[len(data)%64]++
	if r == nil {
		return nil
	}
	return recurse(data, r, pad)
}

// settings are those of the worker processes in these tests.
var settings = child.Config{Env: append(os.Environ(), "ASSAY_TEST_WORKER=1"), HeapMB: 1, GOGC: 100, Limit: time.Minute}

// verifyInProcess asks a worker process to verify an adapter. The error is that of the
// process, if it died.
func verifyInProcess(t *testing.T, name string, cfg child.Config) (resp protocol.Response, words string, err error) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p, err := child.Start(t.Context(), exe, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	if _, err := p.Ask(protocol.Request{Do: "load", Case: protocol.Case{Subject: "record"}}); err != nil {
		t.Fatal(err)
	}
	// Only those that are to meet a limit have a low one: a busy machine fails nobody.
	cpu, still := time.Minute, time.Minute
	switch name {
	case "spinning":
		cpu = time.Second
	case "waiting":
		still = time.Second
	}
	resp, err = p.Ask(protocol.Request{Do: "verify", Case: protocol.Case{Subject: "record", Adapter: name}, CPU: cpu, Still: still})
	words = p.Words()
	if err == nil {
		if err := p.Close(time.Minute); err != nil {
			t.Errorf("%s does not end in peace: %v", name, err)
		}
	}
	return resp, words, err
}

// TestProcess: what adapters read and write is theirs, and the answers are ours.
func TestProcess(t *testing.T) {
	for name, want := range map[string]string{"json": "", "chatty": "decoding", "reading": "", "printing": "on descriptor 2"} {
		resp, words, err := verifyInProcess(t, name, settings)
		if err != nil || !resp.Verdict.OK || !strings.Contains(words, want) || want == "" && words != "" {
			t.Errorf("%s: %+v, %v, last words %s", name, resp.Verdict, err, words)
		}
	}
}

// TestLastWords: a codec that cannot be stopped ends the process quickly, with a
// reason.
func TestLastWords(t *testing.T) {
	limited := settings
	limited.MemoryMB = 256
	for _, tc := range []struct {
		name, want string
		linux      bool
	}{
		{"endless", "verify: recursed without end", false},
		{"hungry", "used more than the 256 MB of memory", false},
		{"greedy", "used more than the 256 MB of memory", true},
		{"spinning", "took more than 1s of processor time", true},
		{"waiting", "stood still for 1s", true},
		{"leaving", "verify: the worker process ended: exit status 0; its last words: it was a pleasure", true},
		{"intruding", "something else was written where the answers of the worker are", true},
		{"closing", "verify: ", true},
		{"closing requests", "verify: assay worker: descriptor 3, by which requests come or answers go, is closed", true},
		{"taking the place of requests", "verify: assay worker: descriptor 3, by which requests come or answers go, is closed", true},
		{"passing answers on", "verify: assay worker: descriptor 4, by which requests come or answers go, is closed or another's", true},
	} {
		if tc.linux && runtime.GOOS != "linux" {
			continue
		}
		if resp, words, err := verifyInProcess(t, tc.name, limited); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: response %+v, error %v, last words %.300s", tc.name, resp, err, words)
		}
	}
	if resp, words, err := verifyInProcess(t, "json", limited); err != nil || !resp.Verdict.OK {
		t.Errorf("within the limit: %+v, %v, last words %s", resp, err, words)
	}
}

// TestChildren: what a codec has started ends with the process, however that ends, and
// also where it has a session of its own.
func TestChildren(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("sessions are followed on Linux only")
	}
	for n := range 4 {
		dies, session := n%2 == 1, n/2 == 1
		cfg := settings
		if session {
			cfg.Env = append(slices.Clip(cfg.Env), "ASSAY_TEST_SESSION=1")
		}
		path := filepath.Join(t.TempDir(), "pipe")
		if err := makePipe(path); err != nil {
			t.Fatal(err)
		}
		pipe, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer pipe.Close()
		cfg.Env = append(slices.Clip(cfg.Env), "ASSAY_TEST_PIPE="+path)
		name := "parent"
		if dies {
			name = "parent of orphans"
		}
		if _, _, err := verifyInProcess(t, name, cfg); (err != nil) != dies {
			t.Fatal(err)
		}
		// The pipe ends with the last process that holds it. While one stays, this waits
		// for the tests' own limit.
		if text, err := io.ReadAll(pipe); err != nil || !strings.HasPrefix(string(text), "started\n") {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

// TestStartedByHand: a worker says what it is.
func TestStartedByHand(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe)
	cmd.Env = settings.Env
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "started by assay") {
		t.Errorf("%v: %s", err, out)
	}
}
