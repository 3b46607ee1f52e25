package measure

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// Hostile is what became of malformed input.
type Hostile struct {
	Of        string         `json:"of,omitempty"` // the type, where there are several
	Hits      []protocol.Hit `json:"hits"`
	Deaths    []Death        `json:"deaths,omitempty"`
	Restarts  int            `json:"restarts,omitempty"`
	Skipped   []string       `json:"skipped,omitempty"`   // kinds of which enough killed the process, or had very much memory allocated
	Unsettled bool           `json:"unsettled,omitempty"` // what was broken is another message each time
}

// Death is an input that ended the process.
type Death struct {
	Kind   string `json:"kind"`
	Number int    `json:"number"` // of the input, see protocol.Attack
	Reason string `json:"reason"`
}

// How often a process is started again for one codec's malformed input, and after how
// many deaths a kind of them is left alone. Of the few that a run tries it is enough
// to know that it dies. A death that took as long as it may counts as some: it is all that
// a codec that hangs makes the processors do. One death settles the label bounded, and the
// messages that settle strict come first.
const (
	mostRestarts = 6
	fewRestarts  = 1
	deathsOfKind = 2
	longDeath    = 5
)

// fewTime is the processor time that the little malformed input of a run may take, of one
// codec: a decoder that counts up to a length that none of the bytes pays for takes a
// second for each of thousands.
const fewTime = 3 * time.Second

// Attack has a codec decode malformed input, in as many processes as it kills, each of
// which may think about one for as long as limit. ask sends a probe to a process,
// which is started where there is none, and says what it died of; its error ends the
// attack.
func Attack(a protocol.Attack, limit time.Duration, ask func(protocol.Probe) (p *protocol.Probed, died string, err error)) (*Hostile, error) {
	h := &Hostile{}
	deaths := map[string]int{}
	var spent time.Duration
	patience := mostRestarts
	if a.Few {
		patience = fewRestarts
	}
	for {
		begin := time.Now()
		if err := os.WriteFile(a.Journal, nil, 0o600); err != nil {
			return nil, err
		}
		answer, died, err := ask(protocol.Probe{What: "attack", Attack: &a})
		if err != nil {
			return nil, err
		}
		if died == "" {
			if answer.Attacked == nil {
				return nil, errors.New("the attack was not answered")
			}
			h.add(answer.Attacked.Hits)
			a.Skip = append(a.Skip, answer.Attacked.Enough...)
			h.Skipped = a.Skip
			spent += answer.Attacked.CPU
			switch {
			case a.Few && spent >= fewTime && answer.Attacked.Next != 0:
				h.Skipped = append(h.Skipped, "all that follows")
				return h, nil
			case answer.Attacked.Next != 0:
				a.From = answer.Attacked.Next
			case a.To != 0: // what came before the input that is known to kill
				a.From, a.To = a.To+1, 0
			default:
				return h, nil
			}
			continue
		}
		number, err := readJournal(a.Journal)
		if err != nil || number <= a.From {
			return nil, fmt.Errorf("the process died before the first broken message: %s", died)
		}
		kind, err := kindOf(a, number, ask)
		if err != nil {
			return nil, err
		}
		h.Restarts++
		h.Deaths = append(h.Deaths, Death{kind, number, died})
		h.add([]protocol.Hit{{Kind: kind, Tried: 1, Deaths: 1}})
		if deaths[kind]++; deaths[kind] >= deathsOfKind {
			a.Skip = append(a.Skip, kind)
			h.Skipped = a.Skip
		}
		if patience--; time.Since(begin) >= limit {
			patience -= longDeath - 1
		}
		if patience <= 0 {
			h.Skipped = append(h.Skipped, "all that follows")
			return h, nil
		}
		a.To = number - 1
		if slices.Contains(a.Skip, kind) || a.To <= a.From {
			a.From, a.To = number, 0
		}
	}
}

// kindOf asks a new process of which kind an input is: it names without decoding.
func kindOf(a protocol.Attack, number int, ask func(protocol.Probe) (*protocol.Probed, string, error)) (string, error) {
	answer, died, err := ask(protocol.Probe{What: "name", Attack: &protocol.Attack{Messages: a.Messages, Format: a.Format, Few: a.Few, Size: a.Size, From: number}})
	if err != nil {
		return "", err
	}
	if died != "" || answer.Attacked == nil || len(answer.Attacked.Hits) != 1 {
		return "", errors.New("the broken message that the process died of has no name")
	}
	return answer.Attacked.Hits[0].Kind, nil
}

func readJournal(file string) (int, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(string(b))
}

// Join adds what another attack of the same messages has found.
func (h *Hostile) Join(o *Hostile) {
	h.add(o.Hits)
	h.Deaths, h.Restarts = append(h.Deaths, o.Deaths...), h.Restarts+o.Restarts
	h.Skipped = append(h.Skipped, o.Skipped...)
}

// add joins what parts of an attack have found.
func (h *Hostile) add(hits []protocol.Hit) {
	for _, n := range hits {
		i := slices.IndexFunc(h.Hits, func(o protocol.Hit) bool { return o.Kind == n.Kind })
		if i < 0 {
			h.Hits = append(h.Hits, n)
			continue
		}
		o := &h.Hits[i]
		if n.Worst != nil && (o.Worst == nil || n.Panics > 0 && o.Panics == 0) {
			o.Worst = n.Worst
		}
		o.Tried, o.Refused, o.Same, o.Other, o.Panics = o.Tried+n.Tried, o.Refused+n.Refused, o.Same+n.Same, o.Other+n.Other, o.Panics+n.Panics
		o.Deaths, o.Over, o.Most = o.Deaths+n.Deaths, o.Over+n.Over, max(o.Most, n.Most)
	}
}

// unsettled says of a label that the next attack may find what this one did not.
const unsettled = "unknown: each time it is written, the value that was broken makes another message, and what it does with that one is chance"

// Labels says what attacks on a codec have proven of it, and the worst of what is against
// what is not.
func Labels(attacks ...*Hostile) []result.Label {
	strict, bounded := result.Label{Name: result.Strict, Holds: true}, result.Label{Name: result.Bounded, Holds: true}
	var lax, reckless fault
	tried, cuts, chance := 0, 0, false
	for _, h := range attacks {
		chance = chance || h.Unsettled
		for _, hit := range h.Hits {
			tried += hit.Tried
			cut, behind := strings.HasPrefix(hit.Kind, protocol.CutShort), hit.Kind == protocol.Behind
			if cut || behind {
				cuts += hit.Tried
				lax = worse(lax, h.laxity(hit, cut))
			}
			reckless = worse(reckless, h.recklessness(hit, cut))
		}
	}
	if lax.weight > 0 {
		strict.Holds, strict.Fault, strict.Evidence = false, lax.what, lax.evidence
	} else if chance {
		strict.Holds, strict.Fault, strict.Evidence = false, "unknown", unsettled
	} else {
		strict.Evidence = fmt.Sprintf("refused %d messages that were cut short or had bytes behind them", cuts)
	}
	if reckless.weight > 0 {
		bounded.Holds, bounded.Fault, bounded.Evidence = false, reckless.what, reckless.evidence
	} else if chance {
		bounded.Holds, bounded.Fault, bounded.Evidence = false, "unknown", unsettled
	} else {
		bounded.Evidence = fmt.Sprintf("none of %d malformed messages or long lists had more allocated than it may, or killed the process", tried)
	}
	return []result.Label{strict, bounded}
}

// fault is what a codec does with malformed input of a kind.
type fault struct {
	weight   int // the more the worse; 0: there is none
	what     string
	evidence string
}

// worse returns the worse of two faults, and of two that are alike the first.
func worse(a, b fault) fault {
	if b.weight > a.weight {
		return b
	}
	return a
}

// The weights of faults.
const (
	acceptsMore = 1 + iota
	acceptsCut
	allocates
	panics
	dies
)

// laxity is why a codec is not strict. A message that was cut short is not accepted, not
// even as the same one.
func (h *Hostile) laxity(hit protocol.Hit, cut bool) fault {
	on := "cut input"
	if !cut {
		on = "bytes behind a message"
	}
	switch {
	case hit.Deaths > 0:
		return h.fault(dies, "dies of "+on, hit, "%d processes died", hit.Deaths)
	case hit.Panics > 0:
		return h.fault(panics, "panics on "+on, hit, "panics on %d of %d", hit.Panics, hit.Tried)
	case hit.Other > 0 && cut:
		return h.fault(acceptsCut, "accepts cut input", hit, "takes %d of %d for another value", hit.Other, hit.Tried)
	case hit.Same > 0 && cut:
		return h.fault(acceptsCut, "accepts cut input", hit, "accepts %d of %d, as the value that it was", hit.Same, hit.Tried)
	case !cut && hit.Other+hit.Same > 0:
		return h.fault(acceptsMore, "accepts trailing bytes", hit, "accepts %d of %d", hit.Other+hit.Same, hit.Tried)
	}
	return fault{}
}

// recklessness is why a codec is not bounded.
func (h *Hostile) recklessness(hit protocol.Hit, cut bool) fault {
	on := "malformed input"
	if cut {
		on = "cut input"
	}
	switch {
	case hit.Deaths > 0:
		reason := fmt.Sprintf("%d processes died", hit.Deaths)
		if i := slices.IndexFunc(h.Deaths, func(d Death) bool { return d.Kind == hit.Kind }); i >= 0 {
			reason = h.Deaths[i].Reason
		}
		return h.fault(dies, "dies of "+on, hit, "%s", reason)
	case hit.Panics > 0:
		return h.fault(panics, "panics on "+on, hit, "panics on %d of %d", hit.Panics, hit.Tried)
	case hit.Over > 0:
		return h.fault(allocates, "allocates without bound", hit, "up to %d bytes allocated, of %d messages more than they may", hit.Most, hit.Over)
	}
	return fault{}
}

// fault tells of what kind the messages were, and of which type.
func (h *Hostile) fault(weight int, what string, hit protocol.Hit, evidence string, args ...any) fault {
	of := ""
	if h.Of != "" {
		of = h.Of + ": "
	}
	return fault{weight, what, of + hit.Kind + ": " + fmt.Sprintf(evidence, args...)}
}
