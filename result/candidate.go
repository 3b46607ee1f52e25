package result

// Candidate is what is known of a row before it is measured: its name, its driver, what it
// can do.
type Candidate struct {
	Row      string
	Side     string // that the row's name has behind its driver's; empty where there is but one
	Driver   string
	Features []string

	// Safe: no package unsafe is reached, as declared by the driver before the
	// build, as proven in a results file.
	Safe bool
}
