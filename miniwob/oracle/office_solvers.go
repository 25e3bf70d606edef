package oracle

// officeSolvers are those of calendars, feeds, orders and other small applications.
var officeSolvers = map[string]solver{}
