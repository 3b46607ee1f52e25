package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// verifyAll verifies the cases, several at a time, and returns those that passed
// in their order. Nothing is timed before all of them have a verdict.
func (r *runner) verifyAll(ctx context.Context, s *Subject, left time.Duration) ([]*Case, error) {
	if err := r.tryMethods(ctx, s); err != nil {
		return nil, err
	}
	// In processes of its own: gob's type numbers, which it writes, grow with the
	// types that a process has met.
	r.pool.close()
	passed := make([]bool, len(s.Cases))
	next := make(chan int)
	var group errgroup.Group
	for i := range max(r.cfg.Verifiers, 1) {
		v := &verifier{r: r, s: s, own: r.pool, strange: r.pool.another(), other: r.pool.another()}
		if i > 0 {
			v.own = r.pool.another()
			defer v.own.close()
		}
		v.own.digest, v.strange.digest, v.other.digest = true, true, true
		defer v.strange.close()
		defer v.other.close()
		group.Go(func() error {
			var failed error
			for i := range next { // to the end in any case: the sender waits
				if failed == nil {
					passed[i], failed = v.verify(ctx, s.Cases[i])
				}
			}
			return failed
		})
	}
	for i, c := range s.Cases {
		r.cfg.Progress(Step{Verifying, s.Name, i, len(s.Cases), left})
		if c.Row.Status != result.Failed && c.Row.Status != result.Refused {
			next <- i
		}
	}
	close(next)
	if err := group.Wait(); err != nil {
		return nil, err
	}
	r.pool.digest = false
	r.verdicts.write()
	r.alike(s)
	r.checkpoint()
	var live []*Case
	for i, c := range s.Cases {
		if passed[i] {
			live = append(live, c)
		}
	}
	return live, nil
}

// alike warns where workers that are compared with each other have not the same
// values.
func (r *runner) alike(s *Subject) {
	var first string
	for _, c := range s.Cases {
		digest := s.digest(c.Worker)
		switch {
		case c.Beside == "" || digest == "":
		case first == "":
			first = digest
		case digest != first:
			r.warn(fmt.Sprintf("%s: the sides have other values, since their types or what makes them differ: sizes and times are not those of the same", s.Name))
			return
		}
	}
}

// methodsLimit is the processor time that making values may take where the methods
// of their type are called.
const methodsLimit = 5 * time.Second

// tryMethods has a process of its own make the subject's values with the help of
// their type's own methods, if the subject asks for that. Where it hangs, dies or
// makes none, the subject asks for it no longer: what the methods do is for the
// rows that call them to show, and no harm to the others.
func (r *runner) tryMethods(ctx context.Context, s *Subject) error {
	if !s.Data.Methods {
		return nil
	}
	i := slices.IndexFunc(s.Cases, func(c *Case) bool { return c.Row.Status != result.Failed && c.Row.Status != result.Refused })
	if i < 0 {
		return nil
	}
	p := r.pool.another()
	defer p.close()
	p.limit = min(p.limit, methodsLimit)
	if _, err := p.started(ctx, s.Cases[i].Worker); err != nil {
		return err
	}
	if _, err := p.ask(s.Cases[i].Worker, p.load(s)); err != nil {
		s.Data.Methods = false
	}
	return ctx.Err()
}

// verifier verifies cases, one at a time.
type verifier struct {
	r   *runner
	s   *Subject
	own *pool
	// strange are processes in which no case ever encodes: what comes out of
	// them can only come from the bytes. They also meet the malformed input, of
	// which they may die.
	strange *pool
	// other are processes that encode the values once more: what depends on what a
	// process draws at its start, such as the order of maps, differs there.
	other *pool
}

// verify has a worker verify the case and records the verdict. Its error is that
// of loading the values, without which no case can be measured.
func (v *verifier) verify(ctx context.Context, c *Case) (ok bool, err error) {
	row := c.Row
	proc, err := v.own.loaded(ctx, c.Worker, v.s)
	if err != nil {
		return false, err
	}
	v.s.knows(c.Worker, proc.digest)
	executable, key := v.r.cfg.Workers[c.Worker][0], verdictKey(c, proc.digest)
	if old, ok := v.r.verdicts.get(executable, key); ok && !v.r.cfg.Verify {
		return v.settle(c, old), nil
	}
	resp, err := v.ask(ctx, v.own, c, protocol.Request{Do: "verify"})
	if err != nil {
		return false, err
	}
	if resp.Err != "" {
		fail(row, resp.Err)
		return false, nil
	}
	now := saved{Verdict: *resp.Verdict}
	for _, f := range now.Verdict.Findings {
		now.Findings = append(now.Findings, finding(f))
	}
	if now.Verdict.OK {
		if resp, err = v.decode(ctx, c, proc.digest, now.Verdict.Samples); err != nil {
			return false, err
		}
		if resp.Err != "" {
			fail(row, resp.Err)
			return false, nil
		}
		if resp, err = v.again(ctx, c, proc.digest, &now.Verdict); err != nil {
			return false, err
		}
		if resp.Err != "" {
			fail(row, resp.Err)
			return false, nil
		}
		edges, err := v.edges(ctx, c, &now.Verdict)
		if err != nil {
			return false, err
		}
		labels, undecided, err := v.labels(ctx, c, now.Verdict.Samples)
		if err != nil {
			return false, err
		}
		now.Labels = labels
		for _, f := range []string{edges, undecided} {
			if f != "" {
				now.Findings = append(now.Findings, f)
			}
		}
	}
	v.r.verdicts.put(executable, key, now)
	return v.settle(c, now), nil
}

// settle records what verification came to, now or in an earlier run.
func (v *verifier) settle(c *Case, s saved) (ok bool) {
	c.Row.Findings = s.Findings
	if !s.Verdict.OK {
		fail(c.Row, s.Verdict.Reason)
		return false
	}
	v.r.record(c.Row, &s.Verdict)
	c.Row.Labels = slices.Concat(s.Labels, c.Row.Labels) // those that are known already are not of this type
	for _, name := range v.r.cfg.Require {
		switch l, known := c.Row.Label(name); {
		case !known:
			fail(c.Row, "required to be "+name+", which could not be found out")
			return false
		case !l.Holds:
			fail(c.Row, "required to be "+name+": "+l.Evidence)
			return false
		}
	}
	return true
}

// labels has the case decode messages that lie about their lengths, or were cut short.
// A process may die of it. What could not be found out is no label, and undecided says why.
func (v *verifier) labels(ctx context.Context, c *Case, samples []protocol.Sample) (labels []result.Label, undecided string, err error) {
	var values []string
	for _, s := range samples {
		if len(s.Encoded) > 0 {
			values = append(values, fmt.Sprintf("value %d", s.Value))
		}
	}
	if len(values) == 0 {
		return nil, "", nil
	}
	journal, err := os.CreateTemp("", "assay-journal-")
	if err != nil {
		return nil, "", err
	}
	journal.Close()
	defer os.Remove(journal.Name())
	var ended error // the run itself
	ask := func(p protocol.Probe) (*protocol.Probed, string, error) {
		var resp protocol.Response
		if resp, ended = v.ask(ctx, v.strange, c, protocol.Request{Do: "probe", Probe: &p}); ended != nil {
			return nil, "", ended
		}
		if resp.Probe == nil {
			return nil, cmp.Or(resp.Err, "no answer"), nil
		}
		return resp.Probe, "", nil
	}
	made, died, err := ask(protocol.Probe{What: "messages", Names: values})
	switch {
	case err != nil:
	case died != "":
		err = errors.New("no message can be made to be broken: " + died)
	case made.Panic != "" || made.Refused != "":
		err = errors.New(cmp.Or(made.Panic, made.Refused))
	}
	var h *Hostile
	if err == nil {
		h, err = Attack(protocol.Attack{Messages: made.Messages, Format: c.Row.Format, Few: true, Journal: journal.Name()}, v.r.cfg.StepLimit/attackShare, ask)
	}
	switch {
	case ended != nil:
		return nil, "", ended
	case err != nil:
		return nil, "what malformed input does could not be found out: " + err.Error(), nil
	}
	h.Unsettled = made.Unsettled
	return Labels(h), "", nil
}

// decode has a process decode the samples in which the case never encoded. A
// source that gives other values there proves nothing.
func (v *verifier) decode(ctx context.Context, c *Case, digest string, samples []protocol.Sample) (protocol.Response, error) {
	proc, err := v.strange.loaded(ctx, c.Worker, v.s)
	if err != nil || proc.digest != digest {
		return protocol.Response{}, err
	}
	return v.ask(ctx, v.strange, c, protocol.Request{Do: "decode", Samples: samples})
}

// again has another process encode the values of the samples, where the bytes are to
// be the same each time.
func (v *verifier) again(ctx context.Context, c *Case, digest string, verdict *protocol.Verdict) (protocol.Response, error) {
	if !verdict.Deterministic || c.Declared.Nondeterministic || c.Declared.DecodeOnly {
		return protocol.Response{}, nil
	}
	proc, err := v.other.loaded(ctx, c.Worker, v.s)
	if err != nil || proc.digest != digest {
		return protocol.Response{}, err
	}
	resp, err := v.ask(ctx, v.other, c, protocol.Request{Do: "again", Samples: verdict.Samples})
	if len(c.Declared.Methods) > 0 && resp.Err != "" { // which may draw something, too
		verdict.Deterministic = false
		resp.Err = ""
	}
	return resp, err
}

// ask has a pool's process do something with the case. What went wrong is in the
// response's Err, unless the run was cancelled or there are no values.
func (v *verifier) ask(ctx context.Context, p *pool, c *Case, req protocol.Request) (protocol.Response, error) {
	proc, err := p.loaded(ctx, c.Worker, v.s)
	if err != nil {
		return protocol.Response{}, err
	}
	req.Case, req.Declared = c.Protocol, &c.Declared
	req.CPU, req.Still = stepLimit(v.r.cfg.StepLimit, proc.bytes), v.r.cfg.StepLimit
	if req.Do == "probe" {
		req.CPU /= attackShare
	}
	resp, err := p.ask(c.Worker, req)
	if err != nil {
		if ctx.Err() != nil {
			return resp, ctx.Err()
		}
		resp.Err = err.Error()
	}
	return resp, nil
}

// stepPerByte is the processor time that a step of verification may take for each
// byte of the values in memory, beside what it may take for any: they are encoded and
// decoded some hundred times.
const stepPerByte = 10 * time.Microsecond

// stepLimit is the processor time that a step of verification may take with values
// that take so many bytes of memory.
func stepLimit(least time.Duration, bytes int64) time.Duration {
	return least + time.Duration(bytes)*stepPerByte
}

// attackShare is the part of a step's limit that malformed input may take: it is
// short, so who takes long is caught in a loop.
const attackShare = 4

// edges tries what the values are not: edges of their types. It makes a finding in few
// words, so that rows that are alike share it, and fails nothing, even when a process
// dies.
func (v *verifier) edges(ctx context.Context, c *Case, verdict *protocol.Verdict) (finding string, err error) {
	if c.Protocol.Reuse && !verdict.ReusesValue {
		return "", nil // it decodes as the row without reuse does
	}
	edges, err := v.ask(ctx, v.own, c, protocol.Request{Do: "edges"})
	if err != nil {
		return "", err
	}
	var parts []string
	for _, outcome := range protocol.Outcomes {
		var what []string
		for _, f := range edges.Findings {
			if f.Kind == outcome {
				what = append(what, f.Detail)
			}
		}
		if len(what) > 0 {
			parts = append(parts, outcome+": "+strings.Join(what, ", "))
		}
	}
	if edges.Err != "" {
		parts = append(parts, "end the process: "+strings.TrimPrefix(edges.Err, "edges: "))
	}
	if len(parts) == 0 {
		return "", nil
	}
	return "edge values " + strings.Join(parts, "; "), nil
}

// record notes what verification proved of the row.
func (r *runner) record(row *result.Case, v *protocol.Verdict) {
	row.Deterministic, row.ReusesValue = v.Deterministic, v.ReusesValue
	if slices.Contains(row.Features, "reuse") && !v.ReusesValue {
		row.Findings = append(row.Findings, "with reuse, unmarshal makes new values all the same: the library has no call that uses an old one, or leaves old data in it")
	}
	if v.Aliases {
		row.Class = result.Aliases
	}
	row.Ownership = nil
	for _, o := range v.Owned {
		row.Ownership = append(row.Ownership, result.Ownership{Direction: o.Direction, Calls: o.Calls, RetainedBytes: o.Retained, FreshAllocs: o.Fresh, MetAllocs: o.Met})
	}
	row.Size = result.Size{Mean: v.Sizes.Mean, Min: v.Sizes.Min, Max: v.Sizes.Max, First: v.Sizes.First}
	row.Compressed = v.CompressedSizes
	if row.Ops == nil {
		row.Ops = map[string]*result.Op{}
	}
	for _, op := range v.Ops {
		if r.wanted(op) && row.Ops[string(op)] == nil {
			row.Ops[string(op)] = &result.Op{}
		}
	}
}

// wanted reports whether the operation is measured where a case has it.
func (r *runner) wanted(op protocol.Op) bool {
	switch op {
	case protocol.Encode, protocol.Decode:
		return r.cfg.Stream
	case protocol.RoundTrip:
		return !r.cfg.Lean
	case protocol.Compared:
		return r.cfg.Compared
	case protocol.Open:
		return r.cfg.Opened
	case protocol.Field, protocol.Update:
		return r.cfg.Partial
	}
	return true
}

func fail(row *result.Case, reason string) {
	row.Status, row.Reason, row.Ops = result.Failed, reason, nil
}

func finding(f protocol.Finding) string {
	text := f.Kind
	if f.Path != "" {
		text += " at " + f.Path
	}
	if f.Detail != "" {
		text += ": " + f.Detail
	}
	return text
}
