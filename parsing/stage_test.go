package parsing

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestStages(t *testing.T) {
	stages, err := ParseStages("1*line,3*words=3+line,6*pages")
	if err != nil {
		t.Fatal(err)
	}
	want := Stages{{1, []Part{{LevelLine, 1}}}, {3, []Part{{LevelWords, 3}, {LevelLine, 1}}}, {6, []Part{{LevelPages, 1}}}}
	if !reflect.DeepEqual(stages, want) {
		t.Errorf("stages %v, want %v", stages, want)
	}
	if got := stages.Ends(1000); !slices.Equal(got, []int{100, 400, 1000}) {
		t.Errorf("ends %v", got)
	}
	if got := stages.Ends(3); !slices.Equal(got, []int{0, 1, 3}) {
		t.Errorf("ends of a short run %v", got)
	}
	if got := stages.Levels(); !slices.Equal(got, []Level{LevelLine, LevelWords, LevelPages}) {
		t.Errorf("levels %v", got)
	}
	if got := DefaultStages(true).Levels(); !slices.Equal(got, Levels) {
		t.Errorf("with a folder all levels are learnt, not %v", got)
	}
}

func TestStagesRefused(t *testing.T) {
	for text, reason := range map[string]string{
		"":                "no share",
		"line":            "no share",
		"x*line":          "share",
		"0*line":          "share",
		"NaN*line":        "share",
		"1*lines":         `"lines"`,
		"1*line=0":        "weight of line",
		"1*line+line":     "twice",
		"1*line,,1*words": "no share",
		"1*":              `""`,
	} {
		_, err := ParseStages(text)
		if !errors.Is(err, ErrStages) || !strings.Contains(err.Error(), reason) {
			t.Errorf("%q: %v, want %s", text, err, reason)
		}
	}
}

func FuzzStages(f *testing.F) {
	f.Add("1*line,3*words=3+line,6*pages")
	f.Add("0.5*folder=1e3")
	f.Fuzz(func(t *testing.T, text string) {
		stages, err := ParseStages(text)
		if err != nil {
			return
		}
		again, err := ParseStages(stages.String())
		if err != nil || !reflect.DeepEqual(again, stages) {
			t.Errorf("%q is %v, written %q, and read as %v, %v", text, stages, stages.String(), again, err)
		}
		if ends := stages.Ends(1000); ends[len(ends)-1] != 1000 || !slices.IsSorted(ends) {
			t.Errorf("%q ends at %v", text, ends)
		}
	})
}
