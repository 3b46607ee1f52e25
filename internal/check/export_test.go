package check

var Tabulate = tabulate
