package spelling

import "testing"

func TestNearest(t *testing.T) {
	known := []string{"json", "gob", "msgpack", "protobuf"}
	for _, c := range []struct{ word, want string }{
		{"jsom", "json"}, {"Gob", "gob"}, {"protobof", "protobuf"}, {"xml", ""}, {"", ""},
	} {
		if got := Nearest(c.word, known); got != c.want {
			t.Errorf("Nearest(%q) = %q, want %q", c.word, got, c.want)
		}
	}
	if got := Hint("jsn", known); got != `; did you mean "json"?` {
		t.Errorf("Hint: %s", got)
	}
}
