package serve

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	reflectionpb "google.golang.org/grpc/reflection/grpc_reflection_v1"
	"google.golang.org/grpc/status"

	"pix2act/gui"
	"pix2act/internal/modelpb"
)

// policyFunc is a policy of one function.
type policyFunc func(ctx context.Context, batch []gui.Observation) ([]gui.Beam, error)

func (f policyFunc) Propose(ctx context.Context, batch []gui.Observation) ([]gui.Beam, error) {
	return f(ctx, batch)
}

// naming answers each picture with its hash, and a second proposal of less worth.
var naming = policyFunc(func(_ context.Context, batch []gui.Observation) ([]gui.Beam, error) {
	beams := make([]gui.Beam, len(batch))
	for i, o := range batch {
		beams[i] = gui.Beam{{Action: "keys " + o.SHA256(), LogProb: -0.5, Score: -0.25}, {Action: "wait", LogProb: -2, Score: -1}}
	}
	return beams, nil
})

// house is a server that runs.
type house struct {
	address string
	stop    context.CancelFunc // begins to drain
	ended   chan error
}

func start(t *testing.T, policy gui.Policy, options ServerOptions) *house {
	t.Helper()
	server, err := NewServer(policy, options)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	h := &house{address: listener.Addr().String(), stop: stop, ended: make(chan error, 1)}
	go func() { h.ended <- server.Serve(ctx, listener, 5*time.Second) }()
	t.Cleanup(stop)
	return h
}

func connect(t *testing.T, address string) *grpc.ClientConn {
	t.Helper()
	c, err := grpc.NewClient("passthrough:///"+address, dialOptions()...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func picture(n int) *image.RGBA {
	p := image.NewRGBA(image.Rect(0, 0, 7, 5))
	for i := range p.Pix {
		p.Pix[i] = uint8(n*31 + i)
		if i%4 == 3 {
			p.Pix[i] = 255
		}
	}
	return p
}

func file(t testing.TB, picture image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// bomb is a small file that says it holds a picture of a size.
func bomb(width, height uint32) []byte {
	head := []byte("IHDR")
	head = binary.BigEndian.AppendUint32(head, width)
	head = binary.BigEndian.AppendUint32(head, height)
	head = append(head, 8, 2, 0, 0, 0)
	b := append([]byte("\x89PNG\r\n\x1a\n"), 0, 0, 0, 13)
	b = append(b, head...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(head))
}

func TestPredict(t *testing.T) {
	registry := prometheus.NewRegistry()
	h := start(t, naming, ServerOptions{Registry: registry, Description: Description{
		Agent: "naming", CheckpointHash: "abc", Settings: gui.Settings{Bins: gui.Bins{X: 32, Y: 16, Centred: true}}, Beam: 2}})
	connection := connect(t, h.address)
	model := modelpb.NewModelServerClient(connection)
	first, second := picture(1), picture(2)
	answer, err := model.Predict(t.Context(), &modelpb.Request{ScreenshotPng: [][]byte{file(t, first), file(t, second)}})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []*image.RGBA{first, second} {
		p := answer.Beams[i].Predictions
		hash := gui.NewObservation(want, image.Point{}, 1).SHA256()
		if len(p) != 2 || p[1].GetOutput() != "keys "+hash || p[1].GetScore() != -0.25 || p[1].GetLogProb() != -0.5 || p[0].GetOutput() != "wait" {
			t.Errorf("picture %d: %v, want the best last", i, p)
		}
	}
	if n := counted(t, registry, "pix2act_pictures_total"); n != 2 {
		t.Errorf("%v pictures counted", n)
	}
	card, err := modelpb.NewModelCardClient(connection).Describe(t.Context(), &modelpb.DescribeRequest{})
	if err != nil || card.GetAgent() != "naming" || card.GetBinsY() != 16 || !card.GetCentred() || card.GetBeam() != 2 {
		t.Errorf("described as %v (%v)", card, err)
	}
}

// counted is the value of a counter.
func counted(t *testing.T, registry *prometheus.Registry, name string) float64 {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() == name {
			return f.GetMetric()[0].GetCounter().GetValue()
		}
	}
	t.Fatalf("no metric %s", name)
	return 0
}

func TestRefusals(t *testing.T) {
	h := start(t, naming, ServerOptions{})
	model := modelpb.NewModelServerClient(connect(t, h.address))
	good := file(t, picture(1))
	for name, files := range map[string][][]byte{
		"no pictures":  nil,
		"an empty one": {good, {}},
		"text":         {[]byte("picture"), good},
		"cut off":      {good[:len(good)-20]},
		"too wide":     {bomb(MaxPictureSide+1, 1)},
		"too large":    {bomb(8000, 8000)},
		"no size":      {bomb(0, 4)},
		"negative":     {bomb(1<<31, 1<<31)},
		"too long":     {make([]byte, MaxPictureBytes+1)},
		"too many":     make([][]byte, MaxPictures+1),
	} {
		_, err := model.Predict(t.Context(), &modelpb.Request{ScreenshotPng: files})
		if status.Code(err) != codes.InvalidArgument {
			t.Errorf("%s: %v, want InvalidArgument", name, err)
		}
	}
	if _, err := model.Predict(t.Context(), &modelpb.Request{ScreenshotPng: [][]byte{good}}); err != nil {
		t.Errorf("after the refusals: %v", err)
	}
}

func TestFullQueue(t *testing.T) {
	release, entered := make(chan struct{}), make(chan struct{}, 8)
	h := start(t, policyFunc(func(ctx context.Context, batch []gui.Observation) ([]gui.Beam, error) {
		entered <- struct{}{}
		<-release
		return naming(ctx, batch)
	}), ServerOptions{Queue: 2})
	model := modelpb.NewModelServerClient(connect(t, h.address))
	two := &modelpb.Request{ScreenshotPng: [][]byte{file(t, picture(1)), file(t, picture(2))}}
	first := make(chan error, 1)
	go func() {
		_, err := model.Predict(context.Background(), two)
		first <- err
	}()
	<-entered
	if _, err := model.Predict(t.Context(), two); status.Code(err) != codes.ResourceExhausted {
		t.Errorf("with a full queue: %v", err)
	}
	close(release)
	if err := <-first; err != nil {
		t.Error(err)
	}
	if _, err := model.Predict(t.Context(), two); err != nil {
		t.Errorf("when the queue is empty again: %v", err)
	}
}

func TestFaultsOfTheModel(t *testing.T) {
	h := start(t, policyFunc(func(ctx context.Context, batch []gui.Observation) ([]gui.Beam, error) {
		switch batch[0].Image.Pix[0] {
		case picture(1).Pix[0]:
			panic("no such picture")
		case picture(2).Pix[0]:
			return nil, errors.New("too red")
		case picture(3).Pix[0]:
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return naming(ctx, batch)
	}), ServerOptions{Deadline: 200 * time.Millisecond})
	model := modelpb.NewModelServerClient(connect(t, h.address))
	for n, want := range map[int]codes.Code{1: codes.Internal, 2: codes.Internal, 3: codes.DeadlineExceeded, 4: codes.OK} {
		_, err := model.Predict(t.Context(), &modelpb.Request{ScreenshotPng: [][]byte{file(t, picture(n))}})
		if status.Code(err) != want {
			t.Errorf("picture %d: %v, want %v", n, err, want)
		}
	}
}

// TestDrain stops a server while it answers.
func TestDrain(t *testing.T) {
	release, entered := make(chan struct{}), make(chan struct{}, 1)
	h := start(t, policyFunc(func(ctx context.Context, batch []gui.Observation) ([]gui.Beam, error) {
		entered <- struct{}{}
		<-release
		return naming(ctx, batch)
	}), ServerOptions{})
	connection := connect(t, h.address)
	watch, err := healthpb.NewHealthClient(connection).Watch(t.Context(), &healthpb.HealthCheckRequest{Service: "pix2act.ModelServer"})
	if err != nil {
		t.Fatal(err)
	}
	expectHealth := func(want healthpb.HealthCheckResponse_ServingStatus) {
		t.Helper()
		if got, err := watch.Recv(); err != nil || got.GetStatus() != want {
			t.Errorf("health %v (%v), want %v", got.GetStatus(), err, want)
		}
	}
	expectHealth(healthpb.HealthCheckResponse_SERVING)
	answered := make(chan error, 1)
	go func() {
		_, err := modelpb.NewModelServerClient(connection).Predict(context.Background(), &modelpb.Request{ScreenshotPng: [][]byte{file(t, picture(1))}})
		answered <- err
	}()
	<-entered
	h.stop()
	expectHealth(healthpb.HealthCheckResponse_NOT_SERVING)
	close(release)
	if err := <-answered; err != nil {
		t.Errorf("a request under way: %v", err)
	}
	if err := <-h.ended; err != nil {
		t.Errorf("the server ended with %v", err)
	}
	if _, err := net.DialTimeout("tcp", h.address, time.Second); err == nil {
		t.Errorf("the address still answers")
	}
}

func TestReflection(t *testing.T) {
	h := start(t, naming, ServerOptions{})
	stream, err := reflectionpb.NewServerReflectionClient(connect(t, h.address)).ServerReflectionInfo(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.Send(&reflectionpb.ServerReflectionRequest{MessageRequest: &reflectionpb.ServerReflectionRequest_ListServices{}}); err != nil {
		t.Fatal(err)
	}
	answer, err := stream.Recv()
	if err != nil {
		t.Fatal(err)
	}
	if text := answer.String(); !strings.Contains(text, "pix2act.ModelServer") || !strings.Contains(text, "grpc.health.v1.Health") {
		t.Errorf("reflection tells of %s", text)
	}
}

// FuzzDecodePNG finds no file that makes a server fail.
func FuzzDecodePNG(f *testing.F) {
	f.Add(file(f, picture(1)))
	f.Add(file(f, image.NewGray16(image.Rect(0, 0, 3, 3))))
	f.Add(file(f, image.NewPaletted(image.Rect(0, 0, 3, 2), color.Palette{color.Transparent, color.White})))
	f.Add(bomb(5, 5))
	f.Fuzz(func(t *testing.T, data []byte) {
		picture, err := DecodePNG(data)
		if err == nil && (!picture.Opaque() || picture.Bounds().Min != image.Point{}) {
			t.Errorf("a picture of %v that is not opaque", picture.Bounds())
		}
	})
}

// TestAlphaIsDropped keeps the colours of pixels that cannot be seen.
func TestAlphaIsDropped(t *testing.T) {
	p := image.NewNRGBA(image.Rect(0, 0, 1, 1))
	p.SetNRGBA(0, 0, color.NRGBA{200, 100, 50, 0})
	got, err := DecodePNG(file(t, p))
	if err != nil || got.RGBAAt(0, 0) != (color.RGBA{200, 100, 50, 255}) {
		t.Errorf("%v (%v)", got.RGBAAt(0, 0), err)
	}
}
