package orders_test

import (
	"strings"
	"testing"
	"time"

	"example.com/shop/orders"
	"github.com/assay-go/assay/assaytest"
)

var codec = assaytest.Codec[orders.Order]{
	Name:       "mine",
	Append:     orders.AppendOrder,
	Unmarshal:  orders.UnmarshalOrder,
	EqualValue: orders.Order.EqualTo,
}

// go test -bench . prints a line for each row and operation.
func BenchmarkOrder(b *testing.B) {
	assaytest.Benchmark(b, codec, assaytest.Options{Against: "json,gob", Sample: "SampleOrders", Time: 100 * time.Millisecond, Processes: 1})
}

func TestOrder(t *testing.T) {
	assaytest.Verify(t, codec, assaytest.Options{})
}

// Without a name the rows have the type's.
func TestUnnamed(t *testing.T) {
	unnamed := codec
	unnamed.Name = ""
	unnamed.Append = appendHere // which it is not built for
	if _, err := assaytest.Measure(t.Context(), unnamed, assaytest.Options{}); err == nil || !strings.HasPrefix(err.Error(), "codec orders.Order: ") {
		t.Errorf("the codec has another name: %v", err)
	}
}

func TestWrong(t *testing.T) {
	wrong := codec
	wrong.Unmarshal = orders.UnmarshalWrong
	if _, err := assaytest.Measure(t.Context(), wrong, assaytest.Options{Against: "mine", Time: 1, Processes: 1}); err == nil || !strings.Contains(err.Error(), "Note") {
		t.Errorf("a codec that forgets a field: %v", err)
	}
}

func appendHere(buf []byte, v *orders.Order) ([]byte, error) { return append(buf, v.Note...), nil }

func TestUnreachable(t *testing.T) {
	hidden := codec
	hidden.Append = appendHere
	if _, err := assaytest.Measure(t.Context(), hidden, assaytest.Options{}); err == nil || !strings.Contains(err.Error(), "a test, which nothing can import") {
		t.Errorf("a func of the test: %v", err)
	}
}
