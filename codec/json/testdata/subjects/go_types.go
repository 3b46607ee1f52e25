// Copyright 2010 The Go Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in testdata/encoding_json/LICENSE.

// Types of decode_test.go of encoding/json, by other names.

package subjects

import (
	"encoding/json"
	"image"
	"reflect"
)

type GoT struct {
	X string
	Y int
	Z int `json:"-"`
}

type GoU struct {
	Alphabet string `json:"alpha"`
}

type GoV struct {
	F1 any
	F2 int32
	F3 json.Number
	F4 *GoVOuter
}

type GoVOuter struct {
	V GoV
}

type GoW struct {
	S GoSS
}

type GoP struct {
	PP GoPP
}

type GoPP struct {
	T  GoT
	Ts []GoT
}

type GoSS string

func (*GoSS) UnmarshalJSON(data []byte) error {
	return &json.UnmarshalTypeError{Value: "number", Type: reflect.TypeFor[GoSS]()}
}

type GoTAlias GoT

func (tt *GoTAlias) UnmarshalJSON(data []byte) error {
	t := GoT{}
	if err := json.Unmarshal(data, &t); err != nil {
		return err
	}
	*tt = GoTAlias(t)
	return nil
}

type GoTOuter struct {
	T GoTAlias
}

type GoPoint struct {
	Z int
}

type GoTop struct {
	Level0 int
	GoEmbed0
	*GoEmbed0a
	*GoEmbed0b `json:"e,omitempty"` // treated as named
	GoEmbed0c  `json:"-"`           // ignored
	GoLoop
	GoEmbed0p // has Point with X, Y, used
	GoEmbed0q // has Point with Z, used
	goEmbed   // contains exported field
}

type GoEmbed0 struct {
	Level1a int // overridden by Embed0a's Level1a with json tag
	Level1b int // used because Embed0a's Level1b is renamed
	Level1c int // used because Embed0a's Level1c is ignored
	Level1d int // annihilated by Embed0a's Level1d
	Level1e int `json:"x"` // annihilated by Embed0a.Level1e
}

type GoEmbed0a struct {
	Level1a int `json:"Level1a,omitempty"`
	Level1b int `json:"LEVEL1B,omitempty"`
	Level1c int `json:"-"`
	Level1d int // annihilated by Embed0's Level1d
	Level1f int `json:"x"` // annihilated by Embed0's Level1e
}

type GoEmbed0b GoEmbed0

type GoEmbed0c GoEmbed0

type GoEmbed0p struct {
	image.Point
}

type GoEmbed0q struct {
	GoPoint
}

type goEmbed struct {
	Q int
}

type GoLoop struct {
	Loop1 int `json:",omitempty"`
	Loop2 int `json:",omitempty"`
	*GoLoop
}

// From reflect test:
// The X in S6 and S7 annihilate, but they also block the X in S8.S9.
type GoS5 struct {
	GoS6
	GoS7
	GoS8
}

type GoS6 struct {
	X int
}

type GoS7 GoS6

type GoS8 struct {
	GoS9
}

type GoS9 struct {
	X int
	Y int
}

// From reflect test:
// The X in S11.S6 and S12.S6 annihilate, but they also block the X in S13.S8.S9.
type GoS10 struct {
	GoS11
	GoS12
	GoS13
}

type GoS11 struct {
	GoS6
}

type GoS12 struct {
	GoS6
}

type GoS13 struct {
	GoS8
}

type GoAmbig struct {
	// Given "hello", the first match should win.
	First  int `json:"HELLO"`
	Second int `json:"Hello"`
}

type GoXYZ struct {
	X any
	Y any
	Z any
}
