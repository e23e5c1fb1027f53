package watch

import (
	"errors"

	"github.com/fsnotify/fsnotify"
)

// Change is what happened to one path, or to more than can be told.
type Change struct {
	Path string // as the operating system names it
	Name bool   // an entry was created, removed or renamed; otherwise bytes or mode changed
	Lost bool   // there were too many changes, and some were not told
}

// Notifier tells about changes of entries in folders, not in what lies below them. The folder itself counts among its
// parent's entries.
type Notifier interface {
	Add(folder string) error
	Remove(folder string) error
	Changes() <-chan Change // closed by Close, and when nothing can be told any more
	Close() error
}

// System is the operating system's Notifier, by way of fsnotify.
func System() (Notifier, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	n := &system{w: w, out: make(chan Change), stop: make(chan struct{}), done: make(chan struct{})}
	go n.pass()
	return n, nil
}

type system struct {
	w    *fsnotify.Watcher
	out  chan Change
	stop chan struct{}
	done chan struct{}
}

func (n *system) Add(folder string) error    { return n.w.Add(folder) }
func (n *system) Remove(folder string) error { return n.w.Remove(folder) }
func (n *system) Changes() <-chan Change     { return n.out }

// Close ends the notifier and waits for its goroutine.
func (n *system) Close() error {
	close(n.stop)
	<-n.done
	return n.w.Close()
}

// pass translates what fsnotify tells until Close.
func (n *system) pass() {
	defer close(n.done)
	defer close(n.out)
	for {
		var c Change
		select {
		case <-n.stop:
			return
		case e, open := <-n.w.Events:
			if !open {
				return
			}
			if e.Name == "" {
				continue // a watch that is gone
			}
			c = Change{Path: e.Name, Name: e.Has(fsnotify.Create) || e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename)}
		case err, open := <-n.w.Errors:
			if !open {
				return
			}
			if !errors.Is(err, fsnotify.ErrEventOverflow) {
				continue // about a watch that is gone
			}
			c = Change{Lost: true}
		}
		select {
		case <-n.stop:
			return
		case n.out <- c:
		}
	}
}
