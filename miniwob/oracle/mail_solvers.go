package oracle

// mailSolvers are those of the mail and flight tasks.
var mailSolvers = map[string]solver{
	"navigate-tree": solveNavigateTree,
}
