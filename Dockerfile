# The command with what it takes to measure: a Go toolchain, and the modules of the serializers.
#
#   docker build -t assay . && docker run --rm assay run data
#   docker run --rm -v "$PWD:/module" assay run ./orders.Order
FROM golang:1.26.8-bookworm AS build
ENV CGO_ENABLED=0 XDG_CACHE_HOME=/build
COPY . /src
WORKDIR /src
RUN go install -trimpath -ldflags="-s -w" ./cmd/assay
# A short run downloads the modules. What it compiles stays behind.
RUN assay run all --time=1s --processes=3 >/dev/null

# Its shell is for scripts around the command, as in deploy/kubernetes.yaml.
FROM gcr.io/distroless/base-debian12:debug
COPY --from=build /usr/local/go /usr/local/go
COPY --from=build /go/bin/assay /usr/local/bin/assay
COPY --from=build --chown=65532:65532 /go/pkg/mod /go/pkg/mod
ENV PATH=/usr/local/go/bin:/usr/local/bin:/usr/bin:/bin:/busybox \
    CGO_ENABLED=0 GOTOOLCHAIN=local GOFLAGS=-buildvcs=false GOMODCACHE=/go/pkg/mod GOCACHE=/cache/go-build XDG_CACHE_HOME=/cache
# Docker makes the folder of a volume for root unless the image has it.
RUN ["/busybox/sh", "-c", "mkdir /cache && chown 65532:65532 /cache"]
VOLUME /cache
USER 65532:65532
WORKDIR /module
ENTRYPOINT ["assay"]
