package chrome

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Installation is a browser found on this machine.
type Installation struct {
	Path       string // the executable itself, not a wrapper script
	Version    string // such as "156.0.8078.114"
	BeginFrame bool   // the headless shell, which draws frames on demand
}

// BinaryVariable is the environment variable that names the browser to use.
const BinaryVariable = "PIX2ACT_CHROME"

// The places where distributions put the executables, and the names that they
// give to wrapper scripts. The executable itself comes first: a wrapper adds flags of its
// own and stands between us and the process that has to be killed.
var (
	shellPaths = []string{
		"/usr/lib/chromium/chromium-headless-shell", "/usr/lib64/chromium-browser/headless_shell",
		"chromium-headless-shell", "chrome-headless-shell", "headless_shell",
	}
	plainPaths = []string{
		"/usr/lib/chromium/chromium", "/usr/lib64/chromium-browser/chromium-browser", "/opt/google/chrome/chrome",
		"chromium", "chromium-browser", "google-chrome-stable", "google-chrome",
	}
)

// Find returns the best browser installed: what the variable PIX2ACT_CHROME names,
// else the headless shell, else plain Chromium or Chrome. The error matches
// ErrNoBrowser and says what to install.
func Find() (Installation, error) {
	if path := os.Getenv(BinaryVariable); path != "" {
		return inspect(path)
	}
	return find(shellPaths, plainPaths)
}

// findPlain is Find without the headless shell.
func findPlain() (Installation, error) { return find(plainPaths) }

func find(lists ...[]string) (Installation, error) {
	for _, list := range lists {
		for _, name := range list {
			path, err := exec.LookPath(name)
			if err != nil {
				continue
			}
			if installation, err := inspect(path); err == nil {
				return installation, nil
			}
		}
	}
	return Installation{}, fmt.Errorf("%w: install it with `apt-get install chromium-headless-shell`, or set %s to the path of one", ErrNoBrowser, BinaryVariable)
}

// inspect asks an executable for its version.
func inspect(path string) (Installation, error) {
	ctx, cancel := context.WithTimeout(context.Background(), defaultDeadline)
	defer cancel()
	command := exec.CommandContext(ctx, path, "--version")
	command.WaitDelay = time.Second
	out, err := command.Output()
	if err != nil {
		return Installation{}, fmt.Errorf("%w: %s --version: %w", ErrNoBrowser, path, err)
	}
	return Installation{Path: path, Version: versionIn(string(out)), BeginFrame: isShell(path)}, nil
}

// versionIn finds the version number in a line such as
// "Chromium 156.0.8078.114 built on Debian".
func versionIn(line string) string {
	for _, word := range strings.Fields(line) {
		if strings.Count(word, ".") == 3 && word[0] >= '0' && word[0] <= '9' {
			return word
		}
	}
	return ""
}

// isShell tells by its name whether an executable is the headless shell.
func isShell(path string) bool {
	name := filepath.Base(path)
	return strings.Contains(name, "headless-shell") || strings.Contains(name, "headless_shell")
}
