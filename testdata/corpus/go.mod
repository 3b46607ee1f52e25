module github.com/assay-go/assay/testdata/corpus

go 1.24.0

require (
	github.com/aws/aws-sdk-go-v2/service/dynamodb v1.36.2
	github.com/cloudevents/sdk-go/v2 v2.15.2
	github.com/cockroachdb/apd/v3 v3.2.1
	github.com/gofrs/uuid/v5 v5.3.0
	github.com/golang-jwt/jwt/v5 v5.2.1
	github.com/google/go-github/v66 v66.0.0
	github.com/google/uuid v1.6.0
	github.com/hashicorp/raft v1.7.1
	github.com/holiman/uint256 v1.3.1
	github.com/jackc/pgx/v5 v5.7.1
	github.com/miekg/dns v1.1.62
	github.com/opencontainers/image-spec v1.1.0
	github.com/paulmach/orb v0.11.1
	github.com/prometheus/client_model v0.6.1
	github.com/prometheus/prometheus v0.54.1
	github.com/shopspring/decimal v1.4.0
	github.com/slack-go/slack v0.15.0
	go.mongodb.org/mongo-driver v1.17.1
	go.opentelemetry.io/proto/otlp v1.3.1
	golang.org/x/oauth2 v0.24.0
	google.golang.org/genproto/googleapis/api v0.0.0-20241113202542-65e8d215514f
	google.golang.org/protobuf v1.36.11
	gorm.io/gorm v1.25.12
	k8s.io/api v0.31.3
	k8s.io/apimachinery v0.31.3
)

require (
	github.com/armon/go-metrics v0.4.1 // indirect
	github.com/aws/smithy-go v1.22.0 // indirect
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/fatih/color v1.16.0 // indirect
	github.com/fxamacker/cbor/v2 v2.7.0 // indirect
	github.com/go-logr/logr v1.4.2 // indirect
	github.com/gogo/protobuf v1.3.2 // indirect
	github.com/google/go-querystring v1.1.0 // indirect
	github.com/google/gofuzz v1.2.0 // indirect
	github.com/gorilla/websocket v1.5.0 // indirect
	github.com/grafana/regexp v0.0.0-20240518133315-a468a5bfb3bc // indirect
	github.com/hashicorp/go-hclog v1.6.3 // indirect
	github.com/hashicorp/go-immutable-radix v1.3.1 // indirect
	github.com/hashicorp/go-msgpack/v2 v2.1.2 // indirect
	github.com/hashicorp/golang-lru v0.6.0 // indirect
	github.com/jinzhu/inflection v1.0.0 // indirect
	github.com/jinzhu/now v1.1.5 // indirect
	github.com/json-iterator/go v1.1.12 // indirect
	github.com/mattn/go-colorable v0.1.13 // indirect
	github.com/mattn/go-isatty v0.0.20 // indirect
	github.com/modern-go/concurrent v0.0.0-20180306012644-bacd9c7ef1dd // indirect
	github.com/modern-go/reflect2 v1.0.2 // indirect
	github.com/opencontainers/go-digest v1.0.0 // indirect
	github.com/prometheus/common v0.55.0 // indirect
	github.com/x448/float16 v0.8.4 // indirect
	golang.org/x/net v0.28.0 // indirect
	golang.org/x/sys v0.24.0 // indirect
	golang.org/x/text v0.18.0 // indirect
	gopkg.in/inf.v0 v0.9.1 // indirect
	gopkg.in/yaml.v2 v2.4.0 // indirect
	k8s.io/klog/v2 v2.130.1 // indirect
	k8s.io/utils v0.0.0-20240711033017-18e509b52bc8 // indirect
	sigs.k8s.io/json v0.0.0-20221116044647-bc3834ca7abd // indirect
	sigs.k8s.io/structured-merge-diff/v4 v4.4.1 // indirect
)
