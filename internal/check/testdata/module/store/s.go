// Package store keeps things.
package store

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"io"
	"net/url"

	copied "shop.test/json"
	"shop.test/orders"
)

type Store interface{ Put(key string, v any) error }

type file struct{ w io.Writer }

func (f *file) Put(key string, v any) error { return json.NewEncoder(f.w).Encode(v) }

func Save(s Store, o *orders.Order) error { return s.Put("o", o) }

func get[T any](b []byte) (v T, err error) {
	err = json.Unmarshal(b, &v)
	return v, err
}

func Setting(b []byte) (orders.Setting, error) { return get[orders.Setting](b) }

type Cache[T any] struct{ b []byte }

func (c *Cache[T]) Get() (*T, error) {
	var v T
	return &v, gob.NewDecoder(bytes.NewReader(c.b)).Decode(&v)
}

var jobs Cache[orders.Job]

func write(v any) ([]byte, error)   { return marshal(v) }
func marshal(v any) ([]byte, error) { return json.Marshal(v) }

func Events(list []orders.Event) ([]byte, error) { return write(list) }

type private struct{ A int }

func Private() ([]byte, error) { return json.Marshal(private{}) }

func Foreign(u *url.URL) ([]byte, error) { return json.Marshal(u) }

type Queue[T any] struct{ first Cache[T] }

type hidden struct{ A int }

var queue Queue[hidden]

func Local(b []byte) error {
	type hidden struct{ B int }
	return json.Unmarshal(b, new(hidden))
}

// Mail has a method of each kind of receiver, so that a pointer alone is a Sender.
type Mail struct{ w io.Writer }

func (m Mail) Send(v any) error { return json.NewEncoder(m.w).Encode(v) }
func (m *Mail) Close() error    { return nil }

type Sender interface {
	Send(v any) error
	io.Closer
}

func Post(s Sender, l orders.Letter) error { return s.Send(l) }

func Sign(s *orders.Signed) ([]byte, error) { return copied.Marshal(s) }

type envelope struct {
	Data any
	Next *envelope
}

func answer(w io.Writer, v any) { json.NewEncoder(w).Encode(envelope{Next: &envelope{Data: v}}) }

func Answer(w io.Writer, u orders.User) { answer(w, &u) }

func Page(w io.Writer, l []orders.Row) {
	json.NewEncoder(w).Encode(map[string]any{"rows": l, "more": []any{orders.Link{}, 7}})
}

func Resend(m Mail, l orders.Letter) error { return Mail.Send(m, l) }

var encode = json.Marshal

func Values(a orders.Assigned, l orders.Literal, p orders.Passed) {
	encode(a)
	put := func(v any) { json.Marshal(v) }
	put(l)
	each(func(v any) { json.Marshal(v) }, p)
}

func each(do func(any), list ...any) {
	for _, v := range list {
		do(v)
	}
}

type Sheet struct {
	Head any
	Left any `json:"-"`
}

func Later(h orders.Head, l orders.Left) ([]byte, error) {
	var s Sheet
	s.Head, s.Left = h, l
	return json.Marshal(s)
}

type Source interface{ Next() any }

type source struct{ list chan any }

func (s source) Next() any { return <-s.list }

func Sent(s source, m orders.Sent) { s.list <- m }

func Drain(s Source) ([]byte, error) {
	switch v := s.Next().(type) {
	case nil:
		return nil, nil
	default:
		return json.Marshal(v)
	}
}

// Reply is one of many types.
type Reply[T any] struct{ Body T }

func reply[T any](body T) ([]byte, error) { return json.Marshal(Reply[T]{body}) }

func Replies(b orders.Body) ([]byte, error) { return reply(b) }
