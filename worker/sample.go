package worker

import "fmt"

// SampleOf turns a func of the user's package into a source of values. fn has no
// parameters and returns a T, a *T, a []T or a []*T, and an error besides if it
// likes. Anything else, and a nil among the pointers, is an error of the
// returned func.
func SampleOf[T any](fn any) func() ([]T, error) {
	return func() ([]T, error) {
		switch fn := fn.(type) {
		case func() []T:
			return fn(), nil
		case func() ([]T, error):
			return fn()
		case func() T:
			return []T{fn()}, nil
		case func() (T, error):
			v, err := fn()
			return []T{v}, err
		case func() []*T:
			return pointees(fn(), nil)
		case func() ([]*T, error):
			return pointees(fn())
		case func() *T:
			return pointees([]*T{fn()}, nil)
		case func() (*T, error):
			v, err := fn()
			return pointees([]*T{v}, err)
		}
		return nil, fmt.Errorf("the sample function is a %T: it must have no parameters and return a %[2]T, a slice of them, or pointers, and an error if it likes", fn, *new(T))
	}
}

func pointees[T any](list []*T, err error) ([]T, error) {
	if err != nil {
		return nil, err
	}
	values := make([]T, len(list))
	for i, p := range list {
		if p == nil {
			return nil, fmt.Errorf("the sample function returned nil as value %d", i+1)
		}
		values[i] = *p
	}
	return values, nil
}
