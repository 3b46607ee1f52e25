// Package random has random types, and the code that is generated for them, which
// command gen writes: the package itself is empty.
package random

import "github.com/assay-go/assay/codec/json/testdata/subjects"

// list are the types with their functions.
var list []subjects.Subject
