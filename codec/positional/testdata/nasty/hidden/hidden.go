// Package hidden has state that is not exported.
package hidden

import (
	"bytes"
	"encoding/binary"
	"errors"
	"sync"
	"time"
)

type Account struct {
	id, balance int64
	Name        string
}

type Closed struct{ secret string }
type HoldsClosed struct {
	A string
	C Closed
}
type ListOfClosed struct{ L []Closed }
type MapOfClosed struct{ M map[string]Closed }
type KeyClosed struct{ M map[Closed]string }
type PointerToClosed struct{ P *Closed }
type ArrayOfClosed struct{ A [2]Closed }
type EmbedsClosed struct {
	Closed
	N int32
}
type deep struct{ Closed Closed }
type DeepClosed struct{ D []map[string]*deep }

type Omitted struct {
	secret string `assay:"-"`
	Name   string
}
type Blank struct {
	_    int32
	_    struct{}
	Name string
}
type NoSize struct {
	noCopy  struct{}
	nothing [0]func()
	Name    string
}
type Locked struct {
	mu   sync.Mutex
	Name string
}
type WithChan struct {
	ready chan bool
	Name  string
}
type WithFunc struct {
	hook func()
	Name string
}
type T time.Time
type HoldsT struct{ T T }
type Sometime struct {
	time.Time
	Name string
}
type OnlyTime struct{ time.Time }
type HoldsOnlyTime struct {
	N string
	T OnlyTime
}
type SometimeIn struct {
	L []Sometime
	N string
}
type SomePointer struct {
	*time.Time
	Name string
}
type HoldsSomePointer struct{ S SomePointer }

// Binary has methods of its own.
type Binary struct{ n uint32 }

func (b Binary) MarshalBinary() ([]byte, error) {
	return binary.LittleEndian.AppendUint32(nil, b.n), nil
}
func (b *Binary) UnmarshalBinary(p []byte) error {
	b.n = binary.LittleEndian.Uint32(append(p, 0, 0, 0, 0))
	return nil
}

// ByPointer has both methods by its pointer.
type ByPointer struct{ n uint32 }

func (b *ByPointer) MarshalBinary() ([]byte, error) {
	return binary.LittleEndian.AppendUint32(nil, b.n), nil
}
func (b *ByPointer) UnmarshalBinary(p []byte) error {
	b.n = binary.LittleEndian.Uint32(append(p, 0, 0, 0, 0))
	return nil
}

type HoldsBinary struct {
	A Binary
	L []Binary
	M map[string]Binary
	P *Binary
	Z [2]Binary
}
type HoldsByPointer struct {
	A ByPointer
	L []ByPointer
	M map[string]ByPointer
	P *ByPointer
}
type KeyByPointer struct{ M map[ByPointer]ByPointer }

// Appends has AppendBinary beside the other methods, and long bytes.
type Appends struct{ n uint32 }

func (a Appends) AppendBinary(p []byte) ([]byte, error) {
	return append(binary.LittleEndian.AppendUint32(p, a.n), make([]byte, a.n%200)...), nil
}
func (a Appends) MarshalBinary() ([]byte, error) { return a.AppendBinary(nil) }
func (a *Appends) UnmarshalBinary(p []byte) error {
	if a.n = binary.LittleEndian.Uint32(append(p, 0, 0, 0, 0)); len(p) != 4+int(a.n%200) {
		return errors.New("another length")
	}
	return nil
}

// Stamp has the methods of its only field.
type Stamp struct{ time.Time }

// Written has the AppendBinary of its field beside its own MarshalBinary, which writes
// something else.
type Written struct{ Appends }

func (w Written) MarshalBinary() ([]byte, error) {
	p, err := w.AppendBinary([]byte{'w'})
	return p, err
}
func (w *Written) UnmarshalBinary(p []byte) error {
	if len(p) == 0 || p[0] != 'w' {
		return errors.New("not written by MarshalBinary")
	}
	return w.Appends.UnmarshalBinary(p[1:])
}

type HoldsAppends struct {
	A Appends
	L []Appends
	P *Stamp
	S Stamp
	W Written
	M map[string]Written
}
type Promoted struct {
	Binary
	Name string
}
type HoldsPromoted struct{ P []Promoted }

// Text has methods for text only.
type Text struct{ s string }

func (t Text) MarshalText() ([]byte, error)     { return []byte(t.s), nil }
func (t *Text) UnmarshalText(text []byte) error { t.s = string(text); return nil }

type HoldsText struct {
	A Text
	L []Text
}

// JSON has methods for JSON only.
type JSON struct{ s string }

func (t JSON) MarshalJSON() ([]byte, error)     { return []byte(`"` + t.s + `"`), nil }
func (t *JSON) UnmarshalJSON(text []byte) error { t.s = string(bytes.Trim(text, `"`)); return nil }

type HoldsJSON struct{ A JSON }

// Gob has methods for gob only.
type Gob struct{ n byte }

func (t Gob) GobEncode() ([]byte, error)   { return []byte{t.n}, nil }
func (t *Gob) GobDecode(text []byte) error { t.n = append(text, 0)[0]; return nil }

type HoldsGob struct{ A Gob }

type Cases struct {
	Account
	Closed
	HoldsClosed
	ListOfClosed
	MapOfClosed
	KeyClosed
	PointerToClosed
	ArrayOfClosed
	EmbedsClosed
	DeepClosed
	Omitted
	Blank
	NoSize
	Locked
	WithChan
	WithFunc
	T
	HoldsT
	Sometime
	OnlyTime
	HoldsOnlyTime
	SometimeIn
	SomePointer
	HoldsSomePointer
	Binary
	ByPointer
	HoldsBinary
	HoldsByPointer
	KeyByPointer
	HoldsAppends
	Promoted
	HoldsPromoted
	HoldsText
	HoldsJSON
	HoldsGob
}
