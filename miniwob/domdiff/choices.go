package domdiff

// Choices are the differences that docs/miniwob.md documents under "Where the published document and
// code differ". Each is one between the published code and what ours does by default; with
// core.referenceAPI there are none.
var Choices = []string{
	saysFalse, anyTouch, textsKeepRefs, refsOutlast, classesAreText,
}

const (
	saysFalse      = "focused and tampered are false, not absent"
	anyTouch       = "any touch tampers, not only a click that reaches the body"
	textsKeepRefs  = "lines of text keep their refs"
	refsOutlast    = "refs stay until the next episode starts"
	classesAreText = "classes of SVG are text"
)

// choiceOf names the choice that a difference of a record's field is, seen while the episode runs
// or when it has ended; "" is none.
func choiceOf(record node, key string, theirs, ours any, ended bool) string {
	switch key {
	case "focused", "tampered":
		if theirs == nil && ours == false {
			return saysFalse
		}
		if key == "tampered" && theirs == nil && ours == true {
			return anyTouch
		}
	case "ref":
		if record["tag"] == "t" {
			return textsKeepRefs
		}
		if ended {
			return refsOutlast
		}
	case "classes":
		_, object := theirs.(node)
		_, text := ours.(string)
		if object && text {
			return classesAreText
		}
	}
	return ""
}
