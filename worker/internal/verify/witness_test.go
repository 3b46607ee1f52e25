package verify

import (
	"testing"

	"github.com/assay-go/assay/worker/internal/deep"
)

// TestLargeAlterationsAreNotKept: they would be as much live heap as all values.
func TestLargeAlterationsAreNotKept(t *testing.T) {
	for _, tc := range []struct {
		values []any
		kept   bool
	}{{values(), true}, {large(), false}} {
		k := caseOf(honest, false)
		k.Values = tc.values
		var timed []any
		for _, v := range k.Values {
			timed = append(timed, deep.Clone(v))
		}
		w := NewWitness(k, NewAlterations(k, timed))
		for pick := range uint64(20) {
			w.Prepare(int(pick)%len(timed), pick)
			i, encoded, _ := w.Alter(0, len(timed), pick)
			if err := w.Restore(); err != nil {
				t.Fatal(err)
			}
			if w.Ready() && !tc.kept {
				t.Fatalf("an alteration of %d bytes is kept", len(encoded))
			}
			if i >= 0 && deep.Compare(k.Values[i], timed[i]).Loses() {
				t.Fatalf("value %d is not what it was", i)
			}
		}
		if w.Ready() != tc.kept || len(w.ready) > mostReady || tc.kept && len(w.ready) < 2 {
			t.Errorf("of 20 alterations %d are kept", len(w.ready))
		}
	}
}
