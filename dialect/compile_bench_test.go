package dialect

import "testing"

// BenchmarkCompile makes the key tables of one version.
func BenchmarkCompile(b *testing.B) {
	d, err := Codex("")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		d.Compile()
	}
}
