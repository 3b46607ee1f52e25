package layout

import (
	"math"
	"testing"

	"github.com/assay-go/assay/report"
)

func TestFigure(t *testing.T) {
	for _, test := range []struct {
		x                    float64
		figure, count, ratio string
	}{
		{0, "0", "0", "0"},
		{0.00031, "3.10e-04", "0", "3.10e-04"},
		{0.31, "0.310", "0.310", "0.31"},
		{0.9999, "1.00", "1", "1.00"},
		{1.01, "1.01", "1.01", "1.01"},
		{9.996, "10.0", "10", "10.0"},
		{12.34, "12.3", "12.3", "12.3"},
		{99.96, "100", "100", "100"},
		{600.5, "600", "600", "600"},
		{12345678, "12345678", "12345678", "12345678"},
		{123456789, "1.23e+08", "1.23e+08", "1.23e+08"},
		{math.NaN(), "?", "?", "?"},
		{math.Inf(1), "∞", "∞", "∞"},
		{-0.001, "-0.001", "0", "-0.001"},
	} {
		if got := Figure(test.x); got != test.figure {
			t.Errorf("Figure(%v) = %q, want %q", test.x, got, test.figure)
		}
		if got := Count(test.x); got != test.count {
			t.Errorf("Count(%v) = %q, want %q", test.x, got, test.count)
		}
		if got := Ratio(test.x); got != test.ratio {
			t.Errorf("Ratio(%v) = %q, want %q", test.x, got, test.ratio)
		}
	}
}

func TestSpread(t *testing.T) {
	for _, test := range []struct {
		median float64
		i      *report.Interval
		want   string
	}{
		{10, nil, "?"},
		{10, &report.Interval{Lo: 9, Hi: 10.5}, "10%"},
		{10, &report.Interval{Lo: 9.5, Hi: 12}, "20%"},
		{10, &report.Interval{Lo: 10, Hi: 10}, "0%"},
		{10, &report.Interval{Lo: 9.99, Hi: 10.01}, "<1%"},
		{10, &report.Interval{Lo: 1, Hi: 1000}, ">999%"},
		{0, &report.Interval{Lo: 0, Hi: 1}, "?"},
	} {
		if got := spread(report.Estimate{Median: test.median, Interval: test.i}); got != test.want {
			t.Errorf("spread(%v, %v) = %q, want %q", test.median, test.i, got, test.want)
		}
	}
}
