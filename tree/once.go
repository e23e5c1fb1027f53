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

func (r *Recorder) readOnce(p string, limit int64, held string) (File, string, error) {
	f, open := r.once(p, limit, held)
	if open {
		r.note(p, askedFile)
	}
	out, err := f.within(p, limit)
	if err != nil {
		return out, "", err
	}
	return out, f.digest, nil
}

// once is answer for a file, which is read unless it is known to have the digest held. The bytes are not kept.
func (a *answers) once(p string, limit int64, held string) (f fact, open bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	old := a.known(p)
	switch {
	case a.sealed:
		f.ask(a.fsys, p, askedFile, limit)
		return f, false
	case old == nil:
		f.at = a.at
	case old.asked&askedFile != 0 && !old.short(limit):
		if old.released && (held == "" || old.digest != held) {
			return *old.reread(a.fsys, p, limit), true
		}
		return *old, true
	default:
		f = *old
	}
	f.ask(a.fsys, p, askedFile, limit)
	kept := f
	if f.fileErr == nil {
		kept.file.Data, kept.released = nil, true
	}
	a.own[p] = &kept
	return f, true
}

// reread reads a file whose bytes were let go of.
func (f *fact) reread(fsys FS, p string, limit int64) *fact {
	now := *f
	now.released = false
	now.file, now.fileErr = fsys.ReadFile(p, limit)
	if now.fileErr == nil && Digest(now.file.Data) != f.digest {
		now.file.Data, now.fileErr = nil, &fs.PathError{Op: "read", Path: p, Err: ErrChanged}
	}
	return &now
}
