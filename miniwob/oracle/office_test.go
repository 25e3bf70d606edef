package oracle

import (
	"slices"
	"testing"
)

func TestBestTrip(t *testing.T) {
	trips := []trip{{Length: 30, Price: 200}, {Length: 20, Price: 300}, {Length: 40, Price: 100}, {Length: 25, Price: 400}}
	for asked, want := range map[string]int{
		"the cheapest cost": 2, "the most expensive cost": 3, "the shortest duration": 1, "the longest duration": 2, "something": -1,
	} {
		if got := bestTrip(trips, asked); got != want {
			t.Errorf("%s: trip %d, want %d", asked, got, want)
		}
	}
	if got := bestTrip(nil, "the cheapest cost"); got != -1 {
		t.Errorf("of no trips: %d", got)
	}
}

func TestQuantities(t *testing.T) {
	dishes := []dish{{Name: "Soup", Kinds: []string{"vegan", "meatless"}}, {Name: "Ham", Kinds: []string{"meat"}}, {Name: "Cake", Kinds: []string{"dairy", "vegan"}}}
	for asked, want := range map[string][]int{
		`Order one each of "Cake" and "Soup".`:  {1, 0, 1},
		"Order 3 items that are vegan":          {3, 0, 0},
		`Order 2 portions of what is "dairy".`:  {0, 0, 2},
		`Order one each of "Bread" and "Fish".`: {0, 0, 0},
	} {
		if got := quantities(asked, dishes); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", asked, got, want)
		}
	}
}

func TestServes(t *testing.T) {
	for _, c := range []struct {
		airport, asked string
		want           bool
	}{
		{"Chicago, IL (ORD)", "ORD", true},
		{"Chicago, IL (ORD)", "Chicago, IL", true},
		{"Chicago, IL (MDW)", "Chicago, IL", true},
		{"Chicago, IL (MDW)", "ORD", false},
		{"Chicago, IL - Midway (MDW)", "Chicago, IL", false},
		{"Chicago, IL", "Chicago, IL", false}, // not an entry of the list
	} {
		if got := serves(c.airport, c.asked); got != c.want {
			t.Errorf("%s for %s: %t", c.airport, c.asked, got)
		}
	}
}
