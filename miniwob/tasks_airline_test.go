package miniwob

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pix2act/chrome"
	"pix2act/gui"
)

// inForm is JavaScript for the document of the form; it begins at the page's corner.
const inForm = `document.getElementById("wrap").contentDocument`

var flightTasks = []string{"flight.AA", "flight.Alaska", "flight.Alaska-auto", "flight.Alaska-auto-medium"}

// newFlightTab is as large as the flight tasks need.
func newFlightTab(t *testing.T, suite *Suite) *tab {
	t.Helper()
	return newTabOfSize(t, suite, flightViewportWidth, flightViewportHeight)
}

// startFlight starts an episode and lets the form load.
func (b *tab) startFlight(task string, seed int64, mode string) {
	b.t.Helper()
	b.startMode(task, seed, mode)
	b.await(task)
}

// fillFlight puts what is requested into the fields, by script.
func (b *tab) fillFlight() {
	b.t.Helper()
	b.run(`(function (form) {
	for (const [name, value] of Object.entries(core.currentQuestion.request)) {
		for (const field of form.getElementsByName(name)) {
			if (field.type === "radio") field.checked = field.value === value;
			else if (field.type !== "checkbox") field.value = value;
		}
	}
})(` + inForm + `)`)
}

func (b *tab) submitFlight() {
	b.t.Helper()
	const button = inForm + `.querySelector("[type=submit]")`
	b.run(button + `.scrollIntoView()`)
	b.click(button)
}

// setFlight changes fields by name.
func setFlight(b *tab, pairs ...string) {
	b.t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		b.run(fmt.Sprintf(`%s.getElementsByName(%q)[0].value = %q`, inForm, pairs[i], pairs[i+1]))
	}
}

// TestAirlineRewards hands forms in. At seed 0 flight.Alaska-auto asks for a return flight, at seed 2 for one
// way.
func TestAirlineRewards(t *testing.T) {
	b := newFlightTab(t, builtin(t))
	filled := func(change func()) func() {
		return func() { b.fillFlight(); change(); b.submitFlight() }
	}
	set := func(pairs ...string) func() { return func() { setFlight(b, pairs...) } }
	const search = "SearchFields."
	shown := ""
	for _, c := range []struct {
		task   string
		seed   int64
		name   string
		give   func()
		raw    float64
		reason string
	}{
		{"flight.AA", 0, "right", filled(func() {}), 1, "all right"},
		{"flight.AA", 0, "another airport", filled(set("segments[0].origin", "XYZ")), 4. / 5, "segments[0].origin"},
		{"flight.AA", 0, "other days", filled(set("segments[0].travelDate", "04/01/2017", "segments[1].travelDate", "04/02/2017")), 3. / 5, "travelDate"},
		{"flight.AA", 0, "all wrong", filled(set("segments[0].origin", "x", "segments[0].destination", "x", "segments[0].travelDate", "x",
			"segments[1].travelDate", "x", "passengerCount", "2")), 0, "wrong"},
		{"flight.AA", 0, "no way back", filled(set("segments[1].travelDate", "")), -1, "missing: segments[1].travelDate"},
		{"flight.AA", 0, "untouched", b.submitFlight, -1, "missing"},
		{"flight.AA", 0, "left", func() {
			b.click(inForm + `.querySelector("footer a")`)
			for i := 0; i < 200 && !b.state("flight.AA").Done; i++ {
				b.act() // while the other document loads
			}
		}, -1, "left"},
		{"flight.AA", 0, "not handed in", b.fillFlight, endless, ""},
		{"flight.Alaska", 0, "right", filled(func() {}), 1, "all right"},
		{"flight.Alaska", 0, "with miles", filled(func() { b.click(inForm + `.querySelector("input[type=checkbox][name$=IsAwardBooking]")`) }), 10. / 11, "IsAwardBooking"},
		{"flight.Alaska", 0, "first class", filled(func() {
			b.click(inForm + `.querySelector(".drop-head")`)
			b.click(inForm + `.querySelector("label[for=cabin-first]")`)
		}), 10. / 11, "CabinType"},
		{"flight.Alaska", 0, "one more", filled(func() { b.click(inForm + `.getElementById("more")`) }), 10. / 11, "NumberOfTravelers"},
		{"flight.Alaska", 0, "one more and less", filled(func() { b.click(inForm + `.getElementById("more")`); b.click(inForm + `.getElementById("fewer")`) }), 1, "all right"},
		{"flight.Alaska", 0, "a short name", filled(set(search+"ArrivalCity", "Boston")), 10. / 11, "ArrivalCity"},
		{"flight.Alaska", 0, "from nowhere", filled(set(search+"DepartureCity", "")), -1, "missing"},
		{"flight.Alaska-auto", 0, "right", filled(func() {}), 1, "all right"},
		{"flight.Alaska-auto", 0, "no way back", filled(set(search+"ReturnDate", "")), -1, "missing"},
		{"flight.Alaska-auto", 2, "right, one way", filled(func() {}), 1, "all right"},
		{"flight.Alaska-auto", 2, "one way, without a day", filled(set(search+"DepartureDate", "")), -1, "missing"},
		{"flight.Alaska-auto-medium", 0, "right", filled(func() {}), 1, "all right"},
	} {
		if shown != c.task {
			b.open(c.task)
			shown = c.task
		}
		b.startFlight(c.task, c.seed, gui.ModeTrain)
		c.give()
		s := b.state(c.task)
		if s.Done != (c.raw != endless || c.reason != "") || math.Abs(s.Raw-c.raw) > 1e-9 {
			t.Errorf("%s, %s: done is %v with %v, want %v", c.task, c.name, s.Done, s.Raw, c.raw)
		}
		if s.Done && (s.Reason == nil || !strings.Contains(*s.Reason, c.reason)) {
			t.Errorf("%s, %s: reason %v, want %q", c.task, c.name, s.Reason, c.reason)
		}
		if env := get[float64](b, `WOB_REWARD_GLOBAL`); s.Done && math.Abs(env-s.Raw) > 1e-9 {
			t.Errorf("%s, %s: reward %v, want %v whatever the time", c.task, c.name, env, s.Raw)
		}
	}
}

// TestAirlineProblems looks at the questions, and at the page around the form.
func TestAirlineProblems(t *testing.T) {
	b := newFlightTab(t, builtin(t))
	for _, task := range flightTasks {
		line, err := b.suite.Task(task)
		if err != nil || line.Width != 375 || line.Height != 667 || line.ViewportWidth != 600 || line.ViewportHeight != 800 {
			t.Errorf("%s: %+v, %v", task, line, err)
		}
		b.open(task)
		b.startMode(task, 3, gui.ModeTrain)
		b.want(task+": still loading", `WOB_TASK_READY`, `false`)
		b.await(task)
		b.want(task+": the frame", `(function (box) { return [box.left, box.top, box.width, box.height]; })(document.getElementById("wrap").getBoundingClientRect())`, `[0,0,375,667]`)
		b.want(task+": nothing lies beyond its width", inForm+`.documentElement.scrollWidth`, `375`)
		b.want(task+": the table", `[...document.querySelectorAll("#query-pretty tr")].map((r) => r.cells[0].textContent + ": " + r.cells[1].textContent).join("; ")`,
			fmt.Sprintf("%q", get[string](b, flightInstructionScript)))
		b.want(task+": the day", `(function (w) { const d = new w.Date(); return [d.getFullYear(), d.getMonth(), d.getDate(), w.Date().slice(4, 15), new w.Date(5).getTime(), new w.Date() instanceof w.Date]; })(document.getElementById("wrap").contentWindow)`,
			`[2017,2,1,"Mar 01 2017",5,true]`)
		// Every question has an answer that the form can give, and says so.
		b.want(task+": questions", `(function () {
	const long = Object.fromEntries(airports.map((a) => [airports.long(a), a.city])), code = Object.fromEntries(airports.map((a) => [a.code, a.city]));
	const city = (value) => code[value] || long[value], day = (date) => Number(date.split("/")[1]);
	const put = core.put;
	core.put = () => {}; // the forms need not load
	for (let seed = 0; seed < 200; seed++) {
		Math.seedrandom(seed);
		genProblem();
		const {instruction: i, request: r} = core.currentQuestion;
		const of = (...names) => r[names.find((name) => name in r)];
		if (city(of("segments[0].origin", "SearchFields.DepartureCity")) !== i["Departure City"]) return "from " + seed;
		if (city(of("segments[0].destination", "SearchFields.ArrivalCity")) !== i["Destination City"]) return "to " + seed;
		if (i["Departure City"] === i["Destination City"]) return "nowhere " + seed;
		if (day(of("segments[0].travelDate", "SearchFields.DepartureDate")) !== i["Departure Day"]) return "there " + seed;
		if ("Returning Day" in i && day(of("segments[1].travelDate", "SearchFields.ReturnDate")) !== i["Returning Day"]) return "back " + seed;
		if (i["Returning Day"] < i["Departure Day"]) return "back before " + seed;
	}
	core.put = put;
	return "";
})()`, `""`)
	}
	for task, want := range map[string]string{"flight.AA": "[74,19,93]", "flight.Alaska": "[75,19,94]"} {
		b.open(task)
		b.want(task+": questions", `[QUESTIONS.train.length, QUESTIONS.test.length, new Set([...QUESTIONS.train, ...QUESTIONS.test].map((q) => JSON.stringify(q.instruction))).size]`, want)
		b.startFlight(task, 1, gui.ModeTest)
		b.want(task+": one for tests", `QUESTIONS.test.includes(core.currentQuestion)`, `true`)
		b.startFlight(task, 1, gui.ModeTrain)
		b.want(task+": one for training", `QUESTIONS.train.includes(core.currentQuestion)`, `true`)
	}
}

// TestAirlineForm uses the forms by mouse and keyboard, and starts anew.
func TestAirlineForm(t *testing.T) {
	b := newFlightTab(t, builtin(t))
	value := func(name string) string { return inForm + `.getElementsByName("` + name + `")[0].value` }
	field := func(name string) string { return inForm + `.getElementsByName("` + name + `")[0]` }
	offered := inForm + `.querySelectorAll(".autocomplete li")`
	day := func(n int) string {
		return fmt.Sprintf(`[...%s.querySelectorAll(".datepicker td button")].find((e) => e.textContent === "%d")`, inForm, n)
	}

	b.open("flight.AA")
	b.startFlight("flight.AA", 0, gui.ModeTrain)
	b.click(field("segments[0].origin"))
	b.act(chrome.Type("sa")...)
	b.want("two letters offer nothing", offered+`.length`, `0`)
	b.act(chrome.Type("n d")...)
	b.want("a city", `[...`+offered+`].map((e) => e.textContent)`, `["SAN - San Diego Lindbergh Field, CA"]`)
	b.click(offered + `[0]`)
	b.want("its code", value("segments[0].origin"), `"SAN"`)
	b.click(field("segments[1].travelDate"))
	b.want("the calendar is in sight", `(function (box) { return box.left >= 0 && box.right <= 375 && box.bottom <= 667; })(`+inForm+`.querySelector(".datepicker").getBoundingClientRect())`, `true`)
	b.click(day(9))
	b.want("its day", value("segments[1].travelDate"), `"03/09/2017"`)
	b.click(inForm + `.querySelector("[value=oneWay]").parentElement`)
	b.want("one way has no day back", value("segments[1].travelDate"), `""`)
	b.startFlight("flight.AA", 0, gui.ModeTrain)
	b.want("a new episode has a new form", value("segments[0].origin"), `""`)

	b.open("flight.Alaska-auto")
	b.startFlight("flight.Alaska-auto", 0, gui.ModeTrain)
	b.click(inForm + `.getElementById("geo-to")`)
	b.act(chrome.Type("an")...)
	b.want("five at most", offered+`.length`, `5`)
	b.act(chrome.Type("chor")...)
	b.click(offered + `[0]`)
	b.want("the whole name", value("SearchFields.ArrivalCity"), `"Anchorage, AK (ANC-Anchorage Intl.)"`)
	b.click(inForm + `.getElementById("departure-date")`)
	b.click(day(31))
	b.want("its day", value("SearchFields.DepartureDate"), `"3/31/2017"`)
	b.click(inForm + `.querySelector("label[for=srh-isow]")`)
	b.want("one way", value("SearchFields.SearchType"), `"OneWay"`)

	// The JavaScript API reads the form.
	b.want("getDOMInfo", `(function (info) { return [info.tag, info.ref, Object.values(flattenDOMInfo(info)).filter((e) => e.id === "geo-to").map((e) => e.value).join()]; })(getDOMInfo())`,
		`["BODY",1,"Anchorage, AK (ANC-Anchorage Intl.)"]`)
	b.want("elementClick", `elementClick(Object.values(flattenDOMInfo(getDOMInfo())).find((e) => e.classes === "submit").ref)`, `true`)
	b.wantEnd("flight.Alaska-auto", -1) // from nowhere
}

// TestAirlinePublic starts the published pages: the form and its airports have loaded.
func TestAirlinePublic(t *testing.T) {
	b := newFlightTab(t, public(t))
	for _, task := range flightTasks {
		b.open(task)
		b.startFlight(task, 1, gui.ModeTrain)
		b.wantRunning(task)
		b.want(task, `document.getElementById("wrap").contentWindow.$miniwob.airports.length > 100`, `true`)
		b.want(task, `(`+flightInstructionScript+`).startsWith("Departure City: ")`, `true`)
	}
}
