//go:build !unix

package worker

import "errors"

// What tests need on Unix alone, where they run.

func closeDescriptor(int) {}

func duplicate(int) int { return -1 }

func makePipe(string) error { return errors.ErrUnsupported }
