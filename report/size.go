package report

import (
	"cmp"
	"maps"
	"slices"

	"github.com/assay-go/assay/result"
)

// SizeRow is an encoded length, and the rows of one serializer that have it.
type SizeRow struct {
	Rank       int                `json:"rank"`                 // by the mean; equal means share one
	Tied       bool               `json:"tied,omitempty"`       // another length has the same rank
	Driver     string             `json:"driver"`               // the serializer
	Rows       []string           `json:"rows"`                 // which have this length
	Size       result.Size        `json:"size"`                 // in bytes
	Ratio      float64            `json:"ratio"`                // of the mean to the smallest
	Compressed map[string]float64 `json:"compressed,omitempty"` // mean compressed length in bytes by algorithm
}

// sizes lists the lengths of the verified cases, the smallest first. Sizes are
// computed, not sampled, so they are compared exactly.
func sizes(cases []*result.Case) []SizeRow {
	var rows []SizeRow
	for _, c := range cases {
		if c.Status != result.OK {
			continue
		}
		i := slices.IndexFunc(rows, func(r SizeRow) bool {
			return r.Driver == c.Driver && r.Size == c.Size && maps.Equal(r.Compressed, c.Compressed)
		})
		if i < 0 {
			i = len(rows)
			rows = append(rows, SizeRow{Driver: c.Driver, Size: c.Size, Compressed: c.Compressed})
		}
		rows[i].Rows = append(rows[i].Rows, c.Row)
	}
	slices.SortStableFunc(rows, func(a, b SizeRow) int { return cmp.Compare(a.Size.Mean, b.Size.Mean) })
	for i := range rows {
		r := &rows[i]
		r.Rank, r.Ratio = i+1, 1
		if i > 0 && r.Size.Mean == rows[i-1].Size.Mean {
			r.Rank = rows[i-1].Rank
			r.Tied, rows[i-1].Tied = true, true
		}
		if smallest := rows[0].Size.Mean; r.Size.Mean > 0 && smallest > 0 {
			r.Ratio = r.Size.Mean / smallest
		}
	}
	return rows
}
