package verify

import "fmt"

// How many places of an encoding are cut at, and in how many of a value's cuts
// unmarshal must have found nothing that the transformation then stumbles over for it
// to have put decoding off.
const (
	lazyCuts  = 16
	lazyShare = 0.75
)

// eager proves of the serializer's own structs that they are decoded by unmarshal, and
// not by the transformation from them, which is not timed: a part of an encoding that
// is no encoding is an error of the one that reads it.
func (r *run) eager() error {
	if r.From == nil {
		return nil
	}
	c := r.Open()
	for _, i := range r.sample(sampleValues) {
		whole := r.encoded[i]
		cuts, late := 0, 0
		for k := range min(lazyCuts, len(whole)) {
			in := GuardedInput(whole[:k*len(whole)/lazyCuts])
			v := r.New()
			if quietly(func() error { return c.Unmarshal(in, v) }) != nil {
				cuts++
				continue
			}
			if _, err := r.takeQuietly(i, v); err != nil {
				late++
			}
			cuts++
		}
		if cuts >= lazyCuts/2 && float64(late) >= lazyShare*float64(cuts) {
			return fmt.Errorf("unmarshal of value %d takes %d of %d encodings that were cut off, and only the transformation from the serializer's structs finds it: it decodes later", i, late, cuts)
		}
	}
	return nil
}
