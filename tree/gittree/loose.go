package gittree

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"github.com/agentlayers/layers/tree"
)

// maxHeader bounds "blob 123" and its zero byte.
const maxHeader = 32

// looseHeader reads the kind and the size of a loose object, from the first bytes of its file.
func (s *store) looseHeader(file string) (plumbing.ObjectType, int64, error) {
	data, err := s.place.read(file, 4096)
	if err != nil && !errors.Is(err, tree.ErrTooLarge) {
		return 0, 0, err
	}
	_, kind, size, err := inflateHeader(file, data)
	return kind, size, err
}

// loose inflates a loose object. One that is larger than limit is tree.ErrTooLarge and comes with its first
// limit bytes.
func (s *store) loose(file string, limit int64) (object, error) {
	kind, size, err := s.looseHeader(file)
	if err != nil {
		return object{}, err
	}
	want := min(size, max(limit, 0))
	data, err := s.place.read(file, want+want/100+4096) // what does not compress grows by much less
	if err != nil && (size <= limit || !errors.Is(err, tree.ErrTooLarge)) {
		return object{}, err
	}
	r, _, _, err := inflateHeader(file, data)
	if err != nil {
		return object{}, err
	}
	if size > limit {
		out, err := io.ReadAll(io.LimitReader(r, want))
		if err != nil {
			return object{}, broken(file, "is not as long as it says", err)
		}
		return object{kind, out}, tooLarge(size)
	}
	var out bytes.Buffer
	n, err := io.Copy(&out, io.LimitReader(r, size+1))
	if err != nil || n != size {
		return object{}, broken(file, "is not as long as it says", err)
	}
	return object{kind, out.Bytes()}, nil
}

// inflateHeader reads "KIND SIZE" up to the zero byte and leaves r at the content.
func inflateHeader(file string, data []byte) (r io.Reader, kind plumbing.ObjectType, size int64, err error) {
	z, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, 0, 0, broken(file, "is not a compressed object", err)
	}
	b := bufio.NewReaderSize(z, 4096)
	head, _ := b.Peek(maxHeader)
	end := bytes.IndexByte(head, 0)
	name, digits, ok := strings.Cut(string(head[:max(end, 0)]), " ")
	if !ok {
		return nil, 0, 0, broken(file, "is not an object", nil)
	}
	kind, kindErr := plumbing.ParseObjectType(name)
	size, err = strconv.ParseInt(digits, 10, 64)
	if kindErr != nil || err != nil || size < 0 {
		return nil, 0, 0, broken(file, "is not an object", errors.Join(kindErr, err))
	}
	_, err = b.Discard(end + 1)
	return b, kind, size, err
}
