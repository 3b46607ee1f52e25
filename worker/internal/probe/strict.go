package probe

import (
	"fmt"
	"strings"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/internal/verify"
)

// strictMost are the broken messages that a codec is shown again where it was timed.
const strictMost = 64

// Strict goes on with an attack where a codec was timed, by the same instance. It fails where
// that takes a message that was cut short, or has bytes behind it, of those that a codec
// labelled strict has refused: one may stop looking when it is warm.
func Strict(c verify.Case, timed verify.Codec) error {
	out := &protocol.Probed{}
	guarded(out, func() error {
		samples, err := verify.Samples(c)
		if err != nil {
			return err
		}
		var names []string
		for _, s := range samples {
			if len(s.Encoded) > 0 {
				names = append(names, fmt.Sprintf("value %d", s.Value))
			}
		}
		return messages(c, names, out)
	})
	if out.Panic != "" || out.Refused != "" || out.Unsettled || len(out.Messages) == 0 {
		return nil // it was timed with other values
	}
	var list []input
	for in := range inputs(c, protocol.Attack{Messages: out.Messages, Few: true}) {
		if in.kind != protocol.CutShort && in.kind != protocol.Behind {
			break
		}
		list = append(list, in)
	}
	step := max(1, (len(list)+strictMost-1)/strictMost)
	for k := 0; k < len(list); k += step {
		in := list[len(list)-1-k] // of those with bytes behind them some in any case
		if did := takes(c, timed, in.make(), out.Messages[in.of]); did != "" {
			return fmt.Errorf("looked at again after it was timed: unmarshal %s a message of %d bytes that is %s, which it refused when it was verified",
				did, len(out.Messages[in.of]), strings.Replace(in.kind, protocol.Behind, "followed by others", 1))
		}
	}
	return nil
}

// takes says what the codec does with data that it ought to refuse: it "accepts" it, or "panics
// at" it; nothing where it refuses. Where it decodes into used values, it has one that holds the message.
func takes(c verify.Case, timed verify.Codec, data, message []byte) (did string) {
	defer func() {
		if p := recover(); p != nil {
			did = "panics at"
		}
	}()
	v, unmarshal := c.New(), timed.Unmarshal
	if c.Reuse && timed.UnmarshalReuse != nil {
		if unmarshal(verify.GuardedInput(message), v) != nil {
			return ""
		}
		unmarshal = timed.UnmarshalReuse
	}
	if unmarshal(verify.GuardedInput(data), v) != nil {
		return ""
	}
	return "accepts"
}
