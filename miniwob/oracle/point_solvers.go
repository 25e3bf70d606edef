package oracle

// pointSolvers are those of tasks of places, shapes and moving things.
var pointSolvers = map[string]solver{}
