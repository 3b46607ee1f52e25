// Package spelling finds the word that somebody meant among those that there
// are.
package spelling

import (
	"fmt"
	"strings"

	"github.com/agnivade/levenshtein"
)

// Nearest returns the known word with the smallest edit distance to word, case
// apart, the first of several, and "" when none is near: when more than half of
// the word would have to change.
func Nearest(word string, known []string) string {
	nearest, best := "", len(word)/2+1
	for _, k := range known {
		if d := levenshtein.ComputeDistance(strings.ToLower(word), strings.ToLower(k)); d < best {
			best, nearest = d, k
		}
	}
	return nearest
}

// Hint returns `; did you mean "…"?` with the nearest known word, to end an
// error message, and "" when none is near.
func Hint(word string, known []string) string {
	if nearest := Nearest(word, known); nearest != "" {
		return fmt.Sprintf("; did you mean %q?", nearest)
	}
	return ""
}
