package sessions

import (
	"encoding/hex"
	"reflect"
	"testing"
	"time"
)

// TestStored reads and writes a session that was stored by the library.
func TestStored(t *testing.T) {
	const stored = "851b0000010000000000826561646d696e636f7073a201440a00000702646375726c1a6553f100a1616b420102"
	want := &Session{User: 1 << 40, Roles: []string{"admin", "ops"}, Origin: Origin{Addr: [4]byte{10, 0, 0, 7}, Agent: "curl"}, Begun: time.Unix(1700000000, 0), Secrets: map[string][]byte{"k": {1, 2}}}
	data, err := Save(want)
	if got := hex.EncodeToString(data); err != nil || got != stored {
		t.Fatalf("%s, %v, want\n%s", got, err, stored)
	}
	if got, err := Load(data); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
}
