// Package newcomers imports the modules whose types TestNewcomers generates code for.
package newcomers

import (
	_ "github.com/CycloneDX/cyclonedx-go"
	_ "github.com/biogo/hts/sam"
	_ "github.com/btcsuite/btcd/wire"
	_ "github.com/bwmarrin/discordgo"
	_ "github.com/digitalocean/godo"
	_ "github.com/ethereum/go-ethereum/core/types"
	_ "github.com/getsentry/sentry-go"
	_ "github.com/golang/geo/s2"
	_ "github.com/google/go-containerregistry/pkg/v1"
	_ "github.com/hashicorp/consul/api"
	_ "github.com/hetznercloud/hcloud-go/v2/hcloud"
	_ "github.com/minio/minio-go/v7"
	_ "github.com/mmcdole/gofeed"
	_ "github.com/nats-io/jwt/v2"
	_ "github.com/notnil/chess"
	_ "github.com/openzipkin/zipkin-go/model"
	_ "github.com/paulmach/osm"
	_ "github.com/sashabaranov/go-openai"
	_ "github.com/twpayne/go-geom"
	_ "github.com/xanzy/go-gitlab"
)
