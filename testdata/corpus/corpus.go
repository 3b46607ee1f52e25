// Package corpus is a module of real types: those that Go programs send to one
// another, of modules that none of the project wrote, at pinned versions. Its
// file types.json lists them, by import path and name, for the tests that let
// every serializer and every generated format carry them.
//
// The types that are declared here have fields of types of the standard library
// and of small modules, as rows of a database and messages of a service do.
package corpus

import (
	"database/sql"
	"math/big"
	"net"
	"net/netip"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/cloudevents/sdk-go/v2/event"
	"github.com/google/uuid"
	"github.com/shopspring/decimal"
)

// Payment has amounts of money.
type Payment struct {
	ID       uuid.UUID
	Amount   decimal.Decimal
	Fee      *decimal.Decimal
	Refund   decimal.NullDecimal
	Units    *big.Int
	Rate     *big.Rat
	Exact    *big.Float
	Metadata map[string]string
	At       time.Time
}

// Connection has addresses.
type Connection struct {
	From, To netip.AddrPort
	Via      []netip.Addr
	Routes   map[netip.Prefix]netip.Addr
	Origin   url.URL
	Referer  *url.URL
	IP       net.IP
	Zone     *time.Location
	Elapsed  time.Duration
}

// Row has columns that may be null.
type Row struct {
	ID      int64
	Name    sql.NullString
	Age     sql.NullInt32
	Balance sql.NullFloat64
	Active  sql.NullBool
	Seen    sql.NullTime
	Score   sql.Null[uint16]
}

// Counters are shared by goroutines.
type Counters struct {
	Requests atomic.Int64
	Failures atomic.Uint64
	Ready    atomic.Bool
}

// Stamped embeds a time beside other fields, and has one by another name.
type Stamped struct {
	time.Time
	Name string
	Day  Day
}

// Day is a time by another name, without its methods.
type Day time.Time

// What the open interface of the cloudevents module holds.
//
//assay:impl event.EventContext = *event.EventContextV1 *event.EventContextV03
var _ event.EventContext = (*event.EventContextV1)(nil)
