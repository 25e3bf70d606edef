package chrome

import "errors"

// Installation is a browser found on this machine.
type Installation struct {
	Path       string // the executable itself, not a wrapper script
	Version    string // such as "156.0.8078.114"
	BeginFrame bool   // the headless shell, which draws frames on demand
}

// Find returns the best browser installed: the headless shell, else plain Chromium
// or Chrome. The error matches ErrNoBrowser and says what to install.
func Find() (Installation, error) { return Installation{}, errors.New("todo") }
