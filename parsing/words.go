package parsing

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"strings"
)

//go:embed words.txt
var wordList string

// listed are plain English words, half of them such as stand on buttons and in menus.
var listed = strings.Fields(wordList)

const (
	letters    = "abcdefghijklmnopqrstuvwxyz"
	vowels     = "aeiou"
	characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
)

// word draws a word of at most 12 characters. Two of five are invented or codes, so that it takes
// reading, not guessing, to tell them.
func word(r *rand.Rand) string {
	switch n := r.IntN(20); {
	case n < 11:
		return cased(r, pick(r, listed))
	case n < 15:
		return cased(r, syllables(r))
	case n < 17:
		return code(r, 2+r.IntN(7))
	case n < 18:
		return fmt.Sprint(r.IntN([]int{10, 100, 1000, 100000}[r.IntN(4)]))
	case n < 19:
		return pick(r, []string{
			fmt.Sprintf("$%d.%02d", r.IntN(200), r.IntN(100)),
			fmt.Sprintf("%02d:%02d", r.IntN(24), r.IntN(60)),
			fmt.Sprintf("%02d/%02d/%d", 1+r.IntN(12), 1+r.IntN(28), 1990+r.IntN(40)),
			fmt.Sprintf("%d%%", r.IntN(101)),
			fmt.Sprintf("#%d", r.IntN(1000)),
		})
	default:
		return pick(r, []string{"@", "www."}) + pick(r, listed)
	}
}

// words draws n of them.
func words(r *rand.Rand, n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = word(r)
	}
	return strings.Join(list, " ")
}

// label draws what stands on a control: one word, sometimes two.
func label(r *rand.Rand) string {
	text := word(r)
	if second := pick(r, listed); r.IntN(4) == 0 && len(text)+len(second) < 14 {
		text += " " + second
	}
	return text
}

// syllables invents a word.
func syllables(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.IntN(4) {
		b.WriteByte(letters[r.IntN(len(letters))])
		b.WriteByte(vowels[r.IntN(len(vowels))])
		if r.IntN(3) == 0 {
			b.WriteByte(letters[r.IntN(len(letters))])
		}
	}
	return b.String()
}

// code draws a meaningless string of n letters and digits.
func code(r *rand.Rand, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = characters[r.IntN(len(characters))]
	}
	return string(b)
}

// cased leaves a word as it is, or gives it a capital, or only capitals.
func cased(r *rand.Rand, text string) string {
	switch n := r.IntN(20); {
	case n < 10:
		return text
	case n < 17:
		return strings.ToUpper(text[:1]) + text[1:]
	default:
		return strings.ToUpper(text)
	}
}

// pick draws one of a list.
func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }
