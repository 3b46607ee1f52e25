package sessions

import (
	"encoding/hex"
	"reflect"
	"testing"
	"time"
)

// TestStored reads and writes a session that was stored by the library.
func TestStored(t *testing.T) {
	const stored = "85a455736572cf0000010000000000a5526f6c657392a561646d696ea36f7073a64f726967696e82a461646472c4040a000007a56167656e74a46375726ca5426567756ec70c05000000006553f10000000000a75365637265747381a16bc4020102"
	want := &Session{User: 1 << 40, Roles: []string{"admin", "ops"}, Origin: Origin{Addr: [4]byte{10, 0, 0, 7}, Agent: "curl"}, Begun: time.Unix(1700000000, 0), Secrets: map[string][]byte{"k": {1, 2}}}
	data, err := Save(want)
	if got := hex.EncodeToString(data); err != nil || got != stored {
		t.Fatalf("%s, %v, want\n%s", got, err, stored)
	}
	if got, err := Load(data); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
}
