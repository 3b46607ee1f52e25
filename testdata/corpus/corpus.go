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
	"strings"
	"sync/atomic"
	"time"

	"github.com/cloudevents/sdk-go/v2/event"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geojson"
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

// Events are of both versions, with data and without.
func Events() ([]event.Event, error) {
	var list []event.Event
	for i, version := range []string{event.CloudEventsVersionV1, event.CloudEventsVersionV03, event.CloudEventsVersionV1} {
		e := event.New(version)
		e.SetID(uuid.NewSHA1(uuid.NameSpaceURL, []byte{byte(i)}).String())
		e.SetSource("https://example.com/orders")
		e.SetType("com.example.order.created")
		e.SetSubject("order/" + strings.Repeat("1", i))
		e.SetTime(time.Date(2024, 5, 6, 7, 8, 9, 123e6, time.UTC))
		e.SetExtension("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
		if i < 2 {
			if err := e.SetData(event.ApplicationJSON, map[string]any{"id": i, "lines": []string{"a", "b"}}); err != nil {
				return nil, err
			}
		}
		list = append(list, e)
	}
	return list, nil
}

// Numerics are prices, a count, no number, and none.
func Numerics() []pgtype.Numeric {
	return []pgtype.Numeric{
		{Int: big.NewInt(1999), Exp: -2, Valid: true},
		{Int: big.NewInt(-5), Exp: 3, Valid: true},
		{Int: new(big.Int).Lsh(big.NewInt(1), 90), Valid: true},
		{Int: big.NewInt(1), Exp: -12, Valid: true},
		{NaN: true, Valid: true},
		{InfinityModifier: pgtype.NegativeInfinity, Valid: true},
		{},
	}
}

// Features are places, one of them without properties.
func Features() []geojson.Feature {
	return []geojson.Feature{
		{Type: "Feature", ID: "a", Geometry: orb.Point{7.5, 51.25}, Properties: geojson.Properties{"name": "Dom", "height": 157.5, "open": true}},
		{Type: "Feature", ID: 2.0, Geometry: orb.LineString{{0, 1}, {2, 3}, {4, 5}}, Properties: geojson.Properties{"tags": []any{"path", 1.0}}},
		{Type: "Feature", BBox: geojson.BBox{0, 0, 2, 2}, Geometry: orb.Polygon{{{0, 0}, {2, 0}, {2, 2}, {0, 0}}}},
	}
}
