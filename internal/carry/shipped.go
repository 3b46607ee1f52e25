package carry

import (
	"slices"

	"github.com/assay-go/assay/typemodel"
)

// conversion is how a well-known type travels, as source in the notation of
// [Carrier.source]. Nothing here is compiled into the command.
type conversion struct {
	as       *typemodel.Type
	to, from string
}

// conversions are those of the types whose own methods do not carry them, or
// carry less than the whole. By their exported fields travel sql.Null*, the UUIDs
// of google and gofrs, protobuf's well-known types and uint256.Int; by their own
// methods netip.*, decimal.Decimal, big.Int and big.Rat.
var conversions = map[string]conversion{
	"net/url.URL":      {stringType, `return @v.String(), nil`, parsed(`@net/url.Parse(@x)`, "*@b")},
	"net/url.Userinfo": {stringType, `return @v.String(), nil`, parsed(`@net/url.Parse("//" + @x + "@")`, "*@b.User")},

	// The name in the database of time zones, "UTC" or "Local".
	"time.Location": {stringType, `return @v.String(), nil`, parsed(`@time.LoadLocation(@x)`, "*@b")},

	"sync/atomic.Bool":    loaded(typemodel.Bool),
	"sync/atomic.Int32":   loaded(typemodel.Int32),
	"sync/atomic.Int64":   loaded(typemodel.Int64),
	"sync/atomic.Uint32":  loaded(typemodel.Uint32),
	"sync/atomic.Uint64":  loaded(typemodel.Uint64),
	"sync/atomic.Uintptr": loaded(typemodel.Uintptr),

	"strings.Builder": {stringType, `return @v.String(), nil`, "@v.Reset()\n@v.WriteString(@x)\nreturn nil"},
	"bytes.Buffer":    {bytesType, `return @v.Bytes(), nil`, "@v.Reset()\n@v.Write(@x)\nreturn nil"},

	"k8s.io/apimachinery/pkg/api/resource.Quantity": {stringType, `return @v.String(), nil`, parsed(`@k8s.io/apimachinery/pkg/api/resource.ParseQuantity(@x)`, "@b")},
}

// readable are the conversions that texts have instead. That of big.Float is the
// precision and rounding mode, and the value in hexadecimal, which is exact.
var readable = map[string]conversion{
	"math/big.Float": {
		stringType,
		`return @fmt.Sprint(@v.Prec(), int(@v.Mode()), " ", @v.Text('p', 0)), nil`,
		`var prec uint
		var mode @math/big.RoundingMode
		var @b string
		if _, @err := @fmt.Sscan(@x, &prec, &mode, &@b); @err != nil {
			return @err
		}
		_, _, @err := @v.SetPrec(prec).SetMode(mode).Parse(@b, 0)
		@v.SetPrec(prec) // Parse makes 64 of 0
		return @err`,
	},
}

// parametric are the conversions of generic types with one type argument, and
// those that keys of maps have instead.
var parametric = map[string]func(arg *typemodel.Type) (value, key conversion){
	"unique.Handle": func(arg *typemodel.Type) (value, key conversion) {
		// The zero handle has no value, and asked for one it panics.
		value = conversion{
			as: &typemodel.Type{Kind: typemodel.Pointer, Elem: arg},
			to: `if *@v == (@T{}) {
				return nil, nil
			}
			@b := @v.Value()
			return &@b, nil`,
			from: `if @x == nil {
				*@v = @T{}
				return nil
			}
			*@v = @unique.Make(*@x)
			return nil`,
		}
		key = conversion{
			as: arg,
			to: `if *@v == (@T{}) {
				return *new(@A), @errors.New("the zero unique.Handle holds no value, and so is no key")
			}
			return @v.Value(), nil`,
			from: "*@v = @unique.Make(@x)\nreturn nil",
		}
		return value, key
	},
}

// parsed is the body that sets the value to an expression of b, the first result
// of a call that may fail.
func parsed(call, value string) string {
	return "@b, @err := " + call + "\nif @err != nil {\nreturn @err\n}\n*@v = " + value + "\nreturn nil"
}

// loaded is the conversion of an atomic value.
func loaded(k typemodel.Kind) conversion {
	return conversion{&typemodel.Type{Kind: k}, `return @v.Load(), nil`, "@v.Store(@x)\nreturn nil"}
}

// shipped returns the carrier of t by the conversion that is shipped, or nil.
func shipped(t *typemodel.Type, text bool) *Carrier {
	if t.Name.IsZero() {
		return nil
	}
	if isTime(t) {
		return &Carrier{Type: t, As: timeType, How: "a conversion of Go", to: `return @time.Time(*@v), nil`, from: "*@v = @T(@x)\nreturn nil"}
	}
	name := t.Name.PkgPath + "." + t.Name.Name
	c, ok := conversions[name]
	if readable, has := readable[name]; has && text {
		c, ok = readable, true
	}
	if generic, has := parametric[name]; has && len(t.Name.Args) == 1 {
		value, key := generic(t.Name.Args[0])
		carrier := value.carrier(t)
		carrier.key = key.carrier(t)
		return carrier
	}
	if !ok {
		return nil
	}
	return c.carrier(t)
}

func (c conversion) carrier(t *typemodel.Type) *Carrier {
	return &Carrier{Type: t, As: c.as, How: "assay's conversion", to: c.to, from: c.from}
}

// isTime reports whether t is declared as a time.Time.
func isTime(t *typemodel.Type) bool {
	return t.Kind == typemodel.Struct && len(t.Fields) == 3 &&
		!slices.ContainsFunc(t.Fields, func(f typemodel.Field) bool { return f.PkgPath != "time" })
}
