package rows

import (
	"fmt"
	"slices"
	"testing"
)

func someRows() []Candidate {
	var list []Candidate
	for d := range 20 {
		for v := range 1 + d%7 {
			list = append(list, Candidate{Row: fmt.Sprintf("codec%d+%d", d, v), Driver: fmt.Sprint("codec", d)})
		}
	}
	return append(list, Candidate{Row: "json", Driver: "json"}, Candidate{Row: "gob", Driver: "gob"})
}

// Every row is measured by one shard on each subject, an anchor by all.
func TestShardsCover(t *testing.T) {
	list := someRows()
	const count = 5
	var shards []*Shard
	for i := range count {
		s, err := ParseShard(fmt.Sprintf("%d/%d", i+1, count), list)
		if err != nil {
			t.Fatal(err)
		}
		shards = append(shards, s)
		if !slices.Equal(s.Anchors, shards[0].Anchors) || len(s.Anchors) != anchored || !slices.Contains(s.Anchors, "json") {
			t.Errorf("shard %d has the anchors %v", i+1, s.Anchors)
		}
	}
	for subject := range 3 {
		load := make([]int, count)
		for _, c := range list {
			n := 0
			for i, s := range shards {
				if s.Match(subject, c) {
					n++
					load[i]++
				}
			}
			want := 1
			if slices.Contains(shards[0].Anchors, c.Row) {
				want = count
			}
			if n != want {
				t.Errorf("subject %d: %s is measured by %d shards, want %d", subject, c.Row, n, want)
			}
		}
		if slices.Max(load) > 2*slices.Min(load) {
			t.Errorf("subject %d: the shards have %v rows", subject, load)
		}
	}
}

func TestFewRows(t *testing.T) {
	s, err := ParseShard("2/2", []Candidate{{Row: "json", Driver: "json"}, {Row: "gob", Driver: "gob"}})
	if err != nil || len(s.Anchors) != 2 {
		t.Errorf("%v %v", s, err)
	}
}

func TestParseShardErrors(t *testing.T) {
	for _, text := range []string{"", "2", "0/5", "6/5", "1/1", "a/b", "2/5/7"} {
		if _, err := ParseShard(text, someRows()); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}
