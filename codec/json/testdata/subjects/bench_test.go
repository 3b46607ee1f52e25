package subjects

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/assay-go/assay/internal/peers"
)

// BenchmarkPeers times the code beside encoding/json, with values that both take. The
// module audit has other peers, and types and documents of other people.
func BenchmarkPeers(b *testing.B) {
	for _, s := range Subjects {
		if !slices.Contains([]string{"Order", "Basic", "Named", "Lists", "Maps"}, s.Name) {
			continue
		}
		r := rand.New(rand.NewPCG(6, 6))
		values, texts := make([]any, peers.Values), make([][]byte, peers.Values)
		for k := range values {
			for texts[k] == nil || len(texts[k]) > 8000 || json.Unmarshal(texts[k], s.New()) != nil {
				values[k] = s.New()
				Fill(r, reflect.ValueOf(values[k]).Elem(), 3)
				texts[k], _ = json.Marshal(values[k])
			}
		}
		buf, used, theirs := make([]byte, 1<<20), s.New(), s.New()
		var out bytes.Buffer
		judge := json.NewEncoder(&out)
		b.Run(s.Name, func(b *testing.B) {
			peers.Benchmark(b, peers.Calls{
				Marshal:   func(k int) { s.Marshal(values[k]) },
				Append:    func(k int) { s.Append(buf[:0], values[k]) },
				Unmarshal: func(k int) { s.Unmarshal(texts[k], s.New()) },
				Reuse:     func(k int) { s.Unmarshal(texts[k], used) },
			}, peers.Calls{
				Marshal:   func(k int) { json.Marshal(values[k]) },
				Append:    func(k int) { out.Reset(); judge.Encode(values[k]) },
				Unmarshal: func(k int) { json.Unmarshal(texts[k], s.New()) },
				Reuse:     func(k int) { json.Unmarshal(texts[k], theirs) },
			})
		})
	}
}
