package positional

import (
	"fmt"
	"strconv"
	"strings"
)

func init() {
	for _, bits := range []int{8, 16, 32, 64} {
		constraint := fmt.Sprintf("~int%d | ~uint%d", bits, bits)
		if bits == 64 {
			constraint += " | ~int | ~uint | ~uintptr"
		}
		addNumbers(fmt.Sprintf("Int%ds", bits), constraint, bits, "", "")
	}
	addNumbers("Float32s", "~float32", 32, "$math.Float32bits(float32(#))", "$math.Float32frombits(#)")
	addNumbers("Float64s", "~float64", 64, "$math.Float64bits(float64(#))", "$math.Float64frombits(#)")
}

// addNumbers adds the support functions for lists of numbers of the given
// width. bits and number convert an expression # between a number and the
// unsigned integer with its bits; empty means a conversion of types.
func addNumbers(name, constraint string, width int, bits, number string) {
	apply := func(conversion, fallback, x string) string {
		if conversion == "" {
			conversion = fallback
		}
		return strings.ReplaceAll(conversion, "#", x)
	}
	w := width / 8
	put := func(buffer, x string) string {
		x = apply(bits, fmt.Sprintf("uint%d(#)", width), x)
		if width == 8 {
			return buffer + " = byte(" + x + ")"
		}
		return fmt.Sprintf("%%order%%.PutUint%d(%s, %s)", width, buffer, x)
	}
	get := func(buffer string) string {
		x := fmt.Sprintf("%%order%%.Uint%d(%s)", width, buffer)
		if width == 8 {
			x = buffer
		}
		return "T(" + apply(number, "#", x) + ")"
	}
	at := func(i int) string {
		if width == 8 {
			return fmt.Sprintf("x[%d]", i)
		}
		return fmt.Sprintf("x[%d:%d]", i*w, i*w+w)
	}
	first := "p"
	if width == 8 {
		first = "p[0]"
	}
	pairs := []string{
		"{{name}}", name, "{{constraint}}", constraint, "{{4w}}", strconv.Itoa(4 * w), "{{w}}", strconv.Itoa(w),
		"{{putn}}", put(first, "n"), "{{getn}}", get(first),
	}
	for i := range 4 {
		n := strconv.Itoa(i)
		pairs = append(pairs, "{{put"+n+"}}", put(at(i), "y["+n+"]"), "{{get"+n+"}}", get(at(i)))
	}
	r := strings.NewReplacer(pairs...)
	supportSource["Put"+name] = r.Replace(putNumbersSource)
	supportSource["Get"+name] = r.Replace(getNumbersSource)
}
