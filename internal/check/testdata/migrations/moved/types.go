// Package moved is where a type was moved to.
package moved

type Moved struct{ A int64 }

func MovedValue() Moved { return Moved{A: 7} }
