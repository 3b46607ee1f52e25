module migrations.test

go 1.26
