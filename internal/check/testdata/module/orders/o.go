// Package orders has types.
package orders

// Order is sent.
type Order struct {
	ID    int64 `json:"id"`
	Total int64 `json:"total"`
	Items []Item
}

type Item struct {
	SKU string
	Qty int32
}

type Event struct{ Kind string }
type Setting struct{ Name, Value string }
type Job struct{ N int }
type Unused struct{ N int }
type Letter struct{ To string }
type Signed struct{ By string }
type User struct{ N int }
type Row struct{ N int }
type Link struct{ N int }
type Assigned struct{ N int }
type Literal struct{ N int }
type Passed struct{ N int }
type Head struct{ N int }
type Left struct{ N int }
type Sent struct{ N int }
type Body struct{ N int }
