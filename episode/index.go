package episode

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// An index file stands beside each record file of examples and makes opening
// fast: it says where each example lies and what its ID is. Text, one line an
// example, after a line that names the format and the size of the record file:
//
//	pix2act-index 1 BYTES EXAMPLES
//	OFFSET LENGTH ID
type indexEntry struct {
	offset int64 // of the frame in the record file
	length int   // of its data
	id     string
}

const indexMagic = "pix2act-index 1"

// indexPath is the index file's place for a record file.
func indexPath(record string) string { return strings.TrimSuffix(record, ".tfrecord") + ".index" }

func formatIndex(size int64, entries []indexEntry) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "%s %d %d\n", indexMagic, size, len(entries))
	for _, e := range entries {
		fmt.Fprintf(&out, "%d %d %s\n", e.offset, e.length, e.id)
	}
	return out.Bytes()
}

// parseIndex reads an index file and checks that its entries lie within the
// record file, in order and without overlap.
func parseIndex(data []byte) (size int64, entries []indexEntry, err error) {
	// One string for the whole file: the IDs are parts of it.
	head, body, _ := strings.Cut(string(data), "\n")
	rest, ok := strings.CutPrefix(head, indexMagic+" ")
	if !ok {
		return 0, nil, errors.New("no index file")
	}
	sizeText, countText, _ := strings.Cut(rest, " ")
	size, err = strconv.ParseInt(sizeText, 10, 64)
	count, err2 := strconv.Atoi(countText)
	if err != nil || err2 != nil || size < 0 || count < 0 || int64(count) > size {
		return 0, nil, errors.New("broken head of an index file")
	}
	entries = make([]indexEntry, 0, min(count, strings.Count(body, "\n")))
	var end int64
	for len(body) > 0 {
		line, rest, found := strings.Cut(body, "\n")
		body = rest
		offsetText, more, _ := strings.Cut(line, " ")
		lengthText, id, _ := strings.Cut(more, " ")
		offset, err := strconv.ParseInt(offsetText, 10, 64)
		length, err2 := strconv.Atoi(lengthText)
		if !found || err != nil || err2 != nil || id == "" || offset < end || length < 0 || length > MaxRecord ||
			offset > size-headerSize-footerSize-int64(length) {
			return 0, nil, fmt.Errorf("broken line %d of an index file", len(entries)+2)
		}
		end = offset + headerSize + int64(length) + footerSize
		entries = append(entries, indexEntry{offset, length, id})
	}
	if len(entries) != count {
		return 0, nil, fmt.Errorf("an index file with %d of %d lines", len(entries), count)
	}
	return size, entries, nil
}
