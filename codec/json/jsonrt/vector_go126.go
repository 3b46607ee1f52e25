//go:build goexperiment.simd && amd64 && !go1.27

package jsonrt

import "simd/archsimd"

// vectorAt loads 32 bytes of b.
func vectorAt(b []byte) archsimd.Uint8x32 { return archsimd.LoadUint8x32Slice(b) }

// putVector stores 32 bytes to b.
func putVector(b []byte, v archsimd.Uint8x32) { v.StoreSlice(b) }
