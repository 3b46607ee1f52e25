package status_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/assay-go/assay/workload"
	"github.com/assay-go/assay/workloads/status"
)

// The package's comment and the documents say how large a status is.
func TestSizeOfAStatus(t *testing.T) {
	if n := reflect.TypeFor[status.Status]().NumField() + reflect.TypeFor[status.User]().NumField(); n != 65 {
		t.Errorf("a status and its user have %d members, want 65", n)
	}
	for _, seed := range []uint64{1, 2} {
		list, err := status.Values(workload.Options{Seed: seed, Count: 1000})
		if err != nil || len(list) != 1000 {
			t.Fatalf("%d values, error %v", len(list), err)
		}
		total, repeats := 0, 0
		for i := range list {
			text, err := json.Marshal(&list[i])
			if err != nil {
				t.Fatal(err)
			}
			total += len(text)
			if list[i].RetweetedStatus != nil {
				repeats++
			}
			var back status.Status
			if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(back, list[i]) {
				t.Fatalf("value %d comes back as %v, error %v; want %v", i, back, err, list[i])
			}
		}
		if mean := total / len(list); mean < 2800 || mean > 3200 {
			t.Errorf("%d bytes of JSON on average, want some 3,000", mean)
		}
		if repeats < 120 || repeats > 220 {
			t.Errorf("%d of 1000 repeat another one, want a sixth", repeats)
		}
	}
}

// A member that is zero in all values is neither verified nor measured.
func TestNoMemberIsZeroInAllValues(t *testing.T) {
	list, err := status.Values(workload.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for i := range reflect.TypeFor[status.Status]().NumField() {
		if !slices.ContainsFunc(list, func(s status.Status) bool { return !reflect.ValueOf(s).Field(i).IsZero() }) {
			t.Errorf("%s is", reflect.TypeFor[status.Status]().Field(i).Name)
		}
	}
	for i := range reflect.TypeFor[status.User]().NumField() {
		if !slices.ContainsFunc(list, func(s status.Status) bool { return !reflect.ValueOf(s.User).Field(i).IsZero() }) {
			t.Errorf("User.%s is", reflect.TypeFor[status.User]().Field(i).Name)
		}
	}
}

func TestValuesAreThoseOfTheSeed(t *testing.T) {
	values := func(o workload.Options) []status.Status {
		t.Helper()
		list, err := status.Values(o)
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	few, many := values(workload.Options{Seed: 1, Count: 3}), values(workload.Options{Seed: 1})
	if len(few) != 3 || len(many) != status.Workload.Count || !reflect.DeepEqual(few, many[:3]) {
		t.Errorf("%d and %d values, which do not begin alike", len(few), len(many))
	}
	if other := values(workload.Options{Seed: 2, Count: 3}); slices.ContainsFunc(other, func(s status.Status) bool { return s.ID == few[0].ID }) {
		t.Error("another seed gives the same values")
	}
}
