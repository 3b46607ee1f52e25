// Package features is generated from a schema with lazy fields, custom types and
// awkward names; the conversions of its custom types are written by hand.
package features

import (
	"errors"
	"time"
)

// Money is an amount of a currency.
type Money struct {
	Cents    int64
	Currency string
}

func fromMoney(m Money) MoneyWire { return MoneyWire{F0: m.Cents, F1: m.Currency} }

var errCurrency = errors.New("an amount needs a currency")

func toMoney(t MoneyWire) (Money, error) {
	if t.F1 == "" {
		return Money{}, errCurrency
	}
	return Money{Cents: t.F0, Currency: t.F1}, nil
}

func fromTime(t time.Time) int64 { return t.Unix() }

func toTime(n int64) (time.Time, error) { return time.Unix(n, 0).UTC(), nil }
