// Package citm is the catalog of a concert hall's shop, the document by which
// the JSON world measures objects with data for keys, small objects and nulls.
//
// Unstable: names may change in a minor version.
package citm

import "github.com/assay-go/assay/workload"

// Workload describes the workload.
var Workload = workload.Workload{
	Name:  "citm",
	Doc:   "Corpus citm_catalog: a catalog of concerts, 500 kB of small objects, nulls and empty arrays, and 1,200 kB of indentation.",
	Type:  "Catalog",
	Count: 1,
	JSON:  true,
	Corpus: &workload.Corpus{
		File:   "internal/jsontest/testdata/citm_catalog.json.gz",
		SHA256: "a73e7a883f6ea8de113dff59702975e60119b4b58d451d518a929f31c92e2059",
	},
	Layout: func(text []byte) []byte { return workload.Indent(text, "    ") },
}

// Catalog is what can be bought. Maps are by the number of what they name, which
// JSON has as text.
type Catalog struct {
	AreaNames                map[string]string  `json:"areaNames"`
	AudienceSubCategoryNames map[string]string  `json:"audienceSubCategoryNames"`
	BlockNames               map[string]string  `json:"blockNames"` // empty
	Events                   map[string]Event   `json:"events"`
	Performances             []Performance      `json:"performances"`
	SeatCategoryNames        map[string]string  `json:"seatCategoryNames"`
	SubTopicNames            map[string]string  `json:"subTopicNames"`
	SubjectNames             map[string]string  `json:"subjectNames"` // empty
	TopicNames               map[string]string  `json:"topicNames"`
	TopicSubTopics           map[string][]int64 `json:"topicSubTopics"`
	VenueNames               map[string]string  `json:"venueNames"`
}

// Event is a programme. What is a pointer may be null; the description, the
// subject's code and the subtitle always are.
type Event struct {
	Description *string `json:"description"`
	ID          int64   `json:"id"`
	Logo        *string `json:"logo"`
	Name        string  `json:"name"`
	SubTopicIDs []int64 `json:"subTopicIds"`
	SubjectCode *string `json:"subjectCode"`
	Subtitle    *string `json:"subtitle"`
	TopicIDs    []int64 `json:"topicIds"`
}

// Performance is one evening of an event. The name and the image are always
// null.
type Performance struct {
	EventID        int64          `json:"eventId"`
	ID             int64          `json:"id"`
	Logo           *string        `json:"logo"`
	Name           *string        `json:"name"`
	Prices         []Price        `json:"prices"`
	SeatCategories []SeatCategory `json:"seatCategories"`
	SeatMapImage   *string        `json:"seatMapImage"`
	Start          int64          `json:"start"` // milliseconds since 1970
	VenueCode      string         `json:"venueCode"`
}

// Price is what a seat costs.
type Price struct {
	Amount                int64 `json:"amount"`
	AudienceSubCategoryID int64 `json:"audienceSubCategoryId"`
	SeatCategoryID        int64 `json:"seatCategoryId"`
}

// SeatCategory is the seats of one price.
type SeatCategory struct {
	Areas          []Area `json:"areas"`
	SeatCategoryID int64  `json:"seatCategoryId"`
}

// Area is a part of the hall. It has no blocks.
type Area struct {
	AreaID   int64   `json:"areaId"`
	BlockIDs []int64 `json:"blockIds"`
}

// Values returns the catalog.
func Values(o workload.Options) ([]Catalog, error) {
	return workload.DecodeCorpus[Catalog](Workload, o)
}
