package chrome

import "testing"

func TestLastWords(t *testing.T) {
	t.Parallel()
	const noise = "DevTools listening on a pipe\n" +
		"[1201/104449.123:ERROR:dbus/bus.cc(406)] Failed to connect to the bus: no such file\n" +
		"[1201/104450.1:ERROR:components/viz/frames.cc(88)] Frame latency is negative: -2.1 ms\n" +
		"[1201/104450.2:INFO:CONSOLE:12] \"a page's own words\", source: page.html (12)\n"
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{noise, ""},
		{"error while loading shared libraries: libnss3.so\n" + noise, "error while loading shared libraries: libnss3.so"},
		{noise + "[1201/1.2:FATAL:sandbox.cc(9)] Check failed: x.\n#0 0x55d0\n  r8: 00 r9: 01\nmore\n", "[1201/1.2:FATAL:sandbox.cc(9)] Check failed: x."},
		{"one\ntwo", "two"},
	} {
		if got := lastWords(c.text); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}
