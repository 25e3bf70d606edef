package episode

import "crypto/sha1"

// ValidationPercent is the share of the episodes that is kept for validation.
const ValidationPercent = 10

// Validation says whether the example with this ID belongs to the validation
// part. The rule is the reference's (SHA-1 as a big-endian number, modulo 100,
// below 10) applied to the episode part of the ID: the steps of one episode
// always stay together. It depends on nothing but the ID, so an episode keeps
// its side in every data set it is ever part of.
func Validation(id string) bool {
	remainder := 0
	for _, b := range sha1.Sum([]byte(EpisodePart(id))) {
		remainder = (remainder<<8 | int(b)) % 100
	}
	return remainder < ValidationPercent
}
