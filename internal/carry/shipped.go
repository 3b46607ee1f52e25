package carry

import (
	"slices"

	"github.com/assay-go/assay/typemodel"
)

// conversion is how a well-known type travels, as source in the notation of
// [StandIn.source]. Nothing here is compiled into the command.
type conversion struct {
	as   *typemodel.Type
	to   made
	from setting
}

// conversions are those of the types whose own methods do not carry them, or
// carry less than the whole. By their exported fields travel sql.Null*, the UUIDs
// of google and gofrs, protobuf's well-known types and uint256.Int; by their own
// methods netip.*, decimal.Decimal, big.Int and big.Rat.
var conversions = map[string]conversion{
	"net/url.URL":      {stringType, text, parsed("@{net/url.Parse}(", ")", "*@b")},
	"net/url.Userinfo": {stringType, text, parsed(`@{net/url.Parse}("//" + `, ` + "@")`, "*@b.User")},

	// The name in the database of time zones, "UTC" or "Local".
	"time.Location": {stringType, text, parsed("@{time.LoadLocation}(", ")", "*@b")},

	"sync/atomic.Bool":    loaded(typemodel.Bool),
	"sync/atomic.Int32":   loaded(typemodel.Int32),
	"sync/atomic.Int64":   loaded(typemodel.Int64),
	"sync/atomic.Uint32":  loaded(typemodel.Uint32),
	"sync/atomic.Uint64":  loaded(typemodel.Uint64),
	"sync/atomic.Uintptr": loaded(typemodel.Uintptr),

	"strings.Builder": {stringType, text, reset("WriteString")},
	"bytes.Buffer":    {bytesType, made{expr: "@v.Bytes()"}, reset("Write")},

	"k8s.io/apimachinery/pkg/api/resource.Quantity": {stringType, text, parsed("@{k8s.io/apimachinery/pkg/api/resource.ParseQuantity}(", ")", "@b")},
}

// Unread reports whether t is a well-known type whose UnmarshalBinary does not read all that its
// MarshalBinary writes, though exported fields are all that it has: a NullUUID that is not valid is
// written as no bytes, and no UUID is read from these.
func Unread(t *typemodel.Type) bool {
	return t.Name.PkgPath == "github.com/google/uuid" && t.Name.Name == "NullUUID"
}

// readable are the conversions that texts have instead. That of big.Float is the
// precision and rounding mode, and the value in hexadecimal, which is exact.
var readable = map[string]conversion{
	"math/big.Float": {
		stringType,
		made{expr: `@{fmt.Sprint}(@v.Prec(), int(@v.Mode()), " ", @v.Text('p', 0))`},
		func(x string) string {
			return `var prec uint
		var mode @{math/big.RoundingMode}
		var @b string
		if _, @err := @{fmt.Sscan}(` + x + `, &prec, &mode, &@b); @err != nil {
			return @err
		}
		_, _, @err := @v.SetPrec(prec).SetMode(mode).Parse(@b, 0)
		@v.SetPrec(prec) // Parse makes 64 of 0
		return @err`
		},
	},
}

// parametric are the conversions of generic types with one type argument, and
// those that keys of maps have instead.
var parametric = map[string]func(arg *typemodel.Type) (value, key conversion){
	"unique.Handle": func(arg *typemodel.Type) (value, key conversion) {
		// The zero handle has no value, and asked for one it panics.
		value = conversion{
			as: &typemodel.Type{Kind: typemodel.Pointer, Elem: arg},
			to: made{whole: true, expr: `if *@v == (@T{}) {
				return nil, nil
			}
			@b := @v.Value()
			return &@b, nil`},
			from: func(x string) string {
				return `if ` + x + ` == nil {
				*@v = @T{}
				return nil
			}
			*@v = @{unique.Make}(*` + x + `)
			return nil`
			},
		}
		key = conversion{
			as: arg,
			to: made{whole: true, fails: true, expr: `if *@v == (@T{}) {
				return *new(@A), @{errors.New}("the zero unique.Handle holds no value, and so is no key")
			}
			return @v.Value(), nil`},
			from: func(x string) string { return "*@v = @{unique.Make}(" + x + ")\nreturn nil" },
		}
		return value, key
	},
}

// text is what a type's String returns.
var text = made{expr: "@v.String()"}

// parsed sets the value to an expression of b, the first result of a call that may fail,
// whose argument stands between its two parts.
func parsed(before, after, value string) setting {
	return func(x string) string {
		return "@b, @err := " + before + x + after + "\nif @err != nil {\nreturn @err\n}\n*@v = " + value + "\nreturn nil"
	}
}

// reset empties the value and writes to it.
func reset(write string) setting {
	return func(x string) string { return "@v.Reset()\n@v." + write + "(" + x + ")\nreturn nil" }
}

// loaded is the conversion of an atomic value.
func loaded(k typemodel.Kind) conversion {
	return conversion{&typemodel.Type{Kind: k}, made{expr: "@v.Load()"}, func(x string) string { return "@v.Store(" + x + ")\nreturn nil" }}
}

// shipped returns the carrier of t by the conversion that is shipped, or nil.
func shipped(t *typemodel.Type, text bool) *StandIn {
	if t.Name.IsZero() {
		return nil
	}
	if isTime(t) {
		return &StandIn{Type: t, As: timeType, How: "a conversion of Go", to: made{expr: "@{time.Time}(*@v)"}, from: func(x string) string { return "*@v = @T(" + x + ")\nreturn nil" }}
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

func (c conversion) carrier(t *typemodel.Type) *StandIn {
	return &StandIn{Type: t, As: c.as, How: "assay's conversion", to: c.to, from: c.from}
}

// isTime reports whether t is declared as a time.Time.
func isTime(t *typemodel.Type) bool {
	return t.Kind == typemodel.Struct && len(t.Fields) == 3 &&
		!slices.ContainsFunc(t.Fields, func(f typemodel.Field) bool { return f.PkgPath != "time" })
}
