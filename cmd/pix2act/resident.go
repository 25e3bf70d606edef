package main

import (
	"bytes"
	"os"
	"strconv"
	"strings"
)

// resident is the physical memory of the process now and at its most, in
// bytes; zeros where the system does not tell.
func resident() (now, most int64) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, 0
	}
	for line := range bytes.Lines(status) {
		name, value, _ := strings.Cut(string(line), ":")
		kilobytes, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
		switch {
		case err != nil:
		case name == "VmRSS":
			now = kilobytes << 10
		case name == "VmHWM":
			most = kilobytes << 10
		}
	}
	return now, most
}
