module github.com/agentlayers/layers/audit/chars/_gen

go 1.26.0

require (
	github.com/clipperhouse/uax29/v2 v2.2.0
	github.com/mtibben/confusables v0.0.0-20210201002637-9d1b0723b659
	golang.org/x/text v0.41.0
)
