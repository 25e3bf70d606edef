package chrome

import (
	"regexp"
	"strings"
)

// chatter is what browsers write whatever becomes of them: what a page logs,
// buses that a machine has not, frames that were late, and their stack traces.
var chatter = regexp.MustCompile(`:(INFO|WARNING|VERBOSE\d*)\b|\bCONSOLE\b|dbus|Frame latency|DevTools listening|^#\d+ |^ +r\w+: |\[end of stack trace\]`)

// fatal marks the line that says why a browser ended itself.
var fatal = regexp.MustCompile(`:FATAL:|Received signal`)

// lastWords picks the one line of what a browser wrote that may tell why it
// ended; "" if none does.
func lastWords(text string) string {
	last, chatting := "", false
	for line := range strings.Lines(text) {
		if fatal.MatchString(line) {
			return shorten(strings.TrimSpace(line))
		}
		// A line without a stamp goes on with the one before.
		chatting = chatter.MatchString(line) || chatting && !strings.HasPrefix(line, "[")
		if trimmed := strings.TrimSpace(line); trimmed != "" && !chatting {
			last = trimmed
		}
	}
	return shorten(last)
}
