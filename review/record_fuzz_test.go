package review_test

import (
	"bytes"
	"testing"

	"github.com/agentlayers/layers/review"
)

// FuzzParseRecord: only the very bytes that Marshal writes are a record.
func FuzzParseRecord(f *testing.F) {
	f.Add([]byte(`{"v":1,"root":"/repo","decision":"trusted","scope":"active"}`))
	f.Add([]byte("{}\n"))
	f.Add([]byte(`{"v":1,"v":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := review.ParseRecord(data)
		if err != nil {
			return
		}
		again, err := r.Marshal()
		if err != nil || !bytes.Equal(again, data) {
			t.Errorf("%q is read as a record that is written %q (%v)", data, again, err)
		}
	})
}
