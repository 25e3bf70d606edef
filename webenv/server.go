package webenv

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"time"
)

// fileServer serves the files of one suite on the loopback interface.
type fileServer struct {
	server *http.Server
	base   string // URL that file paths are appended to
	done   chan struct{}
}

// serve starts a server on a free port. The suite's hash is part of the address,
// so that browsers may keep what they loaded: another suite on the same port has
// other addresses.
func serve(ctx context.Context, suite Suite) (*fileServer, error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	prefix := "/" + suite.Name() + "-" + shortHash(suite.Hash()) + "/"
	files := http.StripPrefix(prefix, http.FileServerFS(suite.Files()))
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, prefix) {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Cache-Control", "max-age=86400, immutable")
		files.ServeHTTP(w, r)
	})
	f := &fileServer{
		server: &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute},
		base:   "http://" + listener.Addr().String() + prefix,
		done:   make(chan struct{}),
	}
	go func() {
		defer close(f.done)
		// Serve always returns an error; ErrServerClosed is the ordinary one, and
		// after any other the page's own load error says what is missing.
		_ = f.server.Serve(listener)
	}()
	return f, nil
}

func shortHash(hash string) string {
	return hash[:min(16, len(hash))]
}

// close stops the server and waits until it has stopped.
func (f *fileServer) close() error {
	err := f.server.Close()
	<-f.done
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}
