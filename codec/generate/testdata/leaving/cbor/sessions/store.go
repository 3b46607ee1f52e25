package sessions

import (
	"github.com/fxamacker/cbor/v2"
)

// Save returns what is stored of a session.
func Save(s *Session) ([]byte, error) { return cbor.Marshal(s) }

// Load returns a session that was stored.
func Load(data []byte) (*Session, error) {
	s := new(Session)
	err := cbor.Unmarshal(data, s)
	return s, err
}
