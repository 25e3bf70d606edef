package main

import (
	"os"
	"regexp"
	"strings"
)

// commandLine is what the user typed, for manifests and protocols, as a shell takes it.
func commandLine() string { return shellLine(append([]string{"pix2act"}, os.Args[1:]...)) }

var plainWord = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

// shellLine joins words to a line that a shell reads as these words.
func shellLine(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = word
		if !plainWord.MatchString(word) {
			quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}
