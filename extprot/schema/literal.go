package schema

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Literal is the default value of a primitive.
type Literal struct {
	Bool  bool
	Int   int64 // byte, int and long
	Float float64
	Str   string
}

// parseLiteral reads text as a default of kind k. The original keeps defaults
// as text, so the number 3 and the string "3" mean the same.
func parseLiteral(k Kind, text string) (*Literal, error) {
	switch k {
	case Bool:
		if text != "true" && text != "false" {
			return nil, fmt.Errorf("a bool's default is true or false")
		}
		return &Literal{Bool: text == "true"}, nil
	case Byte:
		n, err := parseInt(text, false)
		if err != nil || n < 0 || n > 255 {
			return nil, fmt.Errorf("a byte's default is a number from 0 to 255")
		}
		return &Literal{Int: n}, nil
	case Int:
		n, err := parseInt(text, false)
		if err != nil || n < -1<<62 || n > 1<<62-1 {
			return nil, fmt.Errorf("an int's default is a whole number of 63 bits")
		}
		return &Literal{Int: n}, nil
	case Long:
		n, err := parseInt(text, true)
		if err != nil {
			return nil, fmt.Errorf("a long's default is a whole number of 64 bits")
		}
		return &Literal{Int: n}, nil
	case Float:
		f, err := parseFloat(text)
		if err != nil {
			return nil, fmt.Errorf("a float's default is a number")
		}
		return &Literal{Float: f}, nil
	}
	return &Literal{Str: text}, nil
}

// parseInt reads OCaml's integer literals: 0x, 0o, 0b, underscores, and a
// final L if the type is long. A prefixed literal may fill all 64 bits.
func parseInt(text string, long bool) (int64, error) {
	s := text
	if long {
		s = strings.TrimSuffix(s, "L")
	}
	neg := strings.HasPrefix(s, "-")
	s = strings.TrimPrefix(s, "-")
	base := 10
	if len(s) > 1 && s[0] == '0' {
		switch s[1] {
		case 'x', 'X':
			base = 16
		case 'o', 'O':
			base = 8
		case 'b', 'B':
			base = 2
		}
		if base != 10 {
			s = s[2:]
		}
	}
	if s == "" || s[0] == '_' || s[0] == '+' || s[0] == '-' {
		return 0, strconv.ErrSyntax
	}
	u, err := strconv.ParseUint(strings.ReplaceAll(s, "_", ""), base, 64)
	if err != nil {
		return 0, err
	}
	switch {
	case neg && u <= 1<<63:
		return -int64(u), nil
	case !neg && (u < 1<<63 || base != 10 && long):
		return int64(u), nil
	}
	return 0, strconv.ErrRange
}

func parseFloat(text string) (float64, error) {
	s := strings.ReplaceAll(text, "_", "")
	switch strings.TrimPrefix(s, "-") {
	case "nan":
		return math.NaN(), nil
	case "inf", "infinity":
		if s[0] == '-' {
			return math.Inf(-1), nil
		}
		return math.Inf(1), nil
	}
	if n, err := parseInt(s, false); err == nil {
		return float64(n), nil
	}
	if s == "" || s[0] == '+' || strings.ContainsAny(s, "nNiI") {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(s, 64)
}
