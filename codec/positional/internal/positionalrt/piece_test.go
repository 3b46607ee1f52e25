package positionalrt

import "testing"

// Parts have no room behind them, and a string beyond the copy is copied.
func TestPiece(t *testing.T) {
	data := []byte("0123456789")
	r := Reader{data: data, base: 2, text: "234567", piece: []byte("234567")}
	if got := r.part(data[4:], 3); string(got) != "456" || cap(got) != 3 {
		t.Errorf("part = %q with room for %d", got, cap(got))
	}
	for from, want := range map[int]string{4: "456", 5: "567", 6: "678"} {
		if got := r.partString(data[from:], 3); got != want {
			t.Errorf("partString at %d = %q, want %q", from, got, want)
		}
	}
}
