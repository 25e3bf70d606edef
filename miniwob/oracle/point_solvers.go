package oracle

// pointSolvers are those of tasks of places, shapes and moving things.
var pointSolvers = map[string]solver{
	"circle-center":   solvePoint(judgeCentre),
	"find-midpoint":   solvePoint(judgeMiddle),
	"right-angle":     solvePoint(judgeRightAngle),
	"bisect-angle":    solvePoint(judgeBisector),
	"grid-coordinate": solveGridCoordinate,
	"hot-cold":        solveHotCold,
	"draw-circle":     solveStroke(planCircle),
	"draw-line":       solveStroke(planLine),
}
