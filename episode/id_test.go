package episode

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestParseID(t *testing.T) {
	for text, want := range map[string]ID{
		"miniwob/click-test/1000000/0":   {"miniwob", "click-test", 1000000, 0},
		"farama/click-test-2/5/12":       {"farama", "click-test-2", 5, 12},
		"17-click-button-sequence-3":     {"", "click-button-sequence", 17, 3},
		"2147483647-use-colorwheel-2-29": {"", "use-colorwheel-2", 2147483647, 29},
		"webshop/webshop/11086/4":        {"webshop", "webshop", 11086, 4},
	} {
		got, err := ParseID(text)
		if err != nil || got != want || got.String() != text {
			t.Errorf("ParseID(%q) = %+v (%s), %v", text, got, got, err)
		}
	}
	for _, text := range []string{"", "a", "a/b/c/d", "a/b/1", "a/b/1/2/3", "/b/1/2", "a//1/2", "a/b/01/2", "a/b/-1/2", "a/b/+1/2", "1--2", "1-2", "x-click-1", "demo_12_3", "a/b/1/9999999999999999999"} {
		if got, err := ParseID(text); err == nil {
			t.Errorf("ParseID(%q) = %+v, want an error", text, got)
		}
	}
}

func TestEpisodePart(t *testing.T) {
	for id, want := range map[string]string{
		"miniwob/click-test/1000000/3": "miniwob/click-test/1000000",
		"17-click-test-2-3":            "17-click-test-2",
		"demo_12_3":                    "demo_12",
		"lonely":                       "lonely",
		"":                             "",
	} {
		if got := EpisodePart(id); got != want {
			t.Errorf("EpisodePart(%q) = %q, want %q", id, got, want)
		}
	}
}

func TestValidation(t *testing.T) {
	// The big number modulo 100, computed elsewhere.
	for id, want := range map[string]bool{
		"miniwob/click-test/1000000/0": false, "miniwob/click-test/1000001/0": true, "miniwob/click-test/1000002/0": false,
		"miniwob/click-test/1000004/9": true, "miniwob/click-test/1000005/1": true, "miniwob/click-test/1000024/0": true,
	} {
		if got := Validation(id); got != want {
			t.Errorf("Validation(%q) = %v, want %v", id, got, want)
		}
	}
	held := 0
	for seed := range 5000 {
		first := Validation(fmt.Sprintf("miniwob/click-test/%d/0", seed))
		for step := 1; step < 4; step++ {
			if Validation(fmt.Sprintf("miniwob/click-test/%d/%d", seed, step)) != first {
				t.Fatalf("the episode of seed %d is torn apart", seed)
			}
		}
		if first {
			held++
		}
	}
	if held < 400 || held > 600 {
		t.Errorf("%d of 5000 episodes are for validation, want about 500", held)
	}
}

func FuzzParseID(f *testing.F) {
	f.Add("miniwob/click-test/1000000/0")
	f.Add("17-click-button-sequence-3")
	f.Fuzz(func(t *testing.T, text string) {
		part := EpisodePart(text)
		if !strings.HasPrefix(text, part) {
			t.Fatalf("%q is no beginning of %q", part, text)
		}
		Validation(text)
		id, err := ParseID(text)
		if err != nil {
			return
		}
		if id.String() != text {
			t.Fatalf("%q came back as %q", text, id)
		}
		next := id
		next.Step++
		if id.Step < 1<<30 && EpisodePart(next.String()) != part {
			t.Fatalf("the steps of %q have other episodes", text)
		}
	})
}

func TestParseSeeds(t *testing.T) {
	for text, want := range map[string]SeedRange{"1..5": {1, 5}, "7": {7, 7}, "1201539860..1201539959": TestSeeds} {
		got, err := ParseSeeds(text)
		if err != nil || got != want {
			t.Errorf("ParseSeeds(%q) = %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "..", "5..1", "-1..5", "a..b", "1..", "1...5", "0..2147483648", "1..99999999999999999999"} {
		if got, err := ParseSeeds(text); !errors.Is(err, ErrSeeds) {
			t.Errorf("ParseSeeds(%q) = %v, %v; want ErrSeeds", text, got, err)
		}
	}
}

func FuzzParseSeeds(f *testing.F) {
	f.Add("1000000..1000099")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseSeeds(text)
		if err != nil {
			if !errors.Is(err, ErrSeeds) {
				t.Fatal(err)
			}
			return
		}
		if again, err := ParseSeeds(r.String()); err != nil || again != r || r.Len() < 1 {
			t.Fatalf("%v came back as %v, %v", r, again, err)
		}
	})
}

func TestCheckTrainingSeeds(t *testing.T) {
	for _, c := range []struct {
		first, last int64
		says        string // "" for allowed
	}{
		{1000000, 1000099, ""},
		{1000000, 899999999, ""},
		{899999999, 899999999, ""},
		{999999, 1000001, "not all of them are training seeds"},
		{0, 9, "not all of them are training seeds"},
		{1201539860, 1201539860, "the test seeds"},
		{1201539959, 1201540000, "the test seeds"},
		{0, 2147483647, "the test seeds"},
		{900000099, 900000099, "the development seeds"},
		{800000000, 900000000, "the development seeds"},
		{1201539960, 1201539999, "not all of them are training seeds"},
		{5, 4, "ends before it begins"},
	} {
		err := CheckTrainingSeeds(c.first, c.last)
		if c.says == "" && err != nil || c.says != "" && (!errors.Is(err, ErrSeeds) || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("seeds %d..%d: %v, want %q", c.first, c.last, err, c.says)
		}
	}
}
