// Package sessions keeps who is logged in.
package sessions

import "time"

// Session is one login.
type Session struct {
	User    uint64
	Roles   []string
	Origin  Origin
	Begun   time.Time
	Secrets map[string][]byte
}

// Origin is where somebody came from.
type Origin struct {
	Addr  [4]byte `msg:"addr"`
	Agent string  `msg:"agent,omitempty"`
}
