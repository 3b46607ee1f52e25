package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/assay-go/assay/internal/doctor"
)

type doctorCommand struct {
	Time      time.Duration `default:"10s" help:"How long the main trial takes. Example: --time=60s"`
	Trials    int           `default:"20" help:"How many short trials to run besides. Example: --trials=100"`
	Processes int           `default:"9" help:"Over how many processes each case is spread at least. Example: --processes=15"`
	Seed      uint64        `default:"1" help:"Seed of values and of the order of measuring. Example: --seed=7"`
	JSON      bool          `name:"json" help:"Print a JSON document. Example: --json"`
}

func (c *doctorCommand) Run(ctx context.Context, s *session) error {
	if c.Time <= 0 || c.Trials < 0 || c.Processes < 6 {
		return fmt.Errorf("give --time above zero, --trials of at least 0, and --processes of at least 6, without which there are no intervals")
	}
	p := newProgress(s.terminal, s.style.progress)
	defer p.close()
	rep, err := doctor.Examine(ctx, doctor.Config{
		CacheDir: s.cacheDir,
		Time:     c.Time, Trials: c.Trials, Processes: c.Processes, Seed: c.Seed,
		Progress: p.step,
	})
	if err != nil {
		return interrupted(ctx, err)
	}
	p.close()
	if c.JSON {
		enc := json.NewEncoder(s.stdout)
		enc.SetIndent("", "  ")
		return enc.Encode(rep)
	}
	if err := writeDoctor(s.stdout, rep, c.Time); err != nil {
		return err
	}
	return writeUsage(s)
}

func writeDoctor(w io.Writer, rep *doctor.Report, spent time.Duration) error {
	env := rep.Environment
	known := func(s string) string {
		if s == "" {
			return "not known here"
		}
		return s
	}
	fmt.Fprintf(w, "Machine     %s, %d cores, %s/%s\n", known(env.CPU), env.Cores, env.OS, env.Arch)
	fmt.Fprintf(w, "Scaling     %s\n", known(env.Governor))
	fmt.Fprintf(w, "Load        %s when the trials began; %.1f %% of the time taken by the hypervisor\n", known(env.Load), 100*env.Steal)
	fmt.Fprintf(w, "Clock       steps of %.0f ns\n\n", rep.ClockNS)

	fmt.Fprintf(w, "Main trial  %s, %d rounds in %d processes; %.0f %% of the time, with building and verifying, was recorded\n",
		spent, rep.Rounds, rep.ProcessCount, 100*rep.Recorded)
	for _, class := range rep.Classes {
		fmt.Fprintf(w, "\nCodecs %s\n", class.Name)
		t := plainTable()
		header := table.Row{"operation", "ns/op", "floor", "same codec", "resolves"}
		for _, s := range class.Ops[0].Slower {
			header = append(header, fmt.Sprintf("%.1f %% more", 100*s.Difference))
		}
		t.AppendHeader(header)
		for _, o := range class.Ops {
			row := table.Row{o.Op, fmt.Sprintf("%.1f", o.NS), fmt.Sprintf("%.1f", o.FloorNS),
				fmt.Sprintf("%.3f [%.3f, %.3f]", o.Same.Ratio, o.Same.Lo, o.Same.Hi), fmt.Sprintf("%.1f %%", 100*o.Resolves)}
			for _, s := range o.Slower {
				mark := "?"
				switch {
				case s.ToldApart:
					mark = ">"
				case s.Reversed:
					mark = "REVERSED"
				}
				row = append(row, fmt.Sprintf("%.3f %s", s.Ratio.Ratio, mark))
			}
			t.AppendRow(row)
		}
		var right []table.ColumnConfig
		for n := range len(header) - 1 {
			right = append(right, table.ColumnConfig{Number: n + 2, Align: text.AlignRight, AlignHeader: text.AlignRight})
		}
		t.SetColumnConfigs(right)
		fmt.Fprintln(w, trimLines(t.Render()))
		if class.Trusted > 0 {
			fmt.Fprintf(w, "Ranks can be trusted from a difference of %.1f %% on.\n", 100*class.Trusted)
		} else {
			largest := class.Ops[0].Slower[len(class.Ops[0].Slower)-1].Difference
			fmt.Fprintf(w, "Ranks cannot be trusted at differences of %.1f %% and less: give more --time, or a quieter machine.\n", 100*largest)
		}
	}
	if rep.Trials > 0 {
		fmt.Fprintf(w, "\nShort trials  %d\n", rep.Trials)
	}
	for _, class := range rep.Classes {
		if class.Intervals == 0 {
			continue
		}
		fmt.Fprintf(w, "  %-14s  %3.0f %% of %d intervals hold the true ratio, 1; their median width is %.1f %%\n", class.Name,
			100*float64(class.Covered)/float64(class.Intervals), class.Intervals, 100*class.TrialWidth)
		if class.Pairs > 0 {
			fmt.Fprintf(w, "  %-14s  of two trials one after the other %.0f %% of the intervals overlap, and %.0f %% hold what the next one finds\n", "",
				100*float64(class.Overlapped)/float64(class.Pairs), 100*float64(class.Repeated)/float64(class.Pairs))
		}
	}
	for _, warning := range rep.Warnings {
		fmt.Fprintln(w, "warning:", warning)
	}
	_, err := fmt.Fprintf(w, "\nsame codec: its ratio to itself under another name, 1 in truth, with its interval; resolves: how far that may be off.\n"+
		"more: the ratio of a codec that does as much more of the same work; > ranks behind, ? not told apart.\n")
	return err
}
