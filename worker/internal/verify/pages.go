package verify

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"unsafe"

	"github.com/assay-go/assay/worker/internal/deep"
)

// Whoever writes to a value or an input and puts back what was there leaves no
// trace, except where the pages cannot be written to. So the codec meets both in
// such pages, the input with its end at a page that cannot even be read. Where
// the system has no such pages, nothing is found here.

// pages is memory outside of the heap.
type pages struct{ mem []byte }

// What is put into such pages at most, in bytes.
const maxPages = 1 << 20

// protected runs the codec on inputs and values that cannot be written to.
func (r *run) protected() error {
	if err := r.protectedInputs(); err != nil {
		return err
	}
	if r.To != nil {
		return nil // the serializer's own structs are its own affair
	}
	return r.protectedValues()
}

func (r *run) protectedInputs() error {
	longest := 0
	list := r.sample(sampleValues)
	for _, i := range list {
		longest = max(longest, len(r.encoded[i]))
	}
	if longest == 0 || longest > maxPages {
		return nil
	}
	p, err := room(longest)
	if err != nil {
		return nil
	}
	c := r.Open()
	for _, i := range list {
		if p.writable() != nil {
			return nil
		}
		n := len(r.encoded[i])
		in := p.mem[len(p.mem)-n:]
		copy(in, r.encoded[i])
		if p.readOnly() != nil {
			return nil
		}
		v := r.New()
		var used any
		if r.verdict.ReusesValue {
			if used, err = r.unmarshal(&c, i, GuardedInput(r.encoded[list[0]])); err != nil {
				return err
			}
		}
		at, faults, err := faulting(func() error {
			r.doing = fmt.Sprintf("unmarshal of value %d from pages that cannot be written to", i)
			if used != nil {
				return c.UnmarshalReuse(in, used)
			}
			return c.Unmarshal(in, v)
		})
		switch {
		case faults && p.behind(at):
			return fmt.Errorf("unmarshal of value %d reads beyond its input, by %d bytes", i, at-p.end()+1)
		case faults && p.holds(at):
			return fmt.Errorf("unmarshal of value %d writes to its input, at byte %d", i, int(at)-int(p.end())+n)
		case faults:
			return fmt.Errorf("unmarshal of value %d %s", i, foreign(at))
		}
		if err != nil {
			return fmt.Errorf("%s: %s", r.doing, OneLine(err.Error()))
		}
	}
	return nil
}

// foreign says that an address is none of what the codec was given.
func foreign(at uintptr) string {
	return fmt.Sprintf("faults at the address %#x, where nothing lies that it was given", at)
}

// holds reports whether an address is one of the pages'.
func (p pages) holds(at uintptr) bool { return p.start() <= at && at < p.end() }

// behind reports whether an address is in the page behind them, which cannot be read.
func (p pages) behind(at uintptr) bool {
	return p.end() <= at && at < p.end()+uintptr(os.Getpagesize())
}

func (p pages) start() uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(p.mem))) }
func (p pages) end() uintptr   { return p.start() + uintptr(len(p.mem)) }

func (r *run) protectedValues() error {
	p, err := room(maxPages)
	if err != nil {
		return nil
	}
	type placed struct {
		i    int
		v    any
		keep any
	}
	var list []placed
	hidden := map[uintptr]uintptr{}
	at := 0
	alloc := func(size, align uintptr) unsafe.Pointer {
		from := (uintptr(at) + align - 1) &^ (align - 1)
		if from+size > uintptr(len(p.mem)) {
			return nil
		}
		at = int(from + size)
		return unsafe.Pointer(&p.mem[from])
	}
	for _, i := range r.sample(sampleValues) {
		v, keep, ok := deep.Place(r.Values[i], alloc, func(start, end uintptr) { hidden[start] = end })
		if !ok {
			break
		}
		list = append(list, placed{i, v, keep})
	}
	if p.readOnly() != nil {
		return nil
	}
	c := r.Open()
	for _, pl := range list {
		at, faults, err := faulting(func() error {
			_, err := r.marshal(&c, pl.i, pl.v)
			return err
		})
		runtime.KeepAlive(pl.keep)
		if faults {
			if !p.holds(at) {
				return fmt.Errorf("marshal of value %d %s", pl.i, foreign(at))
			}
			for start, end := range hidden {
				if start <= at && at < end {
					return nil // cached sizes are no harm
				}
			}
			return fmt.Errorf("marshal of value %d writes to the value that it was given", pl.i)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// fault is the runtime's error of a memory fault.
type fault interface {
	runtime.Error
	Addr() uintptr
}

// faulting runs f and returns the address of a memory fault, if there was one: also of
// one that a codec recovers from and returns as an error. Other panics go on.
func faulting(f func() error) (at uintptr, faults bool, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		found, ok := p.(fault)
		if !ok {
			panic(p)
		}
		at, faults = found.Addr(), true
	}()
	err = f()
	if found := fault(nil); errors.As(err, &found) {
		return found.Addr(), true, err
	}
	return 0, false, err
}
