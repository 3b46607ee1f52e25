package generate

import (
	"go/types"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/assign"
	"golang.org/x/tools/go/analysis/passes/bools"
	"golang.org/x/tools/go/analysis/passes/composite"
	"golang.org/x/tools/go/analysis/passes/copylock"
	"golang.org/x/tools/go/analysis/passes/errorsas"
	"golang.org/x/tools/go/analysis/passes/ifaceassert"
	"golang.org/x/tools/go/analysis/passes/loopclosure"
	"golang.org/x/tools/go/analysis/passes/nilfunc"
	"golang.org/x/tools/go/analysis/passes/shift"
	"golang.org/x/tools/go/analysis/passes/sigchanyzer"
	"golang.org/x/tools/go/analysis/passes/stdmethods"
	"golang.org/x/tools/go/analysis/passes/stringintconv"
	"golang.org/x/tools/go/analysis/passes/structtag"
	"golang.org/x/tools/go/analysis/passes/unmarshal"
	"golang.org/x/tools/go/analysis/passes/unreachable"
	"golang.org/x/tools/go/analysis/passes/unsafeptr"
	"golang.org/x/tools/go/analysis/passes/unusedresult"
	"golang.org/x/tools/go/packages"
)

// vetted are the analyzers of go vet but those about concurrency, assembly, cgo and
// build lines, and printf, which wants the packages that are imported looked at too.
var vetted = []*analysis.Analyzer{
	assign.Analyzer, bools.Analyzer, composite.Analyzer, copylock.Analyzer, errorsas.Analyzer, ifaceassert.Analyzer,
	loopclosure.Analyzer, nilfunc.Analyzer, shift.Analyzer, sigchanyzer.Analyzer, stdmethods.Analyzer, stringintconv.Analyzer,
	structtag.Analyzer, unmarshal.Analyzer, unreachable.Analyzer, unsafeptr.Analyzer, unusedresult.Analyzer,
}

// own is about a type's own tag, and []uint8 where a package has another type byte, which is
// the same to all but vet.
var own = regexp.MustCompile("`no tag`|\\[\\]uint8")

// vet looks at the generated files of p as go vet does, in this process.
func vet(t *testing.T, p *packages.Package, report func(message string)) {
	t.Helper()
	results := map[*analysis.Analyzer]any{}
	var run func(a *analysis.Analyzer)
	run = func(a *analysis.Analyzer) {
		if _, done := results[a]; done {
			return
		}
		for _, needed := range a.Requires {
			run(needed)
		}
		pass := &analysis.Pass{
			Analyzer: a, Fset: p.Fset, Files: p.Syntax, Pkg: p.Types, TypesInfo: p.TypesInfo, TypesSizes: p.TypesSizes, ResultOf: results,
			Report: func(d analysis.Diagnostic) {
				name := p.Fset.Position(d.Pos).Filename
				if slices.Contains(vetted, a) && strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "types.go") && !own.MatchString(d.Message) {
					report(a.Name + ": " + p.Fset.Position(d.Pos).String() + ": " + d.Message)
				}
			},
			ImportObjectFact:  noFact[types.Object],
			ImportPackageFact: noFact[*types.Package],
			ExportObjectFact:  func(types.Object, analysis.Fact) {},
			ExportPackageFact: func(analysis.Fact) {},
			AllObjectFacts:    func() []analysis.ObjectFact { return nil },
			AllPackageFacts:   func() []analysis.PackageFact { return nil },
		}
		result, err := a.Run(pass)
		if err != nil {
			t.Errorf("%s: %v", a.Name, err)
		}
		if result == nil && a.ResultType != nil {
			result = reflect.Zero(a.ResultType).Interface()
		}
		results[a] = result
	}
	for _, a := range vetted {
		run(a)
	}
}

func noFact[T any](T, analysis.Fact) bool { return false }
