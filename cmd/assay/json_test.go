package main

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"
)

// TestJSON: each command that has --format=json has --json, which is the same.
func TestJSON(t *testing.T) {
	_, parser, err := newCommandLine(nil)
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	for _, command := range parser.Model.Leaves(true) {
		flags := map[string]bool{}
		for _, f := range command.Flags {
			flags[f.Name] = f.Name != "format" || slices.Contains(f.EnumSlice(), "json")
		}
		if flags["format"] {
			commands++
			if !flags["json"] {
				t.Errorf("assay %s has --format=json, and no --json", command.Path())
			}
		}
	}
	if commands < 7 {
		t.Errorf("%d commands have --format=json", commands)
	}
	for _, flag := range []string{"--json", "--format=json"} {
		var stdout, stderr bytes.Buffer
		if code := run(t.Context(), &stdout, &stderr, []string{"check", "--matrix", "--read=../../docs/results/check.json", flag}); code != exitOK {
			t.Fatalf("%s: exit status %d: %s", flag, code, &stderr)
		}
		if !json.Valid(stdout.Bytes()) {
			t.Errorf("assay check %s prints no JSON: %.80s", flag, &stdout)
		}
	}
}
