package oracle

// textSolvers are those of tasks in which something is to be read, typed or selected.
var textSolvers = map[string]solver{}
