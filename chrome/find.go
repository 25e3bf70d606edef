package chrome

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Installation is a browser found on this machine.
type Installation struct {
	Path       string // the executable itself, not a wrapper script
	Version    string // such as "156.0.8078.114"
	BeginFrame bool   // the headless shell, which draws frames on demand
}

// String names the browser: its executable and its version.
func (i Installation) String() string {
	return strings.TrimSpace(filepath.Base(i.Path) + " " + i.Version)
}

// BinaryVariable is the environment variable that names the browser to use.
const BinaryVariable = "PIX2ACT_CHROME"

// The places where distributions put the executables, and the names that they
// give to wrapper scripts. The executable itself comes first: a wrapper adds
// flags of its own and stands between us and the process that has to be killed.
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
	installation, err := locate(false)
	if err != nil {
		return installation, err
	}
	installation.Version, err = versionOf(installation.Path, defaultDeadline)
	if err != nil && os.Getenv(BinaryVariable) != "" {
		err = fmt.Errorf("%w; %s names it: correct or unset that", err, BinaryVariable)
	}
	return installation, err
}

// locate finds a browser without starting it. plain leaves the headless shell
// out.
func locate(plain bool) (Installation, error) {
	if path := os.Getenv(BinaryVariable); path != "" && !plain {
		return Installation{Path: path, BeginFrame: isShell(path)}, nil
	}
	lists := [][]string{shellPaths, plainPaths}
	if plain {
		lists = lists[1:]
	}
	return search(lists...)
}

func search(lists ...[]string) (Installation, error) {
	for _, list := range lists {
		for _, name := range list {
			if path, err := exec.LookPath(name); err == nil {
				return Installation{Path: path, BeginFrame: isShell(path)}, nil
			}
		}
	}
	return Installation{}, fmt.Errorf("%w: install it with `apt-get install chromium-headless-shell`, or set %s to the path of one", ErrNoBrowser, BinaryVariable)
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
