package subjects

import (
	"encoding/json"
	"net"
	"strings"
)

// Types with which easyjson's users had trouble, by the numbers of its issues.

// EasyJSON282 has fields of one name in Go and two in JSON, as in 69 and 282.
type EasyJSON282 struct {
	A int `json:"a"`
	easyJSONPrevious
	easyJSONDetails
}

type easyJSONPrevious struct {
	A int `json:"prev_a"`
}

type easyJSONDetails struct {
	UA string `json:"ua"`
}

// EasyJSON106 has a type with MarshalText whose kind is a slice of bytes.
type EasyJSON106 struct {
	IP  net.IP
	IPs []net.IP
}

// EasyJSON337 embeds a struct in one without a name.
type EasyJSON337 struct {
	Stuff struct {
		EasyJSONName
		Size int `json:"size"`
	}
	Color string `json:"color"`
}

// EasyJSONName is embedded.
type EasyJSONName struct {
	Name string `json:"name"`
}

// EasyJSON396 has keys that write themselves as text, maybe none, as in 127 and 212.
type EasyJSON396 struct {
	M map[EasyJSONKey]string
	I map[int]bool
}

// EasyJSONKey is such a key.
type EasyJSONKey struct{ S string }

// MarshalText returns the text of k.
func (k EasyJSONKey) MarshalText() ([]byte, error) { return []byte(k.S), nil }

// UnmarshalText sets k.
func (k *EasyJSONKey) UnmarshalText(text []byte) error { k.S = string(text); return nil }

// EasyJSON208 has structs without names within slices.
type EasyJSON208 struct {
	List []struct {
		Inner []struct {
			EasyJSONOuter `json:"outer"`
		} `json:"inner"`
	} `json:"list"`
}

// EasyJSONOuter embeds another.
type EasyJSONOuter struct {
	EasyJSONInner
	F float64 `json:"f"`
}

// EasyJSONInner is embedded.
type EasyJSONInner struct {
	B bool   `json:"b"`
	S string `json:"s"`
}

// EasyJSON160 has the option inline, which encoding/json does not know: its
// member is called as the field is.
type EasyJSON160 struct {
	Kind   string         `json:"kind"`
	Params map[string]any `json:",inline"`
}

// EasyJSON161 embeds by pointer: what is there is kept, and nothing is made
// without a member for it, as in 67.
type EasyJSON161 struct {
	Dummy int
	*EasyJSONReached
}

// EasyJSONReached is embedded by pointer.
type EasyJSONReached struct {
	Boo  int
	More []string
}

// EasyJSON28 has a number that reads itself from text, as a value, a pointer,
// in a slice and as the key of a map.
type EasyJSON28 struct {
	Index  TextValue
	Other  *TextValue
	List   []TextValue
	Counts map[TextValue]int
}

// EasyJSON18 keeps a null as it is.
type EasyJSON18 struct {
	Raw json.RawMessage
}

// EasyJSON188 tells empty slices from nil ones.
type EasyJSON188 struct {
	Attributes map[string]any
	List       []string
}

// EasyJSON411 has nulls for what is no pointer, which leave it as it is.
type EasyJSON411 struct {
	S string
	P *string
	N int
	L []int
}

// EasyJSON423 has text that may be empty, which is not null.
type EasyJSON423 struct {
	Value easyJSONUpper
}

type easyJSONUpper string

// MarshalText returns s in capitals.
func (s easyJSONUpper) MarshalText() ([]byte, error) { return []byte(strings.ToUpper(string(s))), nil }
