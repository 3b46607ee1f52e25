package main

import (
	"encoding/json"
	"os"
)

type config struct{ A int }

func main() { json.NewEncoder(os.Stdout).Encode(config{}) }
