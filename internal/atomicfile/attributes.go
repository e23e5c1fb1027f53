//go:build linux || darwin

package atomicfile

import (
	"bytes"
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// copyAttributes gives f the extended attributes of the file called name: access lists and security labels among
// them. Attributes that the system keeps to itself are left out.
func copyAttributes(f *os.File, name string) error {
	list, err := attribute(func(buf []byte) (int, error) { return unix.Listxattr(name, buf) })
	if err != nil || len(list) == 0 {
		return err
	}
	for attr := range bytes.SplitSeq(bytes.TrimSuffix(list, []byte{0}), []byte{0}) {
		value, err := attribute(func(buf []byte) (int, error) { return unix.Getxattr(name, string(attr), buf) })
		if err == nil {
			err = unix.Fsetxattr(int(f.Fd()), string(attr), value, 0)
		}
		if err != nil && !unsettable(err) {
			return err
		}
	}
	return nil
}

func unsettable(err error) bool {
	return errors.Is(err, unix.EPERM) || errors.Is(err, unix.EACCES) || errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.ENODATA)
}

// attribute calls get with a buffer that is large enough.
func attribute(get func([]byte) (int, error)) ([]byte, error) {
	n, err := get(nil)
	if err != nil || n == 0 {
		if err != nil && unsettable(err) {
			err = nil // a file system without attributes
		}
		return nil, err
	}
	buf := make([]byte, n)
	n, err = get(buf)
	return buf[:max(n, 0)], err
}
