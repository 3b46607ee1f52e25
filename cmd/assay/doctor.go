package main

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/assay-go/assay/doctor"
)

type doctorCommand struct {
	Time      time.Duration `default:"10s" help:"How long the main trial takes. Example: --time=60s"`
	Trials    int           `default:"20" help:"How many short A/A trials to run besides. Example: --trials=100"`
	Processes int           `default:"9" help:"Over how many processes each case is spread at least. Example: --processes=15"`
	Seed      uint64        `default:"1" help:"Seed of values and of the order of measuring. Example: --seed=7"`
	JSON      bool          `name:"json" help:"Print a JSON document. Example: --json"`
}

func (c *doctorCommand) Run(s *session) error {
	if c.Time <= 0 || c.Trials < 0 || c.Processes < 6 {
		return fmt.Errorf("give --time above zero, --trials of at least 0, and --processes of at least 6, without which there are no intervals")
	}
	p := newProgress(s.stderr, s.style.progress)
	defer p.close()
	rep, err := doctor.Examine(s.ctx, doctor.Config{
		CacheDir: s.cacheDir,
		Time:     c.Time, Trials: c.Trials, Processes: c.Processes, Seed: c.Seed,
		Progress: p.step,
	})
	if err != nil {
		return interrupted(s.ctx, err)
	}
	p.close()
	if c.JSON {
		enc := json.NewEncoder(s.stdout)
		enc.SetIndent("", "  ")
		return enc.Encode(rep)
	}
	return writeDoctor(s.stdout, rep, c.Time)
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

	fmt.Fprintf(w, "Main trial  %s, %d rounds in %d processes\n\n", spent, rep.Rounds, rep.ProcessCount)
	t := plainTable()
	t.AppendHeader(table.Row{"Operation", "ns/op", "floor", "same codec: ratio", "resolves", "delayed: at most", "measured", ""})
	for _, o := range rep.Ops {
		verdict := "not told apart"
		if o.ToldApart {
			verdict = "told apart"
		}
		t.AppendRow(table.Row{
			o.Op, fmt.Sprintf("%.1f", o.NS), fmt.Sprintf("%.1f", o.FloorNS),
			fmt.Sprintf("%.3f [%.3f, %.3f]", o.Same.Ratio, o.Same.Lo, o.Same.Hi),
			fmt.Sprintf("%.1f %%", 100*o.Resolves),
			fmt.Sprintf("%.3f", o.Expected), fmt.Sprintf("%.3f", o.Delayed.Ratio), verdict,
		})
	}
	var right []table.ColumnConfig
	for _, n := range []int{2, 3, 4, 5, 6, 7} {
		right = append(right, table.ColumnConfig{Number: n, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	t.SetColumnConfigs(right)
	fmt.Fprintln(w, trimLines(t.Render()))
	if rep.Intervals > 0 {
		fmt.Fprintf(w, "\nA/A trials  %d trials, %d intervals, of which %.1f %% hold the true ratio; median width %.1f %%\n",
			rep.Trials, rep.Intervals, 100*float64(rep.Covered)/float64(rep.Intervals), 100*rep.TrialWidth)
	}
	for _, warning := range rep.Warnings {
		fmt.Fprintln(w, "warning:", warning)
	}
	_, err := fmt.Fprintf(w, "\nresolves: the smallest difference that this machine tells from none in the time of the main trial.\n"+
		"at most: the delay by itself, before the processor overlaps it with other work.\n")
	return err
}
