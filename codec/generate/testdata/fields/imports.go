package fields

import (
	_ "github.com/MobilityData/gtfs-realtime-bindings/golang/gtfs"
	_ "github.com/alpacahq/alpaca-trade-api-go/v3/alpaca"
	_ "github.com/alpacahq/alpaca-trade-api-go/v3/marketdata"
	_ "github.com/apache/arrow-go/v18/arrow"
	_ "github.com/brocaar/lorawan"
	_ "github.com/cometbft/cometbft/proto/tendermint/types"
	_ "github.com/getkin/kin-openapi/openapi3"
	_ "github.com/google/pprof/profile"
	_ "github.com/ipld/go-car/v2/index"
	_ "github.com/mochi-mqtt/server/v2/packets"
	_ "github.com/owenrumney/go-sarif/v2/sarif"
	_ "github.com/parquet-go/parquet-go/format"
	_ "github.com/paulmach/go.geojson"
	_ "github.com/pion/rtp"
	_ "github.com/rumblefrog/go-a2s"
	_ "github.com/samply/golang-fhir-models/fhir-models/fhir"
	_ "github.com/suyashkumar/dicom"
	_ "github.com/suyashkumar/dicom/pkg/tag"
	_ "go.lsp.dev/protocol"
	_ "helm.sh/helm/v3/pkg/chart"
)
