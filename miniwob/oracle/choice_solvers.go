package oracle

// choiceSolvers are those of tasks in which something is to be pressed.
var choiceSolvers = map[string]solver{}
