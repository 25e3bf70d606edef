package pix2struct

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

const spacePiece = "\u2581" // how a space is written inside pieces

// normalizer turns text into the form in which it is cut into pieces.
type normalizer struct {
	table        *charsmap // nil: no replacements
	protected    *trie     // user-defined pieces are left as they are
	dummyPrefix  bool
	removeSpaces bool
	escapeSpaces bool
	suffix       bool
}

// prefix replaces what text begins with and tells how many bytes that were.
func (z *normalizer) prefix(text string) (replacement []byte, n int) {
	if n := z.protected.longest(text); n > 0 {
		return []byte(text[:n]), n
	}
	if z.table != nil {
		if replacement, n := z.table.longest(text); n > 0 {
			return replacement, n
		}
	}
	r, n := utf8.DecodeRuneInString(text)
	if r == utf8.RuneError && n <= 1 {
		return []byte("\ufffd"), 1
	}
	return []byte(text[:n]), n
}

func (z *normalizer) normalize(text string) string {
	if z.removeSpaces {
		for len(text) > 0 {
			replacement, n := z.prefix(text)
			if string(replacement) != " " {
				break
			}
			text = text[n:]
		}
	}
	if text == "" {
		return ""
	}
	space := " "
	if z.escapeSpaces {
		space = spacePiece
	}
	var out strings.Builder
	if z.dummyPrefix && !z.suffix {
		out.WriteString(space)
	}
	afterSpace := z.removeSpaces
	for len(text) > 0 {
		replacement, n := z.prefix(text)
		text = text[n:]
		for afterSpace && len(replacement) > 0 && replacement[0] == ' ' {
			replacement = replacement[1:]
		}
		if len(replacement) == 0 {
			continue
		}
		out.Write(bytes.ReplaceAll(replacement, []byte(" "), []byte(space)))
		afterSpace = z.removeSpaces && replacement[len(replacement)-1] == ' '
	}
	result := out.String()
	if z.removeSpaces {
		for strings.HasSuffix(result, space) {
			result = strings.TrimSuffix(result, space)
		}
	}
	if z.dummyPrefix && z.suffix {
		result += space
	}
	return result
}
