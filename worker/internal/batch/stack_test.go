package batch

import (
	"runtime"
	"testing"
	"unsafe"
)

// Frames end at every eighth byte of a cache line, and all over a page.
func TestDescendReachesAllPlaces(t *testing.T) {
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		t.Skip("frames have another size on " + runtime.GOARCH)
	}
	places, inLine := map[uintptr]bool{}, map[uintptr]bool{}
	descend(4*stackFrames, func() error { return nil }) // the stack grows, and is elsewhere from here on
	for n := range stackFrames {
		descend(n, func() error {
			var here byte
			at := uintptr(unsafe.Pointer(&here))
			places[at%4096/64], inLine[at%64/8] = true, true
			return nil
		})
	}
	if len(places) < 64 || len(inLine) < 8 && runtime.GOARCH == "amd64" {
		t.Errorf("the stack comes to %d of the 64 lines of a page, and %d of the 8 places in a line", len(places), len(inLine))
	}
}
