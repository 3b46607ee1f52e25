module github.com/assay-go/assay

go 1.26
