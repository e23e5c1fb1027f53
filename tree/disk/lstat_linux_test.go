package disk

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// TestLstatAsPackageOS: a look at everything there can be says what package os says, errors included.
func TestLstatAsPackageOS(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, link, pipe := filepath.Join(dir, "file"), filepath.Join(dir, "link"), filepath.Join(dir, "pipe")
	if err := os.WriteFile(file, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, 0o751|os.ModeSetuid|os.ModeSetgid); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755|os.ModeSticky); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", link); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	socket := filepath.Join(dir, "socket")
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Close(fd) })
	if err := unix.Bind(fd, &unix.SockaddrUnix{Name: socket}); err != nil {
		socket = file // the name of the folder is too long for one
	}
	for _, p := range []string{"/", dir, file, link, pipe, socket, "/dev/null", dir + "/absent", file + "/below"} {
		want, wantErr := os.Lstat(p)
		got, err := FS().Lstat(p)
		if fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Errorf("%s: error %v, want %v", p, err, wantErr)
		}
		if err != nil || wantErr != nil {
			continue
		}
		if diff := cmp.Diff(fs.FormatFileInfo(want), fs.FormatFileInfo(got)); diff != "" {
			t.Errorf("%s: %s", p, diff)
		}
		if diff := cmp.Diff(identity(want), identity(got)); diff != "" {
			t.Errorf("%s: %s", p, diff)
		}
		if a, known := Owner(got); !known || fmt.Sprintln(a, known) != fmt.Sprintln(Owner(want)) {
			t.Errorf("%s: owner %d", p, a)
		}
	}
}
