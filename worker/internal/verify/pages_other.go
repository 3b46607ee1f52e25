//go:build !unix

package verify

import "errors"

func room(int) (pages, error) { return pages{}, errors.ErrUnsupported }

func (p pages) readOnly() error { return errors.ErrUnsupported }
func (p pages) writable() error { return errors.ErrUnsupported }
