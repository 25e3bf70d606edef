package main

import "runtime/debug"

// version is the commit this program was built from with its day, as far as the build knows it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	revision, modified, day := "", "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = "+changes"
		case s.Key == "vcs.time" && len(s.Value) > len("2006-01-02"):
			day = " of " + s.Value[:len("2006-01-02")]
		}
	}
	if revision == "" {
		if info.Main.Version == "(devel)" {
			return "unknown: built without its history"
		}
		return info.Main.Version
	}
	return revision[:min(12, len(revision))] + modified + day
}
