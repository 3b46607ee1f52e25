// Package std has types of the standard library.
package std

import (
	"bytes"
	"container/list"
	"context"
	"database/sql"
	"encoding/json"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"reflect"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"text/template"
	"time"
)

type BigInt struct{ V *big.Int }
type BigIntValue struct{ V big.Int }
type BigInts struct {
	L []big.Int
	P []*big.Int
	M map[string]*big.Int
}
type BigFloat struct{ V *big.Float }
type BigRat struct{ V *big.Rat }
type Addr struct{ A netip.Addr }
type Addrs struct {
	L []netip.Addr
	M map[netip.Addr]netip.AddrPort
}
type Prefix struct{ P netip.Prefix }
type URL struct{ U url.URL }
type URLPointer struct{ U *url.URL }
type Location struct{ L *time.Location }
type NullString struct {
	S sql.NullString
	T sql.NullTime
	I sql.Null[int32]
}
type AtomicInt struct{ N atomic.Int64 }
type AtomicPointer struct{ N atomic.Pointer[string] }
type AtomicBool struct {
	B atomic.Bool
	S string
}
type AtomicValue struct{ V atomic.Value }
type Raw struct {
	R json.RawMessage
	L []json.RawMessage
}
type Number struct{ N json.Number }
type IP struct {
	A net.IP
	N net.IPNet
	M net.HardwareAddr
}
type Buffer struct{ B bytes.Buffer }
type Builder struct{ B strings.Builder }
type Mutex struct {
	sync.Mutex
	N int32
}
type RWMutex struct {
	Mu sync.RWMutex
	N  int32
}
type Once struct{ O sync.Once }
type SyncMap struct{ M sync.Map }
type Regexp struct{ R *regexp.Regexp }
type Header struct {
	H http.Header
	C []http.Cookie
}
type Values struct{ V url.Values }
type Error struct{ E error }
type Any struct{ A any }
type AnyMap struct {
	M map[string]any
	L []any
}
type Context struct{ C context.Context }
type ReflectType struct{ T reflect.Type }
type Level struct{ L slog.Level }
type LevelVar struct{ L slog.LevelVar }
type List struct{ L list.List }
type Template struct{ T *template.Template }
type Chan struct{ C chan int }
type Func struct{ F func() }
type Complex struct{ C complex128 }
type Request struct{ R http.Request }
type Timer struct{ T *time.Timer }

type Cases struct {
	BigInt
	BigIntValue
	BigInts
	BigFloat
	BigRat
	Addr
	Addrs
	Prefix
	URL
	URLPointer
	Location
	NullString
	AtomicInt
	AtomicPointer
	AtomicBool
	AtomicValue
	Raw
	Number
	IP
	Buffer
	Builder
	Mutex
	RWMutex
	Once
	SyncMap
	Regexp
	Header
	Values
	Error
	Any
	AnyMap
	Context
	ReflectType
	Level
	LevelVar
	List
	Template
	Chan
	Func
	Complex
	Request
	Timer
	OuterURL      url.URL
	OuterInt      big.Int
	OuterAddr     netip.Addr
	OuterTime     time.Time
	OuterDuration time.Duration
	OuterError    error
}
