package driver

import "strings"

// Reading is how a program of a few lines reads a message by the library alone, as its users
// write it.
type Reading struct {
	Import string // as a file has it: `json "github.com/goccy/go-json"`

	// Code is two lines, of which nothing but v and err is used behind them. INPUT stands for
	// the message, TYPE for the type that it is read as, and WRAPPER for the name of that
	// message of Protocol Buffers' wrappers.proto which has such a field.
	Code string
}

// Call is the reading by a func that is given a message and where to read it into, as
// "json.Unmarshal", or by one that has the message already.
func Call(imported, read string) func(format string) Reading {
	arguments := "(&v)"
	if !strings.Contains(read, "INPUT") {
		arguments = "(INPUT, &v)"
	}
	return func(string) Reading { return Reading{imported, "var v TYPE\nerr := " + read + arguments} }
}
