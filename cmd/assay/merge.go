package main

import (
	"errors"
	"fmt"

	"github.com/assay-go/assay/result"
)

type mergeCommand struct {
	Results []string `arg:"" type:"existingfile" help:"Results files: of several days, of other serializers, or the shards of one run."`

	Out string `short:"o" placeholder:"FILE" type:"path" help:"Write the merged document; standard output by default. Example: --out=all.json"`

	overwrite
}

func (c *mergeCommand) Run(s *session) error {
	runs, err := readResults(c.Results)
	if err != nil {
		return err
	}
	var file *result.File
	if c.Out != "" {
		if file, err = s.create(c.Out); err != nil {
			return err
		}
	}
	merged, err := gather(s, c.Results, runs)
	if merged == nil {
		return err
	}
	if file != nil {
		return errors.Join(file.Write(merged), err)
	}
	data, marshalErr := result.Marshal(merged)
	if marshalErr != nil {
		return marshalErr
	}
	if _, writeErr := s.stdout.Write(data); writeErr != nil {
		return fmt.Errorf("writing the merged results: %w", writeErr)
	}
	return err
}

// readResults reads results files, one or many.
func readResults(names []string) ([]*result.Run, error) {
	var runs []*result.Run
	for _, name := range names {
		run, err := result.ReadFile(name)
		if err != nil {
			return nil, err
		}
		runs = append(runs, run)
	}
	return runs, nil
}

// gather merges the runs and says what is missing. The error is errFinding when
// something is, with a run all the same.
func gather(s *session, names []string, runs []*result.Run) (*result.Run, error) {
	merged, notes, err := result.Gather(runs...)
	for _, note := range notes {
		fmt.Fprintln(s.stderr, note)
	}
	var failed *result.MergeError
	switch {
	case errors.As(err, &failed):
		return nil, fmt.Errorf("%s cannot be joined with the results before it: %w", names[failed.Index], failed.Err)
	case err != nil:
		return nil, err
	case len(merged.Missing()) > 0:
		return merged, errFinding
	}
	return merged, nil
}
