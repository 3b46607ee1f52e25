package subjects

import (
	"encoding/json"
	"net/netip"
	"time"
)

// Order has what people's types have. The code for it is in testdata/order.go.golden.
type Order struct {
	ID        int64             `json:"id"`
	Number    uint32            `json:"number,string"`
	Customer  string            `json:"customer"`
	Note      *string           `json:"note,omitempty"`
	Total     float64           `json:"total"`
	Paid      bool              `json:"paid,omitempty"`
	Placed    time.Time         `json:"placed"`
	Shipped   time.Time         `json:"shipped,omitzero"`
	From      netip.Addr        `json:"from"`
	Signature []byte            `json:"signature"`
	Lines     []OrderLine       `json:"lines"`
	Labels    map[string]string `json:"labels,omitempty"`
	Raw       json.RawMessage   `json:"raw,omitempty"`
	More      any               `json:"more,omitempty"`
	OrderState
}

// OrderLine is an element of a list.
type OrderLine struct {
	Item   string `json:"item"`
	Count  int    `json:"count"`
	Prices [2]int `json:"prices"`
}

// OrderState is embedded.
type OrderState struct {
	State string
	Next  *Order `json:"next,omitempty"`
}
