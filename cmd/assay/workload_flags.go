package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/assay-go/assay/workload"
)

// workloadFlags are the flags that the workloads declare, as a struct that kong
// reads: a field a flag. The workloads own them, so the struct is made here and
// not written down.
type workloadFlags struct {
	value reflect.Value // pointer to the struct
	all   []workload.Workload
}

func newWorkloadFlags(all []workload.Workload) *workloadFlags {
	w := &workloadFlags{all: all}
	owners := map[string][]string{}
	for _, wl := range all {
		for _, f := range wl.Flags {
			owners[f.Name] = append(owners[f.Name], wl.Name)
		}
	}
	var fields []reflect.StructField
	for _, wl := range all {
		for _, f := range wl.Flags {
			if owners[f.Name][0] == wl.Name {
				fields = append(fields, field(f, owners[f.Name]))
			}
		}
	}
	w.value = reflect.New(reflect.StructOf(fields))
	return w
}

// field is the field of a flag of the given workloads.
func field(f workload.Flag, owners []string) reflect.StructField {
	typ, example, tag := reflect.TypeFor[int](), fmt.Sprintf("--%s=%d", f.Name, max(2*f.Default, 2)), ""
	switch {
	case f.Bool && f.Default != 0:
		typ, example, tag = reflect.TypeFor[bool](), "--no-"+f.Name, ` negatable:""`
	case f.Bool:
		typ, example = reflect.TypeFor[bool](), "--"+f.Name
	case f.Choices != nil:
		typ, example = reflect.TypeFor[string](), fmt.Sprintf("--%s=%s", f.Name, f.Choices[len(f.Choices)-1])
		tag = fmt.Sprintf(" enum:%q", strings.Join(f.Choices, ","))
	}
	return reflect.StructField{
		Name: fieldName(f.Name),
		Type: typ,
		Tag: reflect.StructTag(fmt.Sprintf(`name:%q default:%q help:%q group:"Workloads:" rare:""%s`,
			f.Name, f.Preset(), fmt.Sprintf("%s: %s. Example: %s", strings.Join(owners, ", "), f.Help, example), tag)),
	}
}

// plugins returns the struct as kong wants it.
func (w *workloadFlags) plugins() kong.Plugins { return kong.Plugins{w.value.Interface()} }

// given returns the flag's value as a workload takes it.
func (w *workloadFlags) given(f workload.Flag) int {
	switch v := w.value.Elem().FieldByName(fieldName(f.Name)); v.Kind() {
	case reflect.Bool:
		return map[bool]int{true: 1}[v.Bool()]
	case reflect.String:
		return slices.Index(f.Choices, v.String())
	default:
		return int(v.Int())
	}
}

// check refuses numbers below zero, and flags of workloads that are not among
// those that are measured, which would change nothing.
func (w *workloadFlags) check(measured []string) error {
	owners, used := map[string][]string{}, map[string]bool{}
	for _, wl := range w.all {
		for _, f := range wl.Flags {
			owners[f.Name] = append(owners[f.Name], wl.Name)
			used[f.Name] = used[f.Name] || slices.Contains(measured, wl.Name)
		}
	}
	for _, wl := range w.all {
		for _, f := range wl.Flags {
			switch given := w.given(f); {
			case given < 0:
				return fmt.Errorf("--%s=%d: give 0 or more", f.Name, given)
			case given != f.Default && !used[f.Name]:
				if len(owners[f.Name]) > 1 {
					return fmt.Errorf("--%s is for the workloads %s, of which none is measured here: name one, or leave the flag out", f.Name, strings.Join(owners[f.Name], ", "))
				}
				return fmt.Errorf("--%s is for the workload %s, which is not measured here: name it, or leave the flag out", f.Name, wl.Name)
			}
		}
	}
	return nil
}

// of returns the values of the flags that wl declares, but for those that are
// zero by default and were not given: they leave the workload as it is.
func (w *workloadFlags) of(wl workload.Workload) map[string]int {
	values := map[string]int{}
	for _, f := range wl.Flags {
		if v := w.given(f); v != 0 || f.Default != 0 {
			values[f.Name] = v
		}
	}
	if len(values) == 0 {
		return nil
	}
	return values
}

// fieldName makes an exported field's name of a flag's.
func fieldName(flag string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(flag, "-") {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}
