package chrome

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// process is a running browser with its group of helpers, its profile and the
// two ends of its pipe.
type process struct {
	command *exec.Cmd
	profile *profile
	in      *os.File // requests to the browser
	out     *os.File // replies and events from it
	stderr  *tail
	exited  chan struct{} // closed when everything of it is gone
	status  error         // why; valid after exited is closed
}

// starter runs functions on one operating-system thread that is never given
// back. Two things depend on the thread that forks. A child is killed when the
// thread that started it ends (Pdeathsig), so that the thread has to live as
// long as the program. And a child inherits the thread's capability bounding
// set: without CAP_SYS_NICE in it, a browser started as root cannot raise its
// threads above everything else on the machine.
var starter = sync.OnceValue(func() chan<- func() {
	jobs := make(chan func())
	go func() {
		runtime.LockOSThread()
		// Not allowed without privileges, and then not needed either.
		_ = unix.Prctl(unix.PR_CAPBSET_DROP, unix.CAP_SYS_NICE, 0, 0, 0)
		// The helpers of a killed browser become children of this program and
		// are reaped by it; in a container nobody else may do so.
		_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
		for job := range jobs {
			job()
		}
	}()
	return jobs
})

// startGroup starts a command as the leader of a process group of its own. It
// dies with this program.
func startGroup(command *exec.Cmd) error {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	started := make(chan error)
	starter() <- func() { started <- command.Start() }
	return <-started
}

// startProcess runs the browser with pipes on its descriptors 3 and 4.
func startProcess(binary string, flags []string, stderr io.Writer) (*process, error) {
	sweepProfiles(os.TempDir())
	profile, err := newProfile(os.TempDir())
	if err != nil {
		return nil, err
	}
	childIn, in, err := os.Pipe()
	if err != nil {
		_ = profile.remove()
		return nil, err
	}
	out, childOut, err := os.Pipe()
	if err != nil {
		closeAll(childIn, in)
		_ = profile.remove()
		return nil, err
	}
	stderrOut, childErrors, err := os.Pipe()
	if err != nil {
		closeAll(childIn, in, out, childOut)
		_ = profile.remove()
		return nil, err
	}
	// Larger pipes let a whole picture through in one go. Refused over the
	// user's limit, and then the default does.
	if raw, err := out.SyscallConn(); err == nil {
		_ = raw.Control(func(fd uintptr) { _, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, 1<<20) })
	}

	command := exec.Command(binary, append(flags, "--user-data-dir="+profile.path, "about:blank")...)
	command.Dir = profile.path
	command.Env = environment(profile.path)
	command.Stderr = childErrors
	command.ExtraFiles = []*os.File{childIn, childOut}
	err = startGroup(command)
	closeAll(childIn, childOut, childErrors)
	if err != nil {
		closeAll(in, out, stderrOut)
		_ = profile.remove()
		return nil, fmt.Errorf("starting %s: %w", binary, err)
	}

	p := &process{command: command, profile: profile, in: in, out: out, stderr: &tail{next: stderr}, exited: make(chan struct{})}
	copied := make(chan struct{})
	go func() {
		_, _ = io.Copy(p.stderr, stderrOut)
		stderrOut.Close()
		close(copied)
	}()
	go p.reap(copied)
	return p, nil
}

// reap waits for the browser to end, then ends and reaps its helpers and
// removes its profile.
func (p *process) reap(copied <-chan struct{}) {
	err := p.command.Wait()
	p.kill()
	reapGroup(p.command.Process.Pid)
	select {
	case <-copied:
	case <-time.After(time.Second):
	}
	status := "exit status 0"
	if err != nil {
		status = err.Error()
	}
	p.status = fmt.Errorf("%w (%s)%s", ErrExited, status, p.stderr.suffix())
	closeAll(p.in, p.out)
	_ = p.profile.remove()
	close(p.exited)
}

// reapGroup takes the exit status of a group's processes, which came to this
// program when their parent died. They were all killed, so it is a matter of
// milliseconds.
func reapGroup(leader int) {
	for end := time.Now().Add(2 * time.Second); time.Now().Before(end); {
		pid, err := unix.Wait4(-leader, nil, unix.WNOHANG, nil)
		switch {
		case err == unix.EINTR || pid > 0:
		case err != nil:
			return // no child of the group is left
		default:
			time.Sleep(time.Millisecond)
		}
	}
}

// kill ends the whole process group. It does not wait.
func (p *process) kill() { killGroup(p.command.Process.Pid) }

func killGroup(leader int) { _ = unix.Kill(-leader, unix.SIGKILL) }

// environment is all that a browser sees of the user's: nothing that changes
// pixels (fonts of the user's own, locale, time zone), and no proxy.
func environment(home string) []string {
	env := []string{
		"HOME=" + home, "TMPDIR=" + filepath.Join(home, "tmp"), "XDG_CONFIG_HOME=" + home, "XDG_CACHE_HOME=" + home,
		"TZ=UTC", "LANG=en_US.UTF-8", "LANGUAGE=en_US", "DBUS_SESSION_BUS_ADDRESS=/dev/null",
	}
	for _, name := range []string{"PATH", "LD_LIBRARY_PATH", "FONTCONFIG_FILE", "FONTCONFIG_PATH"} {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}

func closeAll(files ...*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// tail keeps the last of what is written to it and passes everything on.
type tail struct {
	mu   sync.Mutex
	kept []byte
	next io.Writer
}

const tailSize = 2048

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	t.kept = append(t.kept, b...)
	if over := len(t.kept) - tailSize; over > 0 {
		// Half a line would be read as one of another kind.
		if end := bytes.IndexByte(t.kept[over:], '\n'); end >= 0 {
			over += end + 1
		}
		t.kept = append(t.kept[:0], t.kept[over:]...)
	}
	t.mu.Unlock()
	if t.next != nil {
		// The browser must not block or die because nobody reads its errors.
		_, _ = t.next.Write(b)
	}
	return len(b), nil
}

// suffix is what may tell why the browser ended, for the end of an error message.
func (t *tail) suffix() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	words := lastWords(string(bytes.ToValidUTF8(t.kept, []byte("?"))))
	if words == "" {
		return ""
	}
	return "; its last words: " + words
}
