package worker

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/worker/protocol"
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
		))
	}
	os.Exit(m.Run())
}

func withUnmarshal(unmarshal func(data []byte, r *record) error) adapter.Codec[record] {
	c := jsonCodec[record]()
	c.Unmarshal = unmarshal
	return c
}

// chatty prints on standard output, which belongs to the protocol.
func chatty() adapter.Codec[record] {
	return withUnmarshal(func(data []byte, r *record) error {
		fmt.Println("decoding", len(data), "bytes")
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

func recurse(data []byte, r *record, pad [64]byte) error {
	pad[len(data)%64]++
	if r == nil {
		return nil
	}
	return recurse(data, r, pad)
}

// cpuLimit is what verification may take of the processor in these tests, in
// nanoseconds: ten times what it needs under the race detector.
const cpuLimit = "4000000000"

// verifyInProcess asks a worker process to verify an adapter. The response is
// nil when the process died.
func verifyInProcess(t *testing.T, name string, args ...string) (resp *protocol.Response, stderr string) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe, args...)
	cmd.Env = append(os.Environ(), "ASSAY_TEST_WORKER=1")
	var last bytes.Buffer
	cmd.Stderr = &last
	cmd.Stdin = strings.NewReader(`{"do":"load","case":{"subject":"record"}}
{"do":"verify","case":{"subject":"record","adapter":"` + name + `"},"cpu_ns":` + cpuLimit + `,"still_ns":2000000000}
`)
	out, err := cmd.Output()
	lines := bufio.NewScanner(bytes.NewReader(out))
	for n := 0; lines.Scan(); n++ {
		r := new(protocol.Response)
		if jerr := json.Unmarshal(lines.Bytes(), r); jerr != nil {
			t.Fatalf("line %d of standard output is no response: %s", n, lines.Bytes())
		}
		if r.Err != "" {
			t.Fatal(r.Err)
		}
		if n == 1 {
			resp = r
		}
	}
	if (err == nil) != (resp != nil) {
		t.Fatalf("exit %v, response %+v, last words %s", err, resp, last.String())
	}
	return resp, last.String()
}

func TestProcess(t *testing.T) {
	resp, stderr := verifyInProcess(t, "json")
	if resp == nil || !resp.Verdict.OK || stderr != "" {
		t.Errorf("%+v, last words %s", resp, stderr)
	}
	resp, stderr = verifyInProcess(t, "chatty")
	if resp == nil || !resp.Verdict.OK || !strings.Contains(stderr, "decoding") {
		t.Errorf("%+v, last words %s", resp, stderr)
	}
}

// TestLastWords: a codec that cannot be stopped ends the process quickly, with a
// reason on standard error.
func TestLastWords(t *testing.T) {
	for _, tc := range []struct {
		name, want string
		linux      bool
	}{
		{"endless", "goroutine stack exceeds", false},
		{"hungry", "out of memory", false},
		{"greedy", "out of memory", true},
		{"spinning", "took more than 4s of processor time", true},
		{"waiting", "stood still for 2s", true},
	} {
		if tc.linux && runtime.GOOS != "linux" {
			continue
		}
		resp, stderr := verifyInProcess(t, tc.name, "-memory", "1073741824")
		if resp != nil || !strings.Contains(stderr, tc.want) {
			t.Errorf("%s: response %+v, last words %.300s", tc.name, resp, stderr)
		}
	}
	if resp, stderr := verifyInProcess(t, "json", "-memory", "1073741824"); resp == nil || !resp.Verdict.OK {
		t.Errorf("within the limit: %+v, last words %s", resp, stderr)
	}
}
