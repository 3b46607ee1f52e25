package sessions

// Save returns what is stored of a session.
func Save(s *Session) ([]byte, error) { return s.MarshalMsg(nil) }

// Load returns a session that was stored.
func Load(data []byte) (*Session, error) {
	s := new(Session)
	_, err := s.UnmarshalMsg(data)
	return s, err
}
