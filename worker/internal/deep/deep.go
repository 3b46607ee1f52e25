// Package deep copies, compares, changes and locates Go values of any type. It
// is what verification and the round trip's check stand on, so it is stricter
// than reflect.DeepEqual where a serializer may lose something (time zones, nil
// against empty, NaN) and laxer where nothing is lost (monotonic clock readings,
// fields that no serializer can reach).
//
// The package knows no serializer and no protocol.
package deep
