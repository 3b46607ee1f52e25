//go:build unix

package verify

import "syscall"

// room returns memory of at least size bytes that the collector does not know,
// followed by a page that nobody may touch. It stays until the process ends:
// what a codec keeps of it must not become someone else's.
func room(size int) (pages, error) {
	page := syscall.Getpagesize()
	size = (size + page - 1) / page * page
	b, err := syscall.Mmap(-1, 0, size+page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return pages{}, err
	}
	return pages{b[:size:size]}, syscall.Mprotect(b[size:], syscall.PROT_NONE)
}

func (p pages) readOnly() error { return syscall.Mprotect(p.mem, syscall.PROT_READ) }
func (p pages) writable() error { return syscall.Mprotect(p.mem, syscall.PROT_READ|syscall.PROT_WRITE) }
