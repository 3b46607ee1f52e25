// Package canada is the outline of Canada as GeoJSON, the document by which the
// JSON world measures floats.
//
// Unstable: names may change in a minor version.
package canada

import "github.com/assay-go/assay/workload"

// Workload describes the workload.
var Workload = workload.Workload{
	Name:  "canada",
	Doc:   "Corpus canada_geometry: the outline of Canada as GeoJSON, 14,308 floats in 270 kB.",
	Type:  "Map",
	Count: 1,
	JSON:  true,
	Corpus: &workload.Corpus{
		File:   "internal/jsontest/testdata/canada_geometry.json.gz",
		SHA256: "6d07f7f8afca3c68055bcce796ff658e3b5790737d1615711a5d39a5961bb2db",
	},
}

// Map is a FeatureCollection of GeoJSON.
type Map struct {
	Type     string    `json:"type"`
	Features []Feature `json:"features"`
}

// Feature is a country.
type Feature struct {
	Type       string     `json:"type"`
	Properties Properties `json:"properties"`
	Geometry   Geometry   `json:"geometry"`
}

// Properties are what is known of a country.
type Properties struct {
	Name string `json:"name"`
}

// Geometry is a polygon: rings of longitude and latitude, in degrees.
type Geometry struct {
	Type        string         `json:"type"`
	Coordinates [][][2]float64 `json:"coordinates"`
}

// Values returns the map.
func Values(o workload.Options) ([]Map, error) {
	return workload.DecodeCorpus[Map](Workload, o)
}
