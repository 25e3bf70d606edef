package episode

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

var (
	// ErrUnfinished is matched by the error about a data set whose writing was
	// interrupted.
	ErrUnfinished = errors.New("unfinished data set")
	// ErrExists is matched by the error about a folder that holds data already.
	ErrExists = errors.New("data set exists")
	// ErrForeign is matched by the error about a folder that holds something else.
	ErrForeign = errors.New("folder in other use")
)

// UnfinishedError names a folder whose data set is not finished.
type UnfinishedError struct {
	Dir    string
	Differ string // what differs from the data set asked for now, in words; "" when it was only to be read
}

func (e *UnfinishedError) Error() string {
	if e.Differ != "" {
		return fmt.Sprintf("%s: an unfinished data set of another kind (its %s); finish it with its own command", e.Dir, e.Differ)
	}
	return fmt.Sprintf("%s: an unfinished data set; run the command that made it again and it goes on where it stopped", e.Dir)
}

// Is makes every UnfinishedError match [ErrUnfinished].
func (e *UnfinishedError) Is(target error) bool { return target == ErrUnfinished }

// ExistsError names a folder whose data set is finished.
type ExistsError struct {
	Dir    string
	Differ string // what differs from the data set asked for now, in words; "" where it is that very one
}

func (e *ExistsError) Error() string {
	if e.Differ != "" {
		return fmt.Sprintf("%s: a finished data set of another kind (its %s)", e.Dir, e.Differ)
	}
	return fmt.Sprintf("%s: the data set is finished already", e.Dir)
}

// Is makes every ExistsError match [ErrExists].
func (e *ExistsError) Is(target error) bool { return target == ErrExists }

// partSuffix marks a file that is being written.
const partSuffix = ".part"

// writeFile writes a whole file beside its place and renames it into it.
func writeFile(path string, data []byte) (err error) {
	file, err := os.Create(path + partSuffix)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			file.Close()
			_ = os.Remove(file.Name())
		}
	}()
	if _, err = file.Write(data); err != nil {
		return err
	}
	if err = file.Sync(); err != nil {
		return err
	}
	if err = file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// isRecordFile says whether a file of this name holds records.
func isRecordFile(name string) bool {
	return strings.HasSuffix(name, ".tfrecord") || strings.HasSuffix(name, ".recordio")
}

// ownFiles lists the files in dir that a Writer makes and nobody else.
func ownFiles(dir string) ([]string, error) {
	var all []string
	for _, pattern := range []string{ManifestName, ProgressName, "examples-?????.tfrecord", "episodes-?????.tfrecord", "examples-?????.index"} {
		for _, suffix := range []string{"", partSuffix} {
			found, err := filepath.Glob(filepath.Join(escapeGlob(dir), pattern+suffix))
			if err != nil {
				return nil, err
			}
			all = append(all, found...)
		}
	}
	return all, nil
}

func escapeGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}
