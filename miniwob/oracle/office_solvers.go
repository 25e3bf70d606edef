package oracle

// officeSolvers are those of calendars, feeds, orders and other small applications.
var officeSolvers = map[string]solver{
	"choose-date":              solveChooseDate,
	"choose-date-easy":         solveChooseDate,
	"choose-date-medium":       solveChooseDate,
	"choose-date-nodelay":      solveChooseDate,
	"use-autocomplete":         solveUseAutocomplete,
	"use-autocomplete-nodelay": solveUseAutocomplete,
}
