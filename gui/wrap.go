package gui

import (
	"strings"
	"unicode"
)

// HeaderColumns is the number of characters at which instructions are wrapped.
const HeaderColumns = 80

// WrapText breaks a text into lines of at most width characters by the rules of
// Python's TextWrapper, which the reference's headers are wrapped with: tabs
// are expanded to columns of 8, every other white space becomes a space, runs of
// spaces stay inside a line and are dropped at its ends (but not at the start of
// the text), lines break after hyphens in words, and words longer than a line
// are cut. No-break spaces never break.
func WrapText(text string, width int) []string {
	chunks := splitChunks([]rune(plainSpaces(expandTabs(text))))
	var lines []string
	for len(chunks) > 0 {
		if blank(chunks[0]) && len(lines) > 0 {
			chunks = chunks[1:]
		}
		var line []rune
		last := 0 // where the last chunk of the line begins
		for len(chunks) > 0 && len(line)+len(chunks[0]) <= width {
			last = len(line)
			line = append(line, chunks[0]...)
			chunks = chunks[1:]
		}
		if len(chunks) > 0 && len(chunks[0]) > width {
			cut := cutAt(chunks[0], max(width-len(line), 1))
			last = len(line)
			line = append(line, chunks[0][:cut]...)
			chunks[0] = chunks[0][cut:]
		}
		if len(line) > 0 && blank(line[last:]) {
			line = line[:last]
		}
		if len(line) > 0 {
			lines = append(lines, string(line))
		}
	}
	return lines
}

// expandTabs replaces every tab by the spaces up to the next column of 8.
func expandTabs(text string) string {
	var b strings.Builder
	column := 0
	for _, r := range text {
		switch r {
		case '\t':
			n := 8 - column%8
			b.WriteString(strings.Repeat(" ", n))
			column += n
		case '\n', '\r':
			b.WriteRune(r)
			column = 0
		default:
			b.WriteRune(r)
			column++
		}
	}
	return b.String()
}

func plainSpaces(text string) string {
	return strings.Map(func(r rune) rune {
		if isBreak(r) {
			return ' '
		}
		return r
	}, text)
}

// isBreak tells whether lines may break at a character: ASCII white space alone.
func isBreak(r rune) bool {
	return r == ' ' || '\t' <= r && r <= '\r'
}

func blank(chunk []rune) bool {
	return strings.TrimSpace(string(chunk)) == ""
}

// cutAt returns where a word too long for a line is cut to fill the given room:
// after its last hyphen within it, if something other than hyphens stands
// before, or else at the room's end.
func cutAt(word []rune, room int) int {
	for i := min(room, len(word)) - 1; i > 0; i-- {
		if word[i] != '-' {
			continue
		}
		for _, r := range word[:i] {
			if r != '-' {
				return i + 1
			}
		}
		break
	}
	return room
}

// splitChunks cuts a text into the pieces that a line break may stand between:
// runs of spaces, dashes between words, and words up to and with a hyphen.
func splitChunks(text []rune) [][]rune {
	var chunks [][]rune
	for at := 0; at < len(text); {
		end := chunkEnd(text, at)
		chunks = append(chunks, text[at:end:end])
		at = end
	}
	return chunks
}

func chunkEnd(text []rune, at int) int {
	if isBreak(text[at]) {
		end := at
		for end < len(text) && isBreak(text[end]) {
			end++
		}
		return end
	}
	if at > 0 && wordOrMark(text[at-1]) {
		if end := dashEnd(text, at); end > at {
			return end
		}
	}
	for k := at + 1; k < len(text); k++ {
		if isBreak(text[k]) {
			return k
		}
		if text[k] != '-' {
			continue
		}
		if hyphenates(text, k) {
			return k + 1
		}
		if wordOrMark(text[k-1]) && dashEnd(text, k) > k {
			return k
		}
	}
	return len(text)
}

// dashEnd returns the end of a dash of two or more hyphens that leads on to a
// word, or at if none begins there.
func dashEnd(text []rune, at int) int {
	end := at
	for end < len(text) && text[end] == '-' {
		end++
	}
	if end-at >= 2 && end < len(text) && isWord(text[end]) {
		return end
	}
	return at
}

// hyphenates tells whether the hyphen at k joins two parts of a word: two letters
// before it (or a letter, a hyphen and one more character), and two letters
// after it, with a hyphen between them or not.
func hyphenates(text []rune, k int) bool {
	before := k >= 2 && isLetter(text[k-1]) && isLetter(text[k-2]) ||
		k >= 3 && isLetter(text[k-3]) && text[k-2] == '-' && wordOrMark(text[k-1])
	if !before || k+2 >= len(text) || !isLetter(text[k+1]) {
		return false
	}
	return isLetter(text[k+2]) || text[k+2] == '-' && k+3 < len(text) && isLetter(text[k+3])
}

func isWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r)
}

func isLetter(r rune) bool { return isWord(r) && !unicode.IsDigit(r) }

func wordOrMark(r rune) bool {
	return isWord(r) || strings.ContainsRune(`!"'&.,?`, r)
}
