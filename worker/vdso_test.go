//go:build linux && amd64

package worker

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/assay-go/assay/internal/worker/child"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
)

// patching has the clock of the process lose 100 ns with each call: it puts code of its own in
// the place of what the kernel gives programs to read the clock by.
func patching() adapter.Codec[record] {
	lost, err := patchClock()
	if err != nil {
		fmt.Fprintln(os.Stderr, "patching the clock:", err)
		os.Exit(3)
	}
	return withUnmarshal(func(data []byte, r *record) error {
		atomic.AddInt64(lost, 100)
		return json.Unmarshal(data, r)
	})
}

var patchClock = sync.OnceValues(patchedClock)

// patchedClock returns the nanoseconds that the clock is behind.
func patchedClock() (lost *int64, err error) {
	auxv, err := os.ReadFile("/proc/self/auxv")
	if err != nil {
		return nil, err
	}
	const sysinfoEHDR = 33
	var base uintptr
	for ; len(auxv) >= 16; auxv = auxv[16:] {
		if binary.LittleEndian.Uint64(auxv) == sysinfoEHDR {
			base = uintptr(binary.LittleEndian.Uint64(auxv[8:]))
		}
	}
	if base == 0 {
		return nil, fmt.Errorf("the kernel gives none")
	}
	const size = 8 << 10
	image := memory(base, size)
	f, err := elf.NewFile(bytes.NewReader(image))
	if err != nil {
		return nil, err
	}
	symbols, err := f.DynamicSymbols()
	if err != nil {
		return nil, err
	}
	at := uint64(0)
	for _, s := range symbols {
		if s.Name == "__vdso_clock_gettime" {
			at = s.Value
		}
	}
	page := syscall.Getpagesize()
	mem, err := syscall.Mmap(-1, 0, page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil, err
	}
	lost = (*int64)(unsafe.Pointer(&mem[0]))
	code := []byte{
		0x56,                // push rsi
		0xB8, 0xE4, 0, 0, 0, // mov eax, 228: clock_gettime
		0x0F, 0x05, // syscall
		0x5E,       // pop rsi
		0x49, 0xB8, // mov r8, lost
	}
	code = binary.LittleEndian.AppendUint64(code, uint64(uintptr(unsafe.Pointer(lost))))
	code = append(code,
		0x4D, 0x8B, 0x00, // mov r8, [r8]
		0x4C, 0x29, 0x46, 0x08, // sub [rsi+8], r8
		0x79, 0x0D, // jns done
		0x48, 0xFF, 0x0E, // again: dec [rsi]
		0x48, 0x81, 0x46, 0x08, 0x00, 0xCA, 0x9A, 0x3B, // add [rsi+8], 1e9
		0x78, 0xF3, // js again
		0x31, 0xC0, // done: xor eax, eax
		0xC3, // ret
	)
	if at == 0 || at+uint64(len(code)) > size {
		return nil, fmt.Errorf("its clock is not where it is looked for: %#x", at)
	}
	if err := syscall.Mprotect(image, syscall.PROT_READ|syscall.PROT_WRITE|syscall.PROT_EXEC); err != nil {
		return nil, err
	}
	copy(image[at:], code)
	return lost, nil
}

func memory(at uintptr, size int) []byte {
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&at)), size)
}

// TestAPatchedClockIsSlow: what batches take by the clock of their process is less than what
// the one who asks for them waits, by more than all that the codec hides.
func TestAPatchedClockIsSlow(t *testing.T) {
	p, err := child.Start(t.Context(), os.Args[0], child.Config{Env: append(os.Environ(), "ASSAY_TEST_WORKER=1"), HeapMB: 1, GOGC: 100, Limit: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close(time.Minute)
	if _, err := p.Ask(protocol.Request{Do: "load", Case: protocol.Case{Subject: "record"}, Data: &protocol.Data{}}); err != nil {
		t.Fatal(err)
	}
	const n = 20_000
	one := protocol.Request{Do: "batch", Case: protocol.Case{Subject: "record", Adapter: "patching the clock"}, Op: protocol.Unmarshal, N: n}
	began := time.Now() // clock: what takes longer hides no less
	resp, err := p.Ask(protocol.Request{Do: "batches", Batches: []protocol.Request{one}})
	took := time.Since(began) // clock: what takes longer hides no less
	if err != nil {
		t.Skip(err) // the kernel does not let its code be changed
	}
	inside := time.Duration(resp.Batches[0].Batch.NS)
	if hidden := took - time.Duration(resp.TookNS); hidden < n*100 {
		t.Errorf("the clock hides %v of %v, and the codec %v", hidden, inside, n*100*time.Nanosecond)
	}
	t.Logf("%d calls take %v by the clock of the process, and the request %v", n, inside, took)
}
