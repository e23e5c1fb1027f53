package tree

import "io/fs"

// ReadOnce is ReadFile for a reader that takes from a file what it needs and goes on: a Recorder keeps the digest of
// the bytes and not the bytes, and whatever asks for the file again has it read again. digest is "" with an error.
//
// held is the digest of what the reader has of the file already, or "": File.Data is nil where that is what is there,
// which a Recorder may know without reading.
//
// One record never tells two stories: a file that has other bytes when it is read again is ErrChanged.
func ReadOnce(fsys FS, p string, limit int64, held string) (f File, digest string, err error) {
	if r, ok := fsys.(*Recorder); ok {
		f, digest, err = r.readOnce(p, limit, held)
	} else if f, err = fsys.ReadFile(p, limit); err == nil {
		digest = Digest(f.Data)
	}
	if digest != "" && digest == held {
		f.Data = nil
	}
	return f, digest, err
}

// readOnce reads the file unless it is known to have the digest held. The bytes are not kept.
func (r *Recorder) readOnce(p string, limit int64, held string) (File, string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f := r.fact(p)
	r.note(f, askedFile)
	said := f.file
	switch {
	case !f.answers(askedFile, limit):
		f.ask(r.fsys, askedFile, limit)
		if said = f.file; said.err == nil {
			f.file = said.released()
		}
	case said.gone && (held == "" || said.digest != held):
		said = said.reread(r.fsys, p, limit)
	}
	out, err := said.within(p, limit)
	if err != nil {
		return out, "", err
	}
	return out, said.digest, nil
}

// released is s without the bytes.
func (s *fileSaid) released() *fileSaid {
	out := *s
	out.Data, out.gone = nil, true
	return &out
}

// reread reads a file whose bytes were let go of.
func (s *fileSaid) reread(fsys FS, p string, limit int64) *fileSaid {
	now := *s
	now.gone = false
	now.File, now.err = fsys.ReadFile(p, limit)
	if now.err == nil && Digest(now.Data) != s.digest {
		now.Data, now.err = nil, &fs.PathError{Op: "read", Path: p, Err: ErrChanged}
	}
	return &now
}
