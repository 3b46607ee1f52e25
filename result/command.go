package result

import (
	"regexp"
	"slices"
	"strings"
)

// Published returns the arguments of a command for a document that others read: of an
// absolute path its last element, because the folders of the machine that measured are
// nobody's business. It leaves args as they are.
func Published(args []string) []string {
	shown := slices.Clone(args)
	for i, arg := range shown {
		flag, value, ok := strings.Cut(arg, "=")
		if !ok || !strings.HasPrefix(flag, "-") {
			flag, value = "", arg
		} else {
			flag += "="
		}
		if absolute.MatchString(value) {
			shown[i] = flag + value[strings.LastIndexAny(value, `/\`)+1:]
		}
	}
	return shown
}

// absolute tells the absolute paths of every system, whichever made the results.
var absolute = regexp.MustCompile(`^(/|\\\\|[A-Za-z]:[/\\])`)
