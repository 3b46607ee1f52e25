package rows

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Shard is a part of a run that is spread over machines: some of the rows, and
// the anchors, which every shard measures so that the shards can be joined.
type Shard struct {
	Index, Count int      // which of how many, from 1
	Anchors      []string // rows that every shard measures

	of map[string]int // shard of each serializer on the first subject, from 0
}

// anchored is how many anchors there are, where there are rows enough. The more,
// the less one of them that is unlucky in one process shifts a shard.
const anchored = 5

// preferred are anchors that carry almost any type, allocate and do not, and
// are slow and fast.
var preferred = []string{"json", "gob", "assay.flat+reuse", "cbor+reuse", "msgp"}

// ParseShard reads a shard as it is written on the command line, "2/5". rows are
// those that the whole run has: every shard must be given the same. Which rows
// a shard measures follows from them alone.
func ParseShard(text string, rows []Candidate) (*Shard, error) {
	index, count, ok := strings.Cut(text, "/")
	s := &Shard{of: map[string]int{}}
	var err1, err2 error
	s.Index, err1 = strconv.Atoi(index)
	s.Count, err2 = strconv.Atoi(count)
	if !ok || err1 != nil || err2 != nil || s.Index < 1 || s.Count < 2 || s.Index > s.Count {
		return nil, fmt.Errorf("--shard=%s: write which of how many, such as 2/5, from 1/5 to 5/5", text)
	}
	weight := map[string]int{}
	var names []string
	for _, r := range rows {
		weight[r.Driver]++
		names = append(names, r.Row)
	}
	s.Anchors = anchors(names)
	// The serializers with most rows first, each to the shard that has least.
	serializers := make([]string, 0, len(weight))
	for d := range weight {
		serializers = append(serializers, d)
	}
	slices.SortFunc(serializers, func(a, b string) int { return cmp.Or(cmp.Compare(weight[b], weight[a]), cmp.Compare(a, b)) })
	load := make([]int, s.Count)
	for _, d := range serializers {
		least := 0
		for i := range load {
			if load[i] < load[least] {
				least = i
			}
		}
		s.of[d] = least
		load[least] += weight[d]
	}
	return s, nil
}

// anchors chooses among the rows: those that are preferred, then others at even
// distances.
func anchors(names []string) []string {
	var list []string
	for _, p := range preferred {
		if slices.Contains(names, p) {
			list = append(list, p)
		}
	}
	rest := slices.DeleteFunc(slices.Sorted(slices.Values(names)), func(n string) bool { return slices.Contains(list, n) })
	missing := min(anchored-len(list), len(rest))
	for i := range missing {
		list = append(list, rest[i*len(rest)/missing])
	}
	slices.Sort(list)
	return list
}

// Match reports whether the shard measures the row on the subject with the given
// number. Serializers move on by one shard from subject to subject, so that
// none has all of the slow ones.
func (s *Shard) Match(subject int, c Candidate) bool {
	return slices.Contains(s.Anchors, c.Row) || (s.of[c.Driver]+subject)%s.Count == s.Index-1
}
