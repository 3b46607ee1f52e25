package measure

import (
	"context"

	"github.com/assay-go/assay/internal/worker/child"
	"github.com/assay-go/assay/internal/worker/protocol"
)

// Implementations has a worker executable make a subject's values, and returns what the
// interfaces in them hold. Of cfg it takes the limits of a process.
func Implementations(ctx context.Context, cfg Config, executable, subject string, data protocol.Data) ([]protocol.Implementations, error) {
	c, err := child.Start(ctx, executable, cfg.child())
	if err != nil {
		return nil, err
	}
	defer c.Close(closeTime)
	resp, err := c.Ask(protocol.Request{Do: "load", Case: protocol.Case{Subject: subject}, Data: &data, CPU: cfg.StepLimit, Implementations: true})
	if err != nil {
		return nil, err
	}
	return resp.Load.Implementations, nil
}
