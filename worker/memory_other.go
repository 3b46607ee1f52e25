//go:build !linux

package worker

// limitAddressSpace does nothing: Darwin accepts a limit of the address space
// and does not keep it, Windows has job objects, which the parent would have to
// make. There a single huge allocation is noticed by watchMemory only after it
// was made.
func limitAddressSpace(int64) error { return nil }
