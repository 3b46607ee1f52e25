// Package pod compares the generated code of a pod with the methods that its own
// package has for it, and with encoding/json. TestPod of cmd/assay generates the
// code and runs this.
package pod

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// realistic returns a pod of some 6 kB as a cluster shows it, with quantities.
func realistic() *v1.Pod {
	at := metav1.NewTime(time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC))
	yes, grace, uid := true, int64(30), int64(1000)
	quantities := func(cpu, memory string) v1.ResourceList {
		return v1.ResourceList{v1.ResourceCPU: resource.MustParse(cpu), v1.ResourceMemory: resource.MustParse(memory)}
	}
	probe := func(path string) *v1.Probe {
		return &v1.Probe{
			ProbeHandler:  v1.ProbeHandler{HTTPGet: &v1.HTTPGetAction{Path: path, Port: intstr.FromString("http"), Scheme: v1.URISchemeHTTP}},
			PeriodSeconds: 10, TimeoutSeconds: 1, FailureThreshold: 3, InitialDelaySeconds: 5, SuccessThreshold: 1,
		}
	}
	p := &v1.Pod{
		TypeMeta: metav1.TypeMeta{Kind: "Pod", APIVersion: "v1"},
		ObjectMeta: metav1.ObjectMeta{
			Name: "orders-7d4b9c6f5d-x2x7k", GenerateName: "orders-7d4b9c6f5d-", Namespace: "shop", UID: "0b9d4c8e-6f0a-4f5e-9a39-2f6f3f6c8f11", ResourceVersion: "184467", CreationTimestamp: at,
			Labels:          map[string]string{"app": "orders", "pod-template-hash": "7d4b9c6f5d", "app.kubernetes.io/version": "1.42.0"},
			Annotations:     map[string]string{"prometheus.io/scrape": "true", "prometheus.io/port": "9090", "checksum/config": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
			OwnerReferences: []metav1.OwnerReference{{APIVersion: "apps/v1", Kind: "ReplicaSet", Name: "orders-7d4b9c6f5d", UID: "7a1f", Controller: &yes, BlockOwnerDeletion: &yes}},
		},
		Spec: v1.PodSpec{
			Volumes: []v1.Volume{
				{Name: "config", VolumeSource: v1.VolumeSource{ConfigMap: &v1.ConfigMapVolumeSource{LocalObjectReference: v1.LocalObjectReference{Name: "orders-config"}}}},
				{Name: "tls", VolumeSource: v1.VolumeSource{Secret: &v1.SecretVolumeSource{SecretName: "orders-tls"}}},
				{Name: "cache", VolumeSource: v1.VolumeSource{EmptyDir: &v1.EmptyDirVolumeSource{SizeLimit: resource.NewScaledQuantity(2, resource.Giga)}}},
			},
			RestartPolicy: v1.RestartPolicyAlways, TerminationGracePeriodSeconds: &grace, DNSPolicy: v1.DNSClusterFirst, ServiceAccountName: "orders", NodeName: "node-17",
			SecurityContext: &v1.PodSecurityContext{RunAsUser: &uid, RunAsNonRoot: &yes, FSGroup: &uid}, SchedulerName: "default-scheduler",
			Tolerations: []v1.Toleration{{Key: "node.kubernetes.io/not-ready", Operator: v1.TolerationOpExists, Effect: v1.TaintEffectNoExecute, TolerationSeconds: &grace}},
		},
		Status: v1.PodStatus{Phase: v1.PodRunning, HostIP: "10.0.3.17", PodIP: "10.244.8.21", PodIPs: []v1.PodIP{{IP: "10.244.8.21"}}, StartTime: &at, QOSClass: v1.PodQOSBurstable},
	}
	for _, kind := range []v1.PodConditionType{v1.PodInitialized, v1.PodReady, v1.ContainersReady, v1.PodScheduled} {
		p.Status.Conditions = append(p.Status.Conditions, v1.PodCondition{Type: kind, Status: v1.ConditionTrue, LastTransitionTime: at})
	}
	for i, name := range []string{"orders", "envoy", "metrics"} {
		c := v1.Container{
			Name: name, Image: "registry.example.com/shop/" + name + ":1.42.0", ImagePullPolicy: v1.PullIfNotPresent, Args: []string{"--config=/etc/orders/config.yaml", "--listen=:8080"},
			Ports:         []v1.ContainerPort{{Name: "http", ContainerPort: int32(8080 + i), Protocol: v1.ProtocolTCP}},
			Resources:     v1.ResourceRequirements{Requests: quantities("100m", "128Mi"), Limits: quantities("1", "512Mi")},
			VolumeMounts:  []v1.VolumeMount{{Name: "config", MountPath: "/etc/orders", ReadOnly: true}, {Name: "tls", MountPath: "/etc/tls", ReadOnly: true}, {Name: "cache", MountPath: "/cache"}},
			LivenessProbe: probe("/live"), ReadinessProbe: probe("/ready"), TerminationMessagePath: "/dev/termination-log", TerminationMessagePolicy: v1.TerminationMessageReadFile,
		}
		for j := range 4 {
			c.Env = append(c.Env, v1.EnvVar{Name: fmt.Sprintf("ORDERS_SETTING_%d", j), Value: fmt.Sprintf("value-of-setting-%d", j)})
		}
		c.Env = append(c.Env, v1.EnvVar{Name: "POD_IP", ValueFrom: &v1.EnvVarSource{FieldRef: &v1.ObjectFieldSelector{APIVersion: "v1", FieldPath: "status.podIP"}}})
		p.Spec.Containers = append(p.Spec.Containers, c)
		p.Status.ContainerStatuses = append(p.Status.ContainerStatuses, v1.ContainerStatus{
			Name: name, Ready: true, Started: &yes, Image: c.Image, ImageID: c.Image + "@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
			ContainerID: "containerd://2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae", State: v1.ContainerState{Running: &v1.ContainerStateRunning{StartedAt: at}},
		})
	}
	return p
}

// TestQuantities reads back what was written, and looks at the quantities.
func TestQuantities(t *testing.T) {
	p, q := realistic(), new(v1.Pod)
	data, err := MarshalPodFlat(p)
	if err == nil {
		err = UnmarshalPodFlat(data, q)
	}
	if err != nil {
		t.Fatal(err)
	}
	if !equality.Semantic.DeepEqual(p, q) {
		t.Error("the pod was not read back whole")
	}
	got, limit := q.Spec.Containers[1].Resources.Limits[v1.ResourceMemory], q.Spec.Volumes[2].EmptyDir.SizeLimit
	if got.String() != "512Mi" || limit.String() != "2G" {
		t.Errorf("the quantities are %s and %s", got.String(), limit.String())
	}
	gogo, _ := p.Marshal()
	text, _ := json.Marshal(p)
	t.Logf("flat %d bytes, gogo %d, json %d", len(data), len(gogo), len(text))
}

func BenchmarkPod(b *testing.B) {
	p := realistic()
	flat, _ := MarshalPodFlat(p)
	gogo, _ := p.Marshal()
	text, _ := json.Marshal(p)
	buf := make([]byte, 0, 2*len(text))
	q := new(v1.Pod)
	for _, op := range []struct {
		name string
		run  func() error
	}{
		{"append/flat", func() error { _, err := AppendPodFlat(buf[:0], p); return err }},
		{"append/gogo", func() error { _, err := p.MarshalToSizedBuffer(buf[:p.Size()]); return err }},
		{"marshal/flat", func() error { _, err := MarshalPodFlat(p); return err }},
		{"marshal/gogo", func() error { _, err := p.Marshal(); return err }},
		{"marshal/json", func() error { _, err := json.Marshal(p); return err }},
		{"unmarshal/flat", func() error { return UnmarshalPodFlat(flat, new(v1.Pod)) }},
		{"unmarshal/gogo", func() error { return new(v1.Pod).Unmarshal(gogo) }},
		{"unmarshal/json", func() error { return json.Unmarshal(text, new(v1.Pod)) }},
		{"reuse/flat", func() error { return UnmarshalPodFlat(flat, q) }},
	} {
		b.Run(op.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := op.run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
