package drivers

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/drivers"
)

// All is every serializer, in the order of their names. Do not change it: copy the
// list to leave some out or to add your own.
var All []*driver.Driver = drivers.All
