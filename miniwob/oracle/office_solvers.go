package oracle

// officeSolvers are those of calendars, feeds, orders and other small applications.
var officeSolvers = map[string]solver{
	"book-flight":              solveBookFlight,
	"book-flight-nodelay":      solveBookFlight,
	"buy-ticket":               solveBuyTicket,
	"choose-date":              solveChooseDate,
	"choose-date-easy":         solveChooseDate,
	"choose-date-medium":       solveChooseDate,
	"choose-date-nodelay":      solveChooseDate,
	"daily-calendar":           solveDailyCalendar,
	"order-food":               solveOrderFood,
	"phone-book":               solvePhoneBook,
	"social-media":             solveSocialMedia,
	"social-media-all":         solveMarkPosts,
	"social-media-some":        solveMarkPosts,
	"tic-tac-toe":              solveTicTacToe,
	"use-autocomplete":         solveUseAutocomplete,
	"use-autocomplete-nodelay": solveUseAutocomplete,
}
