//go:build tools

// These packages have types that are named in types.json alone.
package corpus

import (
	_ "github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	_ "github.com/cockroachdb/apd/v3"
	_ "github.com/gofrs/uuid/v5"
	_ "github.com/golang-jwt/jwt/v5"
	_ "github.com/google/go-github/v66/github"
	_ "github.com/hashicorp/raft"
	_ "github.com/holiman/uint256"
	_ "github.com/jackc/pgx/v5/pgtype"
	_ "github.com/miekg/dns"
	_ "github.com/opencontainers/image-spec/specs-go/v1"
	_ "github.com/paulmach/orb/geojson"
	_ "github.com/prometheus/client_model/go"
	_ "github.com/prometheus/prometheus/prompb"
	_ "github.com/slack-go/slack"
	_ "go.mongodb.org/mongo-driver/bson/primitive"
	_ "go.opentelemetry.io/proto/otlp/metrics/v1"
	_ "go.opentelemetry.io/proto/otlp/trace/v1"
	_ "golang.org/x/oauth2"
	_ "google.golang.org/genproto/googleapis/api/annotations"
	_ "google.golang.org/protobuf/types/descriptorpb"
	_ "google.golang.org/protobuf/types/known/anypb"
	_ "google.golang.org/protobuf/types/known/structpb"
	_ "google.golang.org/protobuf/types/known/timestamppb"
	_ "gorm.io/gorm"
	_ "k8s.io/api/apps/v1"
	_ "k8s.io/api/core/v1"
	_ "k8s.io/apimachinery/pkg/api/resource"
	_ "k8s.io/apimachinery/pkg/apis/meta/v1"
)
