package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/assay-go/assay/internal/doctor"
	"github.com/assay-go/assay/internal/measure"
	"github.com/assay-go/assay/result"
)

type doctorCommand struct {
	Files []string `arg:"" optional:"" type:"existingfile" help:"Results files: say how well these runs measured and agree, and measure nothing. Example: results/*.json"`

	Time      time.Duration `default:"10s" help:"How long the main trial takes. Example: --time=60s"`
	Trials    int           `default:"20" help:"How many short trials to run besides. Example: --trials=100"`
	Processes int           `rare:"" default:"9" help:"Over how many processes each case is spread at least. Example: --processes=15"`
	Seed      uint64        `default:"1" help:"Seed of values and of the order of measuring. Example: --seed=7"`
	JSON      bool          `name:"json" help:"Print a JSON document. Example: --json"`
}

func (c *doctorCommand) Run(ctx context.Context, s *session) error {
	if c.Time <= 0 || c.Trials < 0 || c.Processes < 6 {
		return fmt.Errorf("give --time above zero, --trials of at least 0, and --processes of at least 6, without which there are no intervals")
	}
	if len(c.Files) > 0 {
		return c.show(s)
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
	if err := writeUsage(s); err != nil {
		return err
	}
	subject := "data, or in your module: assay run ./orders.Order"
	if likely := likeliestType(ctx); likely != "" {
		subject = likely
	}
	_, err = fmt.Fprintf(s.stdout, "\nNext        assay run %s\n", subject)
	return err
}

// writeMachine says what of the machine shapes figures.
func writeMachine(w io.Writer, env result.Environment, m doctor.Machine) {
	fmt.Fprintf(w, "Machine     %s, %d cores, %s/%s\n", known(env.CPU), env.Cores, env.OS, env.Arch)
	fmt.Fprintf(w, "Scaling     %s\n", known(cmp.Or(m.Governors, env.Governor)))
	quota := "none that is known"
	if m.Quota > 0 {
		quota = fmt.Sprintf("%.1f processors", m.Quota)
	}
	fmt.Fprintf(w, "Limits      quota: %s; two threads a core: %s; huge pages: %s\n", quota, known(m.Siblings), known(m.HugePages))
	fmt.Fprintf(w, "Speed       the same loop takes %.2f times as long at the median as in the fastest tenth, and %.2f in the slowest%s\n", m.SpeedMedian, m.SpeedSlow, twoSpeeds(m))
}

func known(s string) string { return cmp.Or(s, "not known here") }

func writeDoctor(w io.Writer, rep *doctor.Report, spent time.Duration) error {
	env := rep.Environment
	writeMachine(w, env, rep.Machine)
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
		worst := 0.0
		for _, o := range class.Default {
			worst = max(worst, o.Resolves)
		}
		from := "at none of these differences"
		if class.DefaultFrom > 0 {
			from = fmt.Sprintf("from %.1f %% on", 100*class.DefaultFrom)
		}
		fmt.Fprintf(w, "In a default run, %d rounds an operation: resolves %.1f %% at worst, and ranks can be trusted %s.\n", class.DefaultRounds, 100*worst, from)
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
		"more: the ratio of a codec that does as much more of the same work; > ranks behind, ? not distinguishable.\n")
	return err
}

// twoSpeeds says what the times of one loop look like.
func twoSpeeds(m doctor.Machine) string {
	switch {
	case m.SpeedMedian < 1.1 && m.SpeedSlow < 1.2:
		return ""
	case m.SpeedSlow > 1.3 && m.SpeedSlow < 2.5:
		return ": two speeds, by what else runs on the same core"
	}
	return ": the machine is busy"
}

// show says how well runs measured whose documents there are.
func (c *doctorCommand) show(s *session) error {
	var runs []*result.Run
	var names []string
	for _, file := range c.Files {
		run, err := result.ReadFile(file)
		if err != nil {
			return err
		}
		runs, names = append(runs, run), append(names, filepath.Base(file))
	}
	shown := doctor.Show(names, runs)
	if c.JSON {
		enc := json.NewEncoder(s.stdout)
		enc.SetIndent("", "  ")
		return enc.Encode(shown)
	}
	return writeShown(s.stdout, shown)
}

func writeShown(w io.Writer, shown *doctor.Shown) error {
	percent := func(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }
	t := plainTable()
	t.AppendHeader(table.Row{"run", "took s", "recorded", "operations", "rounds", "least", fmt.Sprintf("below %d", measure.EnoughRounds), "~ rows", "in a table", "error", "load"})
	for _, r := range shown.Runs {
		t.AppendRow(table.Row{r.Name, fmt.Sprintf("%.1f", r.WallSec), percent(r.Recorded), r.Operations, r.Rounds, r.RoundsLeast, r.Few,
			fmt.Sprintf("%d in %d tables", r.Wide, r.Tables), r.WideMost, percent(r.Error), known(r.Load)})
	}
	fmt.Fprintln(w, trimLines(t.Render()))
	if len(shown.Pairs) > 0 {
		fmt.Fprintln(w)
		t := plainTable()
		t.AppendHeader(table.Row{"runs", "operations", "τ at least", "times, half within", "nine of ten", "without drift", "nine of ten", "ratios, half within", "nine of ten"})
		for _, p := range shown.Pairs {
			t.AppendRow(table.Row{p.First + ", " + p.Second, p.Operations, fmt.Sprintf("%.3f", p.Tau), percent(p.Half), percent(p.Most), percent(p.HalfLess), percent(p.MostLess), percent(p.RatiosHalf), percent(p.RatiosMost)})
		}
		fmt.Fprintln(w, trimLines(t.Render()))
	}
	_, err := fmt.Fprintln(w, `
recorded: the part of the time that the batches of the document were on the clock; rounds: of an operation in the middle; error: the standard
error of the ratio to the first row of the table, in the middle; τ: Kendall's, of the order of a table, the least of all tables; drift: what all
operations of two runs have in common.`)
	return err
}
