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
	var fields []reflect.StructField
	for _, wl := range all {
		for _, f := range wl.Flags {
			typ, preset, example := reflect.TypeFor[int](), fmt.Sprint(f.Default), fmt.Sprintf("--%s=%d", f.Name, max(2*f.Default, 2))
			tag := ""
			if f.Bool {
				typ, preset, example = reflect.TypeFor[bool](), fmt.Sprint(f.Default != 0), "--"+f.Name
				if f.Default != 0 {
					tag, example = ` negatable:""`, "--no-"+f.Name
				}
			}
			fields = append(fields, reflect.StructField{
				Name: fieldName(f.Name),
				Type: typ,
				Tag: reflect.StructTag(fmt.Sprintf(`name:%q default:%q help:%q group:"Workload flags"%s`,
					f.Name, preset, fmt.Sprintf("%s: %s. Example: %s", wl.Name, f.Help, example), tag)),
			})
		}
	}
	w.value = reflect.New(reflect.StructOf(fields))
	return w
}

// plugins returns the struct as kong wants it.
func (w *workloadFlags) plugins() kong.Plugins { return kong.Plugins{w.value.Interface()} }

// check refuses numbers below zero, and flags of workloads that are not among
// those that are measured, which would change nothing.
func (w *workloadFlags) check(measured []string) error {
	for _, wl := range w.all {
		for _, f := range wl.Flags {
			given, preset := w.value.Elem().FieldByName(fieldName(f.Name)), reflect.ValueOf(f.Default)
			if f.Bool {
				preset = reflect.ValueOf(f.Default != 0)
			}
			switch {
			case !f.Bool && given.Int() < 0:
				return fmt.Errorf("--%s=%d: give 0 or more", f.Name, given.Int())
			case !given.Equal(preset) && !slices.Contains(measured, wl.Name):
				return fmt.Errorf("--%s is for the workload %s, which is not measured here", f.Name, wl.Name)
			}
		}
	}
	return nil
}

// of returns the values of the flags that wl declares, but for numbers that are
// zero by default and were not given: those leave the workload as it is.
func (w *workloadFlags) of(wl workload.Workload) map[string]int {
	values := map[string]int{}
	for _, f := range wl.Flags {
		switch v := w.value.Elem().FieldByName(fieldName(f.Name)); v.Kind() {
		case reflect.Bool:
			values[f.Name] = map[bool]int{true: 1}[v.Bool()]
		default:
			if v.Int() != 0 || f.Default != 0 {
				values[f.Name] = int(v.Int())
			}
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
