package measure

import (
	"context"

	"github.com/assay-go/assay/worker/protocol"
)

// Held has a worker executable make a subject's values, and returns what the
// interfaces in them hold. Of cfg it takes the limits of a process.
func Held(ctx context.Context, cfg Config, executable, subject string, data protocol.Data) ([]protocol.Held, error) {
	c, err := start(ctx, executable, cfg)
	if err != nil {
		return nil, err
	}
	defer c.close()
	resp, err := c.ask(protocol.Request{Do: "load", Case: protocol.Case{Subject: subject}, Data: &data, CPU: cfg.StepLimit, Held: true})
	if err != nil {
		return nil, err
	}
	return resp.Load.Held, nil
}
