package worker

import (
	"errors"
	"testing"
)

func TestSampleOf(t *testing.T) {
	type T struct{ A int }
	one := T{1}
	for name, fn := range map[string]any{
		"value":              func() T { return one },
		"value and error":    func() (T, error) { return one, nil },
		"slice":              func() []T { return []T{one} },
		"slice and error":    func() ([]T, error) { return []T{one}, nil },
		"pointer":            func() *T { return &one },
		"pointer and error":  func() (*T, error) { return &one, nil },
		"pointers":           func() []*T { return []*T{&one} },
		"pointers and error": func() ([]*T, error) { return []*T{&one}, nil },
	} {
		list, err := SampleOf[T](fn)()
		if err != nil || len(list) != 1 || list[0] != one {
			t.Errorf("%s: got %v, %v", name, list, err)
		}
	}
	for name, fn := range map[string]any{
		"nil pointer":   func() *T { return nil },
		"another type":  func() int { return 1 },
		"parameters":    func(int) T { return one },
		"its own error": func() ([]T, error) { return nil, errors.New("no samples") },
	} {
		if list, err := SampleOf[T](fn)(); err == nil {
			t.Errorf("%s: got %v and no error", name, list)
		}
	}
}
