package verify

func (r *run) determinism() error { r.verdict.Deterministic = !r.declared.Nondeterministic; return nil }
func (r *run) outputs() error     { return nil }
func (r *run) appending() error   { return nil }
func (r *run) inputs() error      { r.verdict.Aliases = r.declared.Aliases; return nil }
func (r *run) reuse() error       { return nil }
func (r *run) changes() error     { return nil }
func (r *run) memory() error      { return nil }
func (r *run) repeats() error     { return nil }
func (r *run) stream() error      { return nil }
func (r *run) access() error      { return nil }
