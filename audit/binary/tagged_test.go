package binary

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"

	v1 "k8s.io/api/core/v1"

	"github.com/assay-go/assay/audit/binary/messages"
	tagged "github.com/assay-go/assay/codec/protobuf/testdata/subjects"
	"github.com/assay-go/assay/workload"
	"github.com/assay-go/assay/workloads/colorgroup"
	"github.com/assay-go/assay/workloads/data"
	"github.com/assay-go/assay/workloads/signedblock"
	"github.com/assay-go/assay/workloads/teststruc"
)

// fromWorkload fills a list of tagged structs with the values of the workload that they
// are the types of.
func fromWorkload(list any) (err error) {
	o := workload.Options{Seed: 1, Count: count}
	var all any
	switch list.(type) {
	case *[]tagged.Data:
		all, err = data.Values(o)
	case *[]tagged.ColorGroup:
		all, err = colorgroup.Values(o)
	case *[]tagged.SignedBlock:
		all, err = signedblock.Values(o)
	case *[]tagged.TestStruc:
		all, err = teststruc.Values(o)
	}
	if err == nil {
		carryOver(reflect.ValueOf(list).Elem(), reflect.ValueOf(all))
	}
	return err
}

// carryOver copies a value into one of the same shape whose types have other names. What
// a workload's struct embeds is the field Anon.
func carryOver(to, from reflect.Value) {
	switch {
	case from.CanConvert(to.Type()):
		to.Set(from.Convert(to.Type()))
	case from.Kind() == reflect.Pointer:
		if !from.IsNil() {
			to.Set(reflect.New(to.Type().Elem()))
			carryOver(to.Elem(), from.Elem())
		}
	case from.Kind() == reflect.Struct:
		for i := range from.NumField() {
			f := from.Type().Field(i)
			switch {
			case f.Name == "AnonInTestStruc":
				carryOver(to.FieldByName("Anon"), from.Field(i))
			case f.Anonymous:
				carryOver(to, from.Field(i))
			case f.IsExported():
				carryOver(to.FieldByName(f.Name), from.Field(i))
			}
		}
	case from.Kind() == reflect.Slice:
		if !from.IsNil() {
			to.Set(reflect.MakeSlice(to.Type(), from.Len(), from.Len()))
			for i := range from.Len() {
				carryOver(to.Index(i), from.Index(i))
			}
		}
	case from.Kind() == reflect.Map:
		if !from.IsNil() {
			to.Set(reflect.MakeMap(to.Type()))
			for k, v := range from.Seq2() {
				e := reflect.New(to.Type().Elem()).Elem()
				carryOver(e, v)
				to.SetMapIndex(k, e)
			}
		}
	default:
		panic("no way from " + from.Type().String() + " to " + to.Type().String())
	}
}

// traces returns batches of a service's spans as a collector gets them: 100 each.
func traces() []tagged.TracesData {
	r := rand.New(rand.NewPCG(1, 2))
	attribute := func(key string, v tagged.AnyValueKind) tagged.KeyValue {
		return tagged.KeyValue{Key: key, Value: tagged.AnyValue{Value: v}}
	}
	text := func(s string) tagged.AnyValueKind { return &tagged.StringValue{V: s} }
	number := func(x int) tagged.AnyValueKind { return &tagged.IntValue{V: int64(x)} }
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	id := func(b []byte) {
		for i := range b {
			b[i] = byte(r.Uint32()) | 1
		}
	}
	list := make([]tagged.TracesData, count)
	for i := range list {
		var of tagged.ResourceSpans
		of.SchemaUrl = "https://opentelemetry.io/schemas/1.26.0"
		of.Resource.Attributes = []tagged.KeyValue{
			attribute("service.name", text(pick("checkout", "cart", "frontend", "payment"))), attribute("service.version", text("1.12.3")),
			attribute("host.name", text(fmt.Sprintf("ip-10-0-%d-%d.ec2.internal", r.IntN(256), r.IntN(256)))), attribute("process.pid", number(r.IntN(1<<16))),
			attribute("telemetry.sdk.language", text("go")), attribute("k8s.pod.name", text(fmt.Sprintf("checkout-%x-%x", r.Uint32(), r.Uint32N(1<<20)))),
			attribute("process.command_args", &tagged.ArrayOf{V: tagged.ArrayValue{Values: []tagged.AnyValue{{Value: text("/bin/checkout")}, {Value: text("--port=8080")}}}}),
		}
		for scope := range 2 {
			s := tagged.ScopeSpans{Scope: tagged.InstrumentationScope{
				Name: pick("go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp", "shop/checkout"), Version: "0.52.0",
			}}
			for k := range 50 {
				start := uint64(1763800000000000000 + r.Int64N(1e12))
				span := tagged.Span{
					Name: pick("GET /api/products/{id}", "POST /api/checkout", "SELECT shop.orders", "HTTP GET"), Kind: int32(1 + r.IntN(4)),
					StartTimeUnixNano: start, EndTimeUnixNano: start + uint64(r.IntN(1e8)), Flags: 0x101,
				}
				id(span.TraceId[:])
				id(span.SpanId[:])
				if k%4 != 0 {
					id(span.ParentSpanId[:])
				}
				span.Attributes = []tagged.KeyValue{
					attribute("http.request.method", text(pick("GET", "POST"))), attribute("url.path", text(fmt.Sprintf("/api/products/%d", r.IntN(100000)))),
					attribute("http.response.status_code", number([]int{200, 200, 200, 404, 500}[r.IntN(5)])),
					attribute("server.address", text("checkout.shop.svc.cluster.local")), attribute("network.peer.port", number(1024+r.IntN(60000))),
					attribute("user_agent.original", text("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0")),
				}
				if scope == 1 {
					span.Attributes = append(span.Attributes, attribute("cache.hit", &tagged.BoolValue{V: r.IntN(2) == 1}), attribute("app.price", &tagged.DoubleValue{V: r.Float64() * 100}))
				}
				if k%3 == 0 {
					span.Events = []tagged.SpanEvent{{TimeUnixNano: start + 1000, Name: "exception", Attributes: []tagged.KeyValue{
						attribute("exception.type", text("*errors.errorString")), attribute("exception.message", text("context deadline exceeded")),
					}}}
					span.Status = tagged.Status{Code: 2, Message: "context deadline exceeded"}
				}
				if k%10 == 0 {
					span.Links = make([]tagged.SpanLink, 1)
					id(span.Links[0].TraceId[:])
					id(span.Links[0].SpanId[:])
				}
				s.Spans = append(s.Spans, span)
			}
			of.ScopeSpans = append(of.ScopeSpans, s)
		}
		list[i].ResourceSpans = []tagged.ResourceSpans{of}
	}
	return list
}

// writeRequests returns what Prometheus sends at a time: 2,000 series of a sample each.
func writeRequests(n int) []messages.WriteRequest {
	r := rand.New(rand.NewPCG(5, 6))
	list := make([]messages.WriteRequest, n)
	for i := range list {
		for k := range 2000 {
			labels := []messages.Label{
				{Name: "__name__", Value: []string{"http_requests_total", "container_memory_working_set_bytes", "go_goroutines"}[k%3]},
				{Name: "cluster", Value: "eu-central-1"}, {Name: "container", Value: "checkout"},
				{Name: "instance", Value: fmt.Sprintf("10.244.%d.%d:8080", r.IntN(8), r.IntN(250))}, {Name: "job", Value: "shop/checkout"},
				{Name: "namespace", Value: "shop"}, {Name: "pod", Value: fmt.Sprintf("checkout-6d4cf56db-%05x", r.Uint32N(1<<20))},
			}
			if k%3 == 0 {
				labels = append(labels, messages.Label{Name: "code", Value: []string{"200", "404", "500"}[r.IntN(3)]})
			}
			list[i].Timeseries = append(list[i].Timeseries, messages.TimeSeries{
				Labels: labels, Samples: []messages.Sample{{Value: float64(r.IntN(1 << 30)), Timestamp: 1763800000000 + int64(r.IntN(15000))}},
			})
		}
	}
	return list
}

// somePods returns pods as a cluster has them: of one deployment, running, with two
// containers.
func somePods(n int) ([]v1.Pod, error) {
	r := rand.New(rand.NewPCG(3, 4))
	list := make([]v1.Pod, n)
	for i := range list {
		id := fmt.Sprintf("%x-%05x", 0x6d4cf56db, r.Uint32N(1<<20))
		text := strings.NewReplacer("UID", fmt.Sprintf("%08x-4f21-4b8e-9d53-%012x", r.Uint32(), r.Uint64N(1<<48)), "checkout-ID", "checkout-"+id, "//ID", "//"+id,
			"\"IP\"", fmt.Sprintf("\"10.244.%d.%d\"", r.IntN(8), r.IntN(250)), "NODE", fmt.Sprintf("node-%d", r.IntN(40)), "VERSION", fmt.Sprint(100000+r.IntN(900000))).Replace(podText)
		if err := json.Unmarshal([]byte(text), &list[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

const podText = `{
"metadata": {"name": "checkout-ID", "generateName": "checkout-6d4cf56db-", "namespace": "shop", "uid": "UID", "resourceVersion": "VERSION",
	"creationTimestamp": "2026-03-04T05:06:07Z", "labels": {"app": "checkout", "pod-template-hash": "6d4cf56db", "tier": "backend"},
	"annotations": {"prometheus.io/scrape": "true", "prometheus.io/port": "9090"},
	"ownerReferences": [{"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "checkout-6d4cf56db", "uid": "0b5f9d6e-3f86-4f8e-b4b8-9a52b6a2f001", "controller": true, "blockOwnerDeletion": true}]},
"spec": {"volumes": [{"name": "config", "configMap": {"name": "checkout-config", "defaultMode": 420}},
		{"name": "kube-api-access-x7k2p", "projected": {"sources": [{"serviceAccountToken": {"expirationSeconds": 3607, "path": "token"}},
			{"configMap": {"name": "kube-root-ca.crt", "items": [{"key": "ca.crt", "path": "ca.crt"}]}},
			{"downwardAPI": {"items": [{"path": "namespace", "fieldRef": {"apiVersion": "v1", "fieldPath": "metadata.namespace"}}]}}], "defaultMode": 420}}],
	"containers": [{"name": "checkout", "image": "registry.example.com/shop/checkout:1.42.0", "args": ["--port=8080", "--log=json"],
			"ports": [{"name": "http", "containerPort": 8080, "protocol": "TCP"}, {"name": "metrics", "containerPort": 9090, "protocol": "TCP"}],
			"env": [{"name": "DATABASE_URL", "valueFrom": {"secretKeyRef": {"name": "checkout-db", "key": "url"}}}, {"name": "REGION", "value": "eu-central-1"},
				{"name": "POD_NAME", "valueFrom": {"fieldRef": {"apiVersion": "v1", "fieldPath": "metadata.name"}}}],
			"resources": {"limits": {"cpu": "2", "memory": "1Gi"}, "requests": {"cpu": "250m", "memory": "512Mi"}},
			"volumeMounts": [{"name": "config", "readOnly": true, "mountPath": "/etc/checkout"}, {"name": "kube-api-access-x7k2p", "readOnly": true, "mountPath": "/var/run/secrets/kubernetes.io/serviceaccount"}],
			"livenessProbe": {"httpGet": {"path": "/healthz", "port": "http", "scheme": "HTTP"}, "initialDelaySeconds": 10, "timeoutSeconds": 1, "periodSeconds": 10, "successThreshold": 1, "failureThreshold": 3},
			"readinessProbe": {"httpGet": {"path": "/readyz", "port": 8080, "scheme": "HTTP"}, "timeoutSeconds": 1, "periodSeconds": 5, "successThreshold": 1, "failureThreshold": 3},
			"terminationMessagePath": "/dev/termination-log", "terminationMessagePolicy": "File", "imagePullPolicy": "IfNotPresent"},
		{"name": "proxy", "image": "envoyproxy/envoy:v1.31.0", "args": ["-c", "/etc/envoy/envoy.yaml"], "resources": {"requests": {"cpu": "50m", "memory": "64Mi"}},
			"terminationMessagePath": "/dev/termination-log", "terminationMessagePolicy": "File", "imagePullPolicy": "IfNotPresent"}],
	"restartPolicy": "Always", "terminationGracePeriodSeconds": 30, "dnsPolicy": "ClusterFirst", "serviceAccountName": "checkout", "serviceAccount": "checkout", "nodeName": "NODE",
	"securityContext": {"runAsUser": 1000, "fsGroup": 1000}, "schedulerName": "default-scheduler",
	"tolerations": [{"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 300},
		{"key": "node.kubernetes.io/unreachable", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 300}], "priority": 0, "enableServiceLinks": true, "preemptionPolicy": "PreemptLowerPriority"},
"status": {"phase": "Running", "conditions": [{"type": "Initialized", "status": "True", "lastTransitionTime": "2026-03-04T05:06:08Z"}, {"type": "Ready", "status": "True", "lastTransitionTime": "2026-03-04T05:06:20Z"},
		{"type": "ContainersReady", "status": "True", "lastTransitionTime": "2026-03-04T05:06:20Z"}, {"type": "PodScheduled", "status": "True", "lastTransitionTime": "2026-03-04T05:06:07Z"}],
	"hostIP": "192.168.4.17", "podIP": "IP", "podIPs": [{"ip": "IP"}], "startTime": "2026-03-04T05:06:07Z", "qosClass": "Burstable",
	"containerStatuses": [{"name": "checkout", "state": {"running": {"startedAt": "2026-03-04T05:06:10Z"}}, "lastState": {}, "ready": true, "restartCount": 0, "started": true,
			"image": "registry.example.com/shop/checkout:1.42.0", "imageID": "registry.example.com/shop/checkout@sha256:3c1b2f0d9a8e7c6b5a4938271605f4e3d2c1b0a9988776655443322110ffeedd", "containerID": "containerd://UID"},
		{"name": "proxy", "state": {"running": {"startedAt": "2026-03-04T05:06:09Z"}}, "lastState": {}, "ready": true, "restartCount": 1, "started": true,
			"image": "envoyproxy/envoy:v1.31.0", "imageID": "docker.io/envoyproxy/envoy@sha256:aa1b2f0d9a8e7c6b5a4938271605f4e3d2c1b0a9988776655443322110ffee00", "containerID": "containerd://ID"}]}
}`
