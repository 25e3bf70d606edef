package oracle

// mailSolvers are those of the mail and flight tasks.
var mailSolvers = map[string]solver{
	"email-inbox":                 solveMail,
	"email-inbox-delete":          solveMail,
	"email-inbox-forward":         solveMail,
	"email-inbox-forward-nl":      solveMail,
	"email-inbox-forward-nl-turk": solveMail,
	"email-inbox-important":       solveMail,
	"email-inbox-nl-turk":         solveMail,
	"email-inbox-noscroll":        solveMail,
	"email-inbox-reply":           solveMail,
	"email-inbox-star-reply":      solveMail,
	"flight.AA":                   solveFlight,
	"flight.Alaska":               solveFlight,
	"flight.Alaska-auto":          solveFlight,
	"flight.Alaska-auto-medium":   solveFlight,
	"navigate-tree":               solveNavigateTree,
}
