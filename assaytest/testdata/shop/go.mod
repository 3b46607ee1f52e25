module example.com/shop

go 1.26

require github.com/assay-go/assay v0.0.0

replace github.com/assay-go/assay => ../../..
