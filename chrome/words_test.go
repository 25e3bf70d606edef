package chrome

import (
	"fmt"
	"strings"
	"testing"
)

func TestLastWords(t *testing.T) {
	t.Parallel()
	const noise = "DevTools listening on a pipe\n" +
		"[1201/104449.123:ERROR:dbus/bus.cc(406)] Failed to connect to the bus: no such file\n" +
		"[1201/104450.1:ERROR:components/viz/frames.cc(88)] Frame latency is negative: -2.1 ms\n" +
		"[1201/104450.2:INFO:CONSOLE:12] \"a page's own words\nof two lines\", source: page.html (12)\n"
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{noise, ""},
		{"error while loading shared libraries: libnss3.so\n" + noise, "error while loading shared libraries: libnss3.so"},
		{noise + "[1201/1.2:FATAL:sandbox.cc(9)] Check failed: x.\n#0 0x55d0\n  r8: 00 r9: 01\nmore\n", "[1201/1.2:FATAL:sandbox.cc(9)] Check failed: x."},
		{"one\ntwo", "two"},
		{noise + "[1201/104451.2:ERROR:zygote.cc(1)] no memory\n", "[1201/104451.2:ERROR:zygote.cc(1)] no memory"},
	} {
		if got := lastWords(c.text); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// A browser that wrote much is remembered by whole lines.
func TestTailKeepsLines(t *testing.T) {
	t.Parallel()
	end := &tail{}
	for i := range 1000 {
		fmt.Fprintf(end, "[1201/1.2:INFO:CONSOLE:%d] line\n", i)
		if words := end.suffix(); words != "" {
			t.Fatalf("after %d lines: %s", i, words)
		}
	}
	if len(end.kept) > tailSize || len(end.kept) < tailSize/2 || !strings.HasSuffix(string(end.kept), ":999] line\n") {
		t.Errorf("kept %d bytes: %s", len(end.kept), end.kept)
	}
}
