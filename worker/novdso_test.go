//go:build !linux || !amd64

package worker

import "github.com/assay-go/assay/worker/adapter"

// patching needs a clock that is code in the process.
func patching() adapter.Codec[record] { return jsonCodec[record]() }
