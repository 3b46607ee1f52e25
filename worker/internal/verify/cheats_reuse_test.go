package verify

import (
	"bytes"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/worker/adapter"
)

// TestCheatsOfReuseAreCaught: what a destination holds tempts a decoder to leave
// it there.
func TestCheatsOfReuseAreCaught(t *testing.T) {
	for _, tc := range []cheat{
		{name: "keeps an old string whose first 8 bytes match", want: "into a used value, with Name",
			cheat: renewing(func(old, read *doc) {
				if len(old.Name) == len(read.Name) && len(old.Name) >= 8 && old.Name[:8] == read.Name[:8] {
					read.Name = old.Name
				}
			})},
		{name: "keeps an old string of the same length and ends", want: "into a used value, with",
			cheat: renewing(func(old, read *doc) {
				if n := len(old.Name); n > 2 && n == len(read.Name) && old.Name[0] == read.Name[0] && old.Name[n-1] == read.Name[n-1] {
					read.Name = old.Name
				}
			})},
		{name: "keeps an old string that begins the new one", want: "into one that held",
			cheat: renewing(func(old, read *doc) {
				if strings.HasPrefix(read.Name, old.Name) && old.Name != "" {
					read.Name = old.Name
				}
			})},
		{name: "keeps a map of the same length", want: "Attrs",
			cheat: renewing(func(old, read *doc) {
				if len(old.Attrs) == len(read.Attrs) {
					read.Attrs = old.Attrs
				}
			})},
		{name: "keeps the values of keys that it finds", want: "Attrs",
			cheat: renewing(func(old, read *doc) {
				for k := range read.Attrs {
					if n, ok := old.Attrs[k]; ok {
						read.Attrs[k] = n
					}
				}
			})},
		{name: "keeps all but the first element of a slice of the same length", want: "Tags",
			cheat: renewing(func(old, read *doc) {
				if len(old.Tags) == len(read.Tags) {
					copy(read.Tags[1:], old.Tags[1:])
				}
			})},
		{name: "keeps bytes of the same length", want: "Blob",
			cheat: renewing(func(old, read *doc) {
				if len(old.Blob) == len(read.Blob) {
					read.Blob = old.Blob
				}
			})},
		{name: "adds to the bytes that are there", want: "Blob",
			cheat: renewing(func(old, read *doc) {
				if cap(old.Blob) > 64 {
					read.Blob = append(old.Blob, read.Blob...)
				} else {
					read.Blob = append(make([]byte, 0, 100), read.Blob...)
				}
			})},
		{name: "leaves a zero where it finds minus zero, and the reverse", values: zeros, want: "Score",
			cheat: renewing(func(old, read *doc) {
				if old.Score == read.Score {
					read.Score = old.Score
				}
			})},
		{name: "takes no field that is zero", want: "unmarshal into one that held|into a used value",
			cheat: renewing(func(old, read *doc) {
				if !read.Flag {
					read.Flag = old.Flag
				}
			})},
		{name: "keeps the old instant within the same second", want: "into one that held",
			cheat: renewing(func(old, read *doc) {
				if old.At.Unix()/7200 == read.At.Unix()/7200 {
					read.At = old.At
				}
			})},
		{name: "skips when the destination was last given these bytes", want: "although its caller changed it",
			cheat: func(c *adapter.Codec[doc]) {
				held := map[*doc][]byte{}
				c.UnmarshalReuse = func(b []byte, d *doc) error {
					if bytes.Equal(held[d], b) {
						return nil
					}
					held[d] = bytes.Clone(b)
					return readDoc(b, d, false)
				}
			}},
		{name: "skips when the destination's identity is that of the bytes", want: "into one that held",
			cheat: func(c *adapter.Codec[doc]) {
				c.UnmarshalReuse = func(b []byte, d *doc) error {
					var id doc
					if len(b) >= 16 && d.Name != "" {
						k := cursor{b: b}
						id.ID, id.Score = int64(k.word()), math.Float64frombits(k.word())
						if id.ID == d.ID && id.Score == d.Score {
							return nil
						}
					}
					return readDoc(b, d, false)
				}
			}},
		{name: "remembers the inputs of used values by their content", want: "unmarshal into used values",
			cheat: func(c *adapter.Codec[doc]) {
				seen := map[string]*doc{}
				c.UnmarshalReuse = func(b []byte, d *doc) error {
					if _, ok := seen[string(b)]; !ok {
						seen[string(b)] = parse(b)
					}
					*d = *clone(seen[string(b)])
					return nil
				}
			}},
		{name: "remembers a few inputs of used values by their content", want: "unmarshal into used values",
			cheat: func(c *adapter.Codec[doc]) {
				seen := map[string]*doc{}
				c.UnmarshalReuse = func(b []byte, d *doc) error {
					if _, ok := seen[string(b)]; !ok {
						if len(seen) > 1000 {
							clear(seen)
						}
						seen[string(b)] = parse(b)
						toil(50, b)
					}
					*d = *clone(seen[string(b)])
					return nil
				}
			}},
		{name: "assigns a value that it decoded before", want: "looked at again|shares",
			cheat: func(c *adapter.Codec[doc]) {
				seen := map[string]*doc{}
				c.UnmarshalReuse = func(b []byte, d *doc) error {
					if _, ok := seen[string(b)]; !ok {
						seen[string(b)] = parse(b)
					}
					*d = *seen[string(b)]
					return nil
				}
			}},
		{name: "decodes only the part of the input that changed since the last", want: "although its caller changed it|into a used value|looked at|held value",
			cheat: func(c *adapter.Codec[doc]) {
				last := map[*doc][]byte{}
				c.UnmarshalReuse = func(b []byte, d *doc) error {
					x := parse(b)
					if old := last[d]; len(old) > 16 && len(b) > 16 && bytes.Equal(old[16:], b[16:]) {
						d.ID, d.Score = x.ID, x.Score
					} else {
						*d = *x
					}
					last[d] = bytes.Clone(b)
					return nil
				}
			}},
	} {
		tc.reuse = true
		mustBeCaught(t, tc)
	}
}

// renewing decodes into a used value rightly, and then goes wrong where spoil
// does; old is what the destination held.
func renewing(spoil func(old, read *doc)) func(c *adapter.Codec[doc]) {
	return func(c *adapter.Codec[doc]) {
		c.UnmarshalReuse = func(b []byte, d *doc) error {
			old := *d
			old.Tags, old.Attrs = slices.Clone(d.Tags), maps.Clone(d.Attrs)
			held := d.Name != ""
			var read doc
			err := readDoc(b, &read, false)
			if held {
				spoil(&old, &read)
			}
			*d = read
			return err
		}
	}
}

// zeros differ in the sign of a zero.
func zeros() (list []any) {
	for i, d := range docs() {
		d.Score = math.Copysign(0, float64(i%2)-0.5)
		list = append(list, d)
	}
	return list
}
