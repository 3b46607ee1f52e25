package batch

import (
	"errors"
	"io"
	"sync"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
)

// Parallel runs op n times in each of the runners, all at the same time, each in
// a goroutine of its own and over values of its own. It returns the time from
// when all were ready until the last was done.
func Parallel(runners []Runner, op protocol.Op, n int) (time.Duration, error) {
	var ready, done sync.WaitGroup
	begin := make(chan struct{})
	errs := make([]error, len(runners))
	for i, r := range runners {
		loop, err := r.prepare(op, uint64(i))
		if err != nil {
			return 0, err
		}
		ready.Add(1)
		done.Go(func() {
			err := loop(1 + n/4)
			ready.Done()
			<-begin
			if err == nil {
				err = loop(n)
			}
			errs[i] = err
		})
	}
	ready.Wait()
	start := time.Now()
	close(begin)
	done.Wait()
	elapsed := time.Since(start)
	for _, r := range runners {
		errs = append(errs, r.lastIsRight(op))
	}
	return elapsed, errors.Join(errs...)
}

// Pooled returns a codec that many goroutines may use at a time: each call takes
// one of those that open makes from a pool, and puts it back.
func Pooled[V any](open func() adapter.Codec[V]) adapter.Codec[V] {
	pool := &sync.Pool{New: func() any { c := open(); return &c }}
	has := open()
	var c adapter.Codec[V]
	if has.Marshal != nil {
		c.Marshal = func(v *V) ([]byte, error) {
			k := pool.Get().(*adapter.Codec[V])
			out, err := k.Marshal(v)
			pool.Put(k)
			return out, err
		}
	}
	if has.Append != nil {
		c.Append = func(buf []byte, v *V) ([]byte, error) {
			k := pool.Get().(*adapter.Codec[V])
			out, err := k.Append(buf, v)
			pool.Put(k)
			return out, err
		}
	}
	if has.Fill != nil {
		c.Fill = func(buf []byte, v *V) ([]byte, error) {
			k := pool.Get().(*adapter.Codec[V])
			out, err := k.Fill(buf, v)
			pool.Put(k)
			return out, err
		}
	}
	c.Unmarshal = func(data []byte, v *V) error {
		k := pool.Get().(*adapter.Codec[V])
		err := k.Unmarshal(data, v)
		pool.Put(k)
		return err
	}
	if has.Construct != nil {
		c.Construct = func(data []byte) (*V, error) {
			k := pool.Get().(*adapter.Codec[V])
			v, err := k.Construct(data)
			pool.Put(k)
			return v, err
		}
	}
	if has.UnmarshalReuse != nil {
		c.UnmarshalReuse = func(data []byte, v *V) error {
			k := pool.Get().(*adapter.Codec[V])
			err := k.UnmarshalReuse(data, v)
			pool.Put(k)
			return err
		}
	}
	if has.Write != nil {
		c.Write = func(w io.Writer, v *V) error {
			k := pool.Get().(*adapter.Codec[V])
			err := k.Write(w, v)
			pool.Put(k)
			return err
		}
	}
	if has.Read != nil {
		c.Read = func(r io.Reader, v *V) error {
			k := pool.Get().(*adapter.Codec[V])
			err := k.Read(r, v)
			pool.Put(k)
			return err
		}
	}
	if has.Access != nil {
		c.Access = func(data []byte) (uint64, error) {
			k := pool.Get().(*adapter.Codec[V])
			sum, err := k.Access(data)
			pool.Put(k)
			return sum, err
		}
	}
	if has.Field != nil {
		c.Field = func(data []byte) (uint64, error) {
			k := pool.Get().(*adapter.Codec[V])
			x, err := k.Field(data)
			pool.Put(k)
			return x, err
		}
	}
	if has.Open != nil {
		c.Open = func(data []byte) (uint64, error) {
			k := pool.Get().(*adapter.Codec[V])
			at, err := k.Open(data)
			pool.Put(k)
			return at, err
		}
	}
	return c
}
